// @module-tag thorough
import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestContext,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/app';
import { startTestSuite, type TestSuite } from 'firebase-local/testing/suite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FIRESTORE_CASES, type FirestoreCase } from './judge.ts';
import {
  ACTORS,
  type Actor,
  DOCUMENTS,
  NAME,
  readRules,
  recordOf,
  STORAGE_CASES,
  type StorageCase,
  UPLOAD_ID,
  uidOf,
} from './table.ts';

// Tests the tables of table.test.ts through the client SDKs and running emulators.

const STORED = { authorId: 'reader-uid' };
const HOST = '127.0.0.1';
let suite: TestSuite;
let environment: RulesTestEnvironment;
/** Firestore without rules. */
let unguarded: Firestore;
let close: () => void = () => undefined;
let closed: Promise<void>;
/** The clients of the actors, cached because each new client would connect again. */
const contexts = new Map<Actor, RulesTestContext>();

// The SDK logs a warning for every refusal, and these tests provoke refusals.
setLogLevel('silent');
vi.setConfig({ testTimeout: 30_000 });

beforeAll(async () => {
  suite = await startTestSuite({ services: ['auth', 'firestore', 'storage'], projectId: 'demo-inkwell-rules' });
  environment = await initializeTestEnvironment({
    projectId: suite.projectId,
    firestore: { host: HOST, port: suite.ports.firestore, rules: readRules('firestore.rules') },
    storage: { host: HOST, port: suite.ports.storage, rules: readRules('storage.rules') },
  });
  await new Promise<void>((resolve, reject) => {
    // This client works until the promise of its user settles.
    const use = async (context: RulesTestContext) => {
      unguarded = context.firestore();
      await seed(context);
      resolve();
      await new Promise<void>((done) => {
        close = done;
      });
    };
    closed = environment.withSecurityRulesDisabled(use).catch(reject);
  });
}, 600_000);

afterAll(async () => {
  close();
  await closed;
  await environment?.cleanup();
  await suite?.stop();
}, 30_000);

/** Stores a document in every collection, every actor's document, one picture, and one upload per actor. */
async function seed(context: RulesTestContext): Promise<void> {
  const database = context.firestore();
  await Promise.all(DOCUMENTS.map((document) => database.doc(document).set(STORED)));
  for (const actor of ACTORS) {
    const record = recordOf(actor);
    if (record) await database.doc(`users/${uidOf(actor)}`).set(record);
  }
  for (const path of [`images/${NAME}`, `private/${NAME}`, NAME, `images/old/${NAME}`]) {
    await context.storage().ref(path).put(new Uint8Array(10), { contentType: 'image/png' });
  }
  for (const actor of ACTORS)
    await context
      .storage()
      .ref(`imports/${uidOf(actor) ?? 'nobody'}/${UPLOAD_ID}`)
      .put(new Uint8Array(10));
}

function contextOf(actor: Actor): RulesTestContext {
  const uid = uidOf(actor);
  const context =
    contexts.get(actor) ??
    (uid === null ? environment.unauthenticatedContext() : environment.authenticatedContext(uid));
  contexts.set(actor, context);
  return context;
}

describe('firestore.rules on the Firestore emulator', () => {
  // No rule depends on the actor, and table.test.ts tests all actors.
  it.each(['visitor', 'reader', 'admin'] as const)('refuse a %s every operation on every collection', async (actor) => {
    const database = contextOf(actor).firestore();
    const mine = FIRESTORE_CASES.filter((line) => line.actor === actor);

    await Promise.all(mine.map((line) => assertFails(operate(database, line))));

    expect(mine).toHaveLength(DOCUMENTS.length * 5);
  });

  it('do not change anything', async () => {
    const [, ...others] = DOCUMENTS;
    const snapshots = await Promise.all(others.map((document) => unguarded.doc(document).get()));

    expect(snapshots.map((snapshot) => snapshot.data())).toEqual(others.map(() => STORED));
    expect((await unguarded.collection('unknown').get()).size).toBe(1);
  });
});

