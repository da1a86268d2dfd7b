import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { UNWATCHED } from '@inkwell/formats/record-watch';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { afterAll, onTestFinished } from 'vitest';
import type { LogFields, Severity } from '../common/log.ts';
import type { ResponseCache } from '../common/response-cache.ts';
import { createApp } from '../compose/api.ts';
import type { Dependencies } from '../compose/dependencies.ts';
import { createPublicCache } from '../compose/response-cache.ts';
import type { Rendered } from '../http/reply.ts';
import { readPass } from '../imports/pass.ts';
import { createMailboxTransport } from '../mail/transport.ts';
import { openBucket } from '../storage/bucket.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { forEachFile } from './each-file.ts';
import { TEST_CERTIFICATE } from './keys.ts';
import { TEST_POSTMARK, TEST_TOPIC } from './mail-events.ts';
import { originOf } from './origin.ts';

const PROJECT = process.env.GCLOUD_PROJECT ?? 'demo-inkwell';

/** Each test file has its own database and bucket, because files run in parallel. */
let database: string;
let running: { readonly server: Server; readonly origin: Promise<string> } | undefined;
export let db: Firestore;
/** The default database, for functions and commands in other processes. All test files share it. */
export let defaultDb: Firestore;
export let auth: Auth;
export let clock: TestClock;

/** Lines logged since the file started. */
export let logLines: { severity: Severity; message: string; fields: LogFields }[];

/** The emulators, a clock that tests can change, and a log that they can read. */
export let dependencies: Dependencies;

/** The cache of the app under test. Tests that write to the database directly must clear it. */
export let responseCache: ResponseCache<Rendered>;

forEachFile(() => {
  database = `file-${randomUUID()}`;
  const bucket = `${database}.firebasestorage.app`;
  const app = initializeApp({ projectId: PROJECT, storageBucket: bucket }, database);
  const lines: typeof logLines = [];
  db = getFirestore(app, database);
  defaultDb = getFirestore(app);
  auth = getAuth(app);
  clock = createTestClock();
  logLines = lines;
  dependencies = {
    db,
    auth,
    bucket: () => openBucket(app),
    clock,
    config: {
      projectId: PROJECT,
      siteUrl: 'http://localhost:3000',
      hostingUrl: 'http://localhost:3000',
      siteOrigins: ['http://localhost:3000'],
      trustedHops: 1,
      showCosts: true,
      publicBucket: {
        origin: `http://${process.env.FIREBASE_STORAGE_EMULATOR_HOST ?? '127.0.0.1:9199'}`,
        name: bucket,
      },
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
    log: (severity, message, fields = {}) => void lines.push({ severity, message, fields }),
    transport: createMailboxTransport({ clock }),
    lookUpTxt: null,
    // Each separate thread would load the sources again.
    runPass: (work, host) => readPass(work, host, UNWATCHED),
  };
  responseCache = createPublicCache<Rendered>(clock);

  afterAll(async () => {
    const server = running?.server;
    running = undefined;
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    await deleteApp(app);
  });
});

/** The address of the app. The first call starts it. */
export function baseUrl(): Promise<string> {
  if (!running) {
    const server = createServer(createApp(dependencies, responseCache));
    running = { server, origin: originOf(server) };
  }
  return running.origin;
}

/** The address of another instance of the app, which runs until the test ends. */
export function anotherInstance(changes: Partial<Dependencies>): Promise<string> {
  const server = createServer(createApp({ ...dependencies, ...changes }));
  onTestFinished(() => void server.close());
  return originOf(server);
}

export async function resetFirestore(): Promise<void> {
  const host = process.env.FIRESTORE_EMULATOR_HOST;
  const url = `http://${host}/emulator/v1/projects/${PROJECT}/databases/${database}/documents`;
  const ask = () => fetch(url, { method: 'DELETE', headers: { authorization: 'Bearer owner' } });
  // An idle connection may be closed at the moment when it is used again.
  const answer = await ask().catch(ask);
  if (!answer.ok) throw new Error(`the Firestore emulator answered ${answer.status}`);
  responseCache.invalidate();
}
