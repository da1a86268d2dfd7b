import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts a program of the repository, and waits for a line of its output. `found` is the first group of the match. */
export async function startProgram(args: readonly string[], line: RegExp, env: NodeJS.ProcessEnv = process.env) {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const found = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const match = line.exec(chunk.toString());
      if (match) resolve(match[1] ?? '');
    });
    child.once('exit', () => reject(new Error(`${args[0]} ended`)));
  });
  return { child, found };
}

/** Starts the Firestore stand-in in its own process, and points firebase-admin to it. */
export async function startFirestore() {
  const program = fileURLToPath(import.meta.resolve('firebase-local/firestore'));
  const { child, found } = await startProgram([program, '--port', '0'], /API endpoint: http:\/\/(\S+)/);
  process.env.FIRESTORE_EMULATOR_HOST = found;
  return child;
}

/** The ID token of an account in the Auth emulator at `host`; without an address, of a new anonymous account. */
export async function tokenOf(host: string, email?: string, password?: string): Promise<string> {
  const method = email ? 'signInWithPassword' : 'signUp';
  const answer = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=local`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  const { idToken } = (await answer.json()) as { idToken?: string };
  if (!idToken) throw new Error(`${email} cannot sign in (${answer.status}): is the stack running with its seed?`);
  return idToken;
}

/** The quantile of sorted numbers for a share from 0 to 1. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
