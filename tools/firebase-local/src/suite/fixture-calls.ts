import type { RunningStack } from '../testing/stack.ts';

/* Calls of the fixture's functions and of its accounts, for tests of whole stacks. */

interface Note {
  text: string | null;
  file: string | null;
  seeds: number;
  tidied: number;
}

export async function callNote({ url }: RunningStack, method: string, text?: string): Promise<Note> {
  const res = await fetch(`${url}/call/note`, {
    method,
    ...(text && { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text }) }),
  });
  return (await res.json()) as Note;
}

export const identityUrl = ({ ports }: RunningStack, path: string): string =>
  `http://127.0.0.1:${ports.auth}/identitytoolkit.googleapis.com/v1/${path}`;

async function askAuth<T>(stack: RunningStack, action: string, body: object): Promise<T> {
  const res = await fetch(identityUrl(stack, `accounts:${action}?key=local`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!res.ok) throw new Error(`accounts:${action} was answered ${res.status}: ${await res.text()}`);
  return (await res.json()) as T;
}

export function signUp(stack: RunningStack, email: string): Promise<{ localId: string; idToken: string }> {
  return askAuth(stack, 'signUp', { email, password: 'Fixture#2', returnSecureToken: true });
}

export const lookUp = (stack: RunningStack, idToken: string) => askAuth(stack, 'lookup', { idToken });
