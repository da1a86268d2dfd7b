import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll } from 'vitest';
import type { LogFields, Severity } from '../common/log.ts';
import { createApp } from '../compose/api.ts';
import type { Dependencies } from '../compose/dependencies.ts';
import { createPublicCache } from '../compose/response-cache.ts';
import type { Rendered } from '../http/reply.ts';
import { openBucket } from '../storage/bucket.ts';
import { createTestClock } from './clock.ts';

const PROJECT = process.env.GCLOUD_PROJECT ?? 'demo-inkwell';

/**
 * Each test file evaluates this module once, and so has a database and a bucket of its own: files run side by side, and
 * nobody's posts stand in the lists of another.
 */
const FILE = `file-${randomUUID()}`;
const BUCKET = `${FILE}.firebasestorage.app`;

const firebase = initializeApp({ projectId: PROJECT, storageBucket: BUCKET }, FILE);

export const db = getFirestore(firebase, FILE);
/** The database that functions and commands in processes of their own know: all files share it. */
export const defaultDb = getFirestore(firebase);
export const auth = getAuth(firebase);
export const clock = createTestClock();

/** Lines logged since the file began. */
export const logLines: { severity: Severity; message: string; fields: LogFields }[] = [];

/** The dependencies of the app under test: the emulators, a clock that can be moved, a log that can be read. */
export const dependencies: Dependencies = {
  db,
  auth,
  bucket: () => openBucket(firebase),
  clock,
  config: {
    projectId: PROJECT,
    siteUrl: 'http://localhost:3000',
    siteOrigins: ['http://localhost:3000'],
    trustedHops: 1,
    showCosts: true,
    publicBucket: { origin: `http://${process.env.FIREBASE_STORAGE_EMULATOR_HOST ?? '127.0.0.1:9199'}`, name: BUCKET },
    isLocal: true,
    newsletterSecret: 'a secret of the tests',
    newsletterMailsPerHour: Number.POSITIVE_INFINITY,
    documentsPerMinute: Number.MAX_SAFE_INTEGER,
    pace: { viewsMs: 0, likesMs: 0, crowdMs: 0, foldMs: 0 },
  },
  log: (severity, message, fields = {}) => void logLines.push({ severity, message, fields }),
};

/** Cached answers of the app under test. Tests that write past its calls empty it. */
export const responseCache = createPublicCache<Rendered>(clock);

let running: Promise<Server> | undefined;

/** Address of the app, served on a free port; started on first use. */
export async function baseUrl(): Promise<string> {
  running ??= new Promise((resolve, reject) => {
    const server = createServer(createApp(dependencies, responseCache));
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
  const { port } = (await running).address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

// Here and not in a set-up of the project: a test without the app would spend a second on loading it.
afterAll(async () => {
  const server = await running;
  running = undefined;
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  await deleteApp(firebase);
});

/** Empties Firestore. */
export async function resetFirestore(): Promise<void> {
  const host = process.env.FIRESTORE_EMULATOR_HOST;
  const url = `http://${host}/emulator/v1/projects/${PROJECT}/databases/${FILE}/documents`;
  const answer = await fetch(url, { method: 'DELETE', headers: { authorization: 'Bearer owner' } });
  if (!answer.ok) throw new Error(`the Firestore emulator answered ${answer.status}`);
  responseCache.invalidate();
}
