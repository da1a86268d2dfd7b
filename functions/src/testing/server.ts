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
import { createMailboxTransport } from '../mail/transport.ts';
import { openBucket } from '../storage/bucket.ts';
import { createTestClock } from './clock.ts';
import { TEST_CERTIFICATE } from './keys.ts';
import { TEST_POSTMARK, TEST_TOPIC } from './mail-events.ts';

const PROJECT = process.env.GCLOUD_PROJECT ?? 'demo-inkwell';

/** Each test file evaluates this module once and so has its own database and bucket, because files run in parallel. */
const FILE = `file-${randomUUID()}`;
const BUCKET = `${FILE}.firebasestorage.app`;

const firebase = initializeApp({ projectId: PROJECT, storageBucket: BUCKET }, FILE);

export const db = getFirestore(firebase, FILE);
/** The default database, for functions and commands in other processes. All test files share it. */
export const defaultDb = getFirestore(firebase);
export const auth = getAuth(firebase);
export const clock = createTestClock();

/** Lines logged since the file started. */
export const logLines: { severity: Severity; message: string; fields: LogFields }[] = [];

/** The emulators, a clock that tests can move, and a log that they can read. */
export const dependencies: Dependencies = {
  db,
  auth,
  bucket: () => openBucket(firebase),
  clock,
  config: {
    projectId: PROJECT,
    siteUrl: 'http://localhost:3000',
    hostingUrl: 'http://localhost:3000',
    siteOrigins: ['http://localhost:3000'],
    trustedHops: 1,
    showCosts: true,
    publicBucket: { origin: `http://${process.env.FIREBASE_STORAGE_EMULATOR_HOST ?? '127.0.0.1:9199'}`, name: BUCKET },
    isLocal: true,
    newsletterSecret: 'a secret of the tests',
    smtpUrl: null,
    sesTopicArn: TEST_TOPIC,
    postmarkCredentials: TEST_POSTMARK,
    localSnsCertificate: TEST_CERTIFICATE,
    newsletterMailsPerHour: Number.POSITIVE_INFINITY,
    documentsPerMinute: Number.MAX_SAFE_INTEGER,
    pace: { viewsMs: 0, likesMs: 0, crowdMs: 0, foldMs: 0 },
    deadlines: { readMs: 30_000, changeMs: 30_000 },
  },
  log: (severity, message, fields = {}) => void logLines.push({ severity, message, fields }),
  transport: createMailboxTransport({ clock }),
  lookUpTxt: null,
};

/** The cache of the app under test. Tests that write to the database directly must clear it. */
export const responseCache = createPublicCache<Rendered>(clock);

let running: Promise<Server> | undefined;

/** The address of the app, which is started on first use. */
export async function baseUrl(): Promise<string> {
  running ??= new Promise((resolve, reject) => {
    const server = createServer(createApp(dependencies, responseCache));
    server.once('error', reject);
    // A test that pauses must not find its connection closed.
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
  const { port } = (await running).address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

// Here instead of in the project's setup, because loading the app takes a second.
afterAll(async () => {
  const server = await running;
  running = undefined;
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  await deleteApp(firebase);
});

export async function resetFirestore(): Promise<void> {
  const host = process.env.FIRESTORE_EMULATOR_HOST;
  const url = `http://${host}/emulator/v1/projects/${PROJECT}/databases/${FILE}/documents`;
  const ask = () => fetch(url, { method: 'DELETE', headers: { authorization: 'Bearer owner' } });
  // A connection that has been idle may be closed at the very moment at which it is used again.
  const answer = await ask().catch(ask);
  if (!answer.ok) throw new Error(`the Firestore emulator answered ${answer.status}`);
  responseCache.invalidate();
}
