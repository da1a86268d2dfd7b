import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { WebSocket } from 'ws';

/* The local stack that runs (`npm start`), as those see it who use it. */

const port = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
export const APP = `http://127.0.0.1:${port('INKWELL_PORT', 3000)}`;
const AUTH = `http://127.0.0.1:${port('INKWELL_AUTH_PORT', 9099)}/identitytoolkit.googleapis.com/v1`;
const FIRESTORE = `127.0.0.1:${port('INKWELL_FIRESTORE_PORT', 8080)}`;
/** The local project of `stack.config.mjs`. */
const PROJECT = 'demo-inkwell';
const DAY_MS = 86_400_000;

export interface Person {
  readonly id: string;
  readonly token: string;
}

async function identity(method: string, body: object): Promise<Person> {
  const answer = await fetch(`${AUTH}/accounts:${method}?key=local`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  });
  const { localId, idToken } = (await answer.json()) as { localId?: string; idToken?: string };
  if (!localId || !idToken) throw new Error(`the Auth emulator refused ${method}: is the stack running with its seed?`);
  return { id: localId, token: idToken };
}

/** An account of the seed. */
export const seeded = (name: 'admin' | 'moderator' | 'reader'): Promise<Person> =>
  identity('signInWithPassword', { email: `${name}@inkwell.test`, password: 'Inkwell#2026' });

/** @throws Error for an answer that is not 2xx */
export async function api<T>(method: string, path: string, by: Person | null = null, body?: object): Promise<T> {
  const answer = await fetch(`${APP}${path}`, {
    method,
    headers: {
      ...(by && { Authorization: `Bearer ${by.token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was refused: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Does something with the stack's own Firestore, past the product. */
export async function withFirestore<T>(work: (db: Firestore) => Promise<T>): Promise<T> {
  process.env.FIRESTORE_EMULATOR_HOST = FIRESTORE;
  const app = initializeApp({ projectId: PROJECT });
  try {
    return await work(getFirestore(app));
  } finally {
    await deleteApp(app);
  }
}

/** New accounts with records that say they are three days old: younger ones may write only five comments a minute. */
export async function newPeople(names: readonly string[]): Promise<Person[]> {
  const people = await Promise.all(
    names.map((displayName) =>
      identity('signUp', { displayName, email: `${crypto.randomUUID()}@example.com`, password: 'Inkwell#2026' }),
    ),
  );
  for (const person of people) await api('GET', '/api/auth/user', person);
  await withFirestore(async (db) => {
    const batch = db.batch();
    for (const { id } of people) batch.update(db.doc(`users/${id}`), { createdAt: new Date(Date.now() - 3 * DAY_MS) });
    await batch.commit();
  });
  return people;
}

/** Opens a live socket, and tells what arrives there. */
export function openSocket({ token }: Person, onMessage: (text: string) => void): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${APP.replace('http', 'ws')}/ws`, { perMessageDeflate: false });
    socket.on('message', (data) => onMessage(String(data)));
    socket.once('error', reject);
    socket.once('open', () => {
      socket.send(JSON.stringify({ type: 'auth', token }));
      resolve(socket);
    });
  });
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
