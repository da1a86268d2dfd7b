import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { afterAll } from 'vitest';

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The emulator under test, in its own process. */
export interface Target {
  /** `host:port` */
  host: string;
  /** Whether this is Google's own emulator, named by FIRESTORE_OFFICIAL_HOST, and not the stand-in. */
  isOfficial: boolean;
  stop(): Promise<void>;
}

export interface StandInOptions {
  args?: readonly string[];
  env?: Record<string, string>;
}

/** The output and exit code of a stand-in that did not start. */
export class StartFailure extends Error {
  readonly exitCode: number | null;
  constructor(output: string, exitCode: number | null) {
    super(output.trim());
    this.exitCode = exitCode;
  }
}

const started = /API endpoint: http:\/\/(\S+)/;

export async function spawnStandIn(options: StandInOptions = {}): Promise<Target & { process: ChildProcess }> {
  const args = ['--import', TSX, main, '--host', '127.0.0.1', '--port', '0', ...(options.args ?? [])];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const host = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const found = started.exec(output)?.[1];
        if (found) resolve(found);
      });
    }
    child.once('close', (code) => reject(new StartFailure(output, code)));
  });
  return {
    host,
    isOfficial: false,
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** A new project id, so that tests do not share data. */
export const newProjectId = (): string => `demo-${randomBytes(6).toString('hex')}`;

/** Connects the real firebase-admin to a project. */
export function connectAdmin(host: string, projectId = newProjectId()): { db: Firestore; close(): Promise<void> } {
  // Read when the client is created. It also prevents a search for credentials on the network.
  process.env.FIRESTORE_EMULATOR_HOST = host;
  process.env.METADATA_SERVER_DETECTION = 'none';
  const app = initializeApp({ projectId }, randomBytes(6).toString('hex'));
  const db = getFirestore(app);
  return {
    db,
    async close() {
      await db.terminate();
      await deleteApp(app);
    },
  };
}

/** The emulator and a project in it, for the tests of one file. Both are closed after the tests. */
export async function openTarget(projectId = newProjectId()): Promise<{ target: Target; db: Firestore }> {
  const official = process.env.FIRESTORE_OFFICIAL_HOST;
  const target = official ? { host: official, isOfficial: true, stop: async () => {} } : await spawnStandIn();
  const { db, close } = connectAdmin(target.host, projectId);
  afterAll(async () => {
    await close();
    await target.stop();
  });
  return { target, db };
}

/** The gRPC code and message of a rejected call. */
export async function refusal(call: Promise<unknown>): Promise<{ code: unknown; message: string }> {
  try {
    await call;
  } catch (error) {
    const { code, message } = error as { code: unknown; message: string };
    return { code, message };
  }
  throw new Error('The call was expected to be refused, and was not.');
}
