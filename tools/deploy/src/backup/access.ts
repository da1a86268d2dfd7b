import { setTimeout as sleep } from 'node:timers/promises';
import { defaultBucket } from '../project.ts';
import { type Runner, reasonOf } from '../runner.ts';

/** Access to a project's Firestore, Auth and Storage, through the same REST calls on the emulators as on Google's services. */
export interface Access {
  readonly project: string;
  readonly bucket: string;
  /** Whether the project is on the emulators, which have no managed export. */
  readonly isLocal: boolean;
  readonly firestore: string;
  readonly auth: string;
  readonly storage: string;
  /** Returns a valid token. */
  readonly token: () => Promise<string>;
}

/** How long a token is used. Tokens of gcloud are valid for an hour. */
const TOKEN_MS = 30 * 60_000;

interface Options {
  readonly run: Runner;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly bucket?: string | undefined;
}

/** Projects whose names begin with `demo-` are on the emulators of the running local stack. */
export function accessTo(project: string, { run, env, bucket = defaultBucket(project) }: Options): Access {
  if (project.startsWith('demo-')) {
    const at = (variable: string, port: string) => `http://${variable || `127.0.0.1:${port}`}`;
    return {
      project,
      bucket,
      isLocal: true,
      token: async () => 'owner',
      firestore: at(env.FIRESTORE_EMULATOR_HOST ?? '', env.INKWELL_FIRESTORE_PORT ?? '8080'),
      auth: `${at(env.FIREBASE_AUTH_EMULATOR_HOST ?? '', env.INKWELL_AUTH_PORT ?? '9099')}/identitytoolkit.googleapis.com`,
      storage: at(env.FIREBASE_STORAGE_EMULATOR_HOST ?? '', env.INKWELL_STORAGE_PORT ?? '9199'),
    };
  }
  let known: { readonly token: string; readonly until: number } | null = null;
  return {
    project,
    bucket,
    isLocal: false,
    firestore: 'https://firestore.googleapis.com',
    auth: 'https://identitytoolkit.googleapis.com',
    storage: 'https://storage.googleapis.com',
    async token() {
      if (known && Date.now() < known.until) return known.token;
      const outcome = await run('gcloud', ['auth', 'print-access-token', '--quiet']);
      if (outcome.status === null) throw new Error('gcloud is not installed.');
      if (outcome.status !== 0) throw new Error(`gcloud has no token: ${reasonOf(outcome)}`);
      known = { token: outcome.stdout.trim(), until: Date.now() + TOKEN_MS };
      return known.token;
    },
  };
}

/** An unsuccessful answer of a service. */
export class Refused extends Error {
  readonly status: number;

  constructor(what: string, status: number, text: string) {
    super(`${what} was answered ${status}: ${text.slice(0, 500)}`);
    this.status = status;
  }
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;

interface Request {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: string | Buffer<ArrayBuffer>;
  readonly type?: string;
}

/** Calls a service, and retries if it is overloaded. @throws Refused */
export async function request(access: Access, url: string, { method = 'GET', body, type }: Request = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await asked(url, {
      method,
      headers: {
        authorization: `Bearer ${await access.token()}`,
        // Credentials of people belong to no project, so the requested project is charged.
        ...(!access.isLocal && { 'x-goog-user-project': access.project }),
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
    });
    if (answer.ok) return answer;
    const text = await answer.text();
    const mayHelp = answer.status === 429 || answer.status >= 500;
    if (!mayHelp || attempt === ATTEMPTS) throw new Refused(`${method} ${url}`, answer.status, text);
    await sleep(FIRST_PAUSE_MS * 2 ** attempt);
  }
}

/** @throws Error with the address that did not answer */
async function asked(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options);
  } catch (cause) {
    const hint = url.startsWith('http://127.0.0.1') ? ' Is the local stack running (npm start)?' : '';
    throw new Error(`${new URL(url).host} does not answer.${hint}`, { cause });
  }
}

/** A call with JSON in both directions. @throws Refused */
export async function call<T>(access: Access, url: string, body?: object): Promise<T> {
  const given = body && { method: 'POST' as const, body: JSON.stringify(body), type: 'application/json' };
  return (await (await request(access, url, given)).json()) as T;
}