type Firestore = ReturnType<RulesTestContext['firestore']>;

function operate(database: Firestore, { actor, method, document }: FirestoreCase): Promise<unknown> {
  const reference = database.doc(document);
  switch (method) {
    case 'get':
      return reference.get({ source: 'server' });
    case 'list':
      return reference.parent.get({ source: 'server' });
    case 'create':
      return reference.parent.doc(`new-${actor}`).set(STORED);
    case 'update':
      return reference.update({ authorId: 'other' });
    case 'delete':
      return reference.delete();
  }
}

describe('storage.rules on the Storage emulator', () => {
  // Uploads of 1 GB are tested only without an emulator (table.test.ts).
  const sendable = STORAGE_CASES.filter(({ upload }) => upload.size <= MOST_BYTES);
  const numbered = sendable.map((line, index) => ({ ...line, index }));
  const isUpload = ({ actor, method, permit }: StorageCase) => actor === 'reader' && method === 'create' && permit;
  const line = STORAGE_CASES.find(isUpload) as StorageCase;

  it.each(numbered)('$name: $permit', async ({ index, ...request }) => {
    await giveSlot(request, index);

    await (request.permit ? assertSucceeds : assertFails)(handle(request, index));
  });

  it('use the current state: a blocked user is refused, and allowed again when unblocked', async () => {
    const block = (isBlocked: boolean) => unguarded.doc('users/reader-uid').update({ isBlocked });
    await giveSlot(line, 9001);
    await block(true);
    await assertFails(handle(line, 9001));
    await block(false);
    await assertSucceeds(handle(line, 9001));
  });

  it('allow one object for each name that the API issued', async () => {
    await giveSlot(line, 9003);

    await assertSucceeds(handle(line, 9003));
    await assertFails(handle(line, 9003));
    await assertFails(handle(line, 9004));
  });

  it('do not change a picture when they refuse a request', async () => {
    const metadata = await contextOf('visitor').storage().ref(`images/${NAME}`).getMetadata();

    expect(metadata).toMatchObject({ size: 10, contentType: 'image/png' });
    expect(metadata.customMetadata ?? {}).toEqual({});
  });
});

const MOST_BYTES = 8 * 1024 * 1024;

/** Makes a path or name unique to its line. */
const uniqueIn = (text: string, index: number): string =>
  text.replace(NAME, nameOf(index)).replace(UPLOAD_ID, `${UPLOAD_ID}-${index}`);

const nameOf = (index: number): string => `${1_800_000_000_000 + index}-portrait.png`;

/** Writes the actor's document, with the picture names that `handle` uses. */
async function giveSlot({ actor, slot }: StorageCase, index: number): Promise<void> {
  const record = recordOf(actor, slot && { ...slot, name: uniqueIn(slot.name, index) });
  if (record) await unguarded.doc(`users/${uidOf(actor)}`).set(record);
}

/** Sends the request of one line of the table. New objects get unique names, so that lines do not affect each other. */
async function handle({ actor, method, exists, upload }: StorageCase, index: number): Promise<unknown> {
  const unique = uniqueIn(upload.path, index);
  const reference = contextOf(actor)
    .storage()
    .ref(exists ? upload.path : unique);
  switch (method) {
    case 'get':
      return reference.getMetadata().catch((error: { code?: string }) => {
        // Rules are evaluated first: without permission, a caller does not learn that the object is missing.
        if (error.code === 'storage/object-not-found') return null;
        throw error;
      });
    case 'list':
      return reference.list();
    case 'create': {
      const { contentType, contentEncoding, metadata } = upload;
      return reference.put(new Uint8Array(upload.size), {
        contentType,
        customMetadata: metadata,
        // The SDK also sends null, although its types do not include it.
        ...(contentEncoding !== undefined && { contentEncoding: contentEncoding as string }),
      });
    }
    case 'update':
      return reference.updateMetadata({ contentType: 'image/png', customMetadata: upload.metadata });
    case 'delete':
      return reference.delete();
  }
}
