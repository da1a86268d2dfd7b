import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/app';
import firebase from 'firebase/compat/app';
import { afterAll, beforeAll, beforeEach, describe, it, vi } from 'vitest';
import { type FirestoreEmulator, startFirestoreEmulator } from '../server.ts';

// Tests the rules evaluator and the Firestore stand-in together, through the client SDK.

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function signedIn() { return request.auth != null; }
    function role() { return get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role; }
    function counter() { return /databases/$(database)/documents/counters/$(request.auth.uid); }

    match /notes/{id} {
      allow get: if resource == null || resource.data.published || (signedIn() && resource.data.owner == request.auth.uid);
      allow list: if resource.data.published == true && request.query.limit <= 10;
      allow create: if signedIn()
        && request.resource.data.owner == request.auth.uid
        && request.resource.data.keys().hasOnly(['owner', 'published', 'at'])
        && request.resource.data.at == request.time
        && existsAfter(counter()) && getAfter(counter()).data.n == 1;
      allow update: if request.resource.data.diff(resource.data).affectedKeys().hasOnly(['n'])
        && request.resource.data.n == resource.data.n + 1;
      allow delete: if role() == 'admin';
    }
    match /counters/{uid} { allow write: if signedIn() && uid == request.auth.uid; }
    match /{path=**}/marks/{uid} { allow list: if resource.data.uid == request.auth.uid; }
    match /ranked/{id} { allow list: if resource.data.rank > 5; }
    match /own/{uid} { allow read: if uid == request.auth.uid; }
  }
}`;

const { FieldPath, FieldValue } = firebase.firestore;
const HOST = '127.0.0.1';
type Firestore = firebase.firestore.Firestore;

let emulator: FirestoreEmulator;
let environment: RulesTestEnvironment;
let visitor: Firestore;
let user: Firestore;
let admin: Firestore;

setLogLevel('silent');
vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

beforeAll(async () => {
  emulator = await startFirestoreEmulator({ host: HOST });
  environment = await initializeTestEnvironment({
    projectId: 'demo-rules-language',
    firestore: { host: HOST, port: emulator.port, rules: RULES },
  });
  visitor = environment.unauthenticatedContext().firestore();
  user = environment.authenticatedContext('u').firestore();
  admin = environment.authenticatedContext('a').firestore();
}, 30_000);

afterAll(async () => {
  await environment?.cleanup();
  await emulator?.stop();
});

beforeEach(async () => {
  await environment.clearFirestore();
  await environment.withSecurityRulesDisabled(async (context) => {
    const documents: Record<string, object> = {
      'users/a': { role: 'admin' },
      'users/u': { role: 'user' },
      'notes/shown': { owner: 'u', published: true, n: 1 },
      'notes/draft': { owner: 'u', published: false, n: 1 },
      'notes/shown/marks/u': { uid: 'u' },
      'ranked/r': { rank: 7 },
      'own/u': { x: 1 },
    };
    await Promise.all(Object.entries(documents).map(([path, data]) => context.firestore().doc(path).set(data)));
  });
});

/** Settles with the first snapshot of a listener, or rejects with its error. */
function listen(reference: firebase.firestore.DocumentReference): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = reference.onSnapshot((snapshot) => {
      resolve(snapshot);
      setTimeout(() => stop());
    }, reject);
  });
}

describe('one document', () => {
  it('is allowed by its stored fields and the caller', async () => {
    await assertSucceeds(visitor.doc('notes/shown').get());
    await assertFails(visitor.doc('notes/draft').get());
    await assertSucceeds(user.doc('notes/draft').get());
    await assertSucceeds(visitor.doc('notes/missing').get());
  });

  it('is checked for listeners too', async () => {
    await assertFails(listen(visitor.doc('notes/draft')));
    await assertSucceeds(listen(user.doc('notes/draft')));
  });

  it('is checked with the fields after an update', async () => {
    const shown = visitor.doc('notes/shown');

    await assertFails(shown.update({ n: FieldValue.increment(2) }));
    await assertFails(shown.update({ owner: 'x' }));
    await assertFails(shown.update({ n: FieldValue.increment(1), owner: 'x' }));
    await assertSucceeds(shown.update({ n: FieldValue.increment(1) }));
  });

  it('is allowed by other documents', async () => {
    await assertFails(visitor.doc('notes/shown').delete());
    await assertFails(user.doc('notes/shown').delete());
    await assertSucceeds(admin.doc('notes/shown').delete());
  });
});

describe('a batch', () => {
  const create = (counter: number | null, at: unknown = FieldValue.serverTimestamp()) => {
    const batch = user.batch().set(user.doc('notes/new'), { owner: 'u', published: true, at });
    return (counter === null ? batch : batch.set(user.doc('counters/u'), { n: counter })).commit();
  };

  it('is checked with the state after the whole batch, whose server timestamps equal request.time', async () => {
    await assertFails(create(null));
    await assertFails(create(2));
    await assertFails(create(1, new Date(0)));
    await assertSucceeds(create(1));
  });

  it('has server timestamps equal to request.time when commits are in the same millisecond', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());

    await assertSucceeds(user.doc('counters/u').set({ n: 0 }));
    await assertSucceeds(create(1));
    vi.restoreAllMocks();
  });
});

describe('a query', () => {
  it('is allowed by its filters and its limit', async () => {
    const published = visitor.collection('notes').where('published', '==', true);

    await assertFails(visitor.collection('notes').limit(10).get());
    await assertFails(published.get());
    await assertFails(published.limit(11).get());
    await assertSucceeds(published.limit(10).get());
  });

  it('is allowed by ranges and lists of values', async () => {
    const ranked = visitor.collection('ranked');

    await assertSucceeds(ranked.where('rank', '>', 5).get());
    await assertFails(ranked.where('rank', '>=', 5).get());
    await assertSucceeds(ranked.where('rank', 'in', [6, 7]).get());
    await assertFails(ranked.where('rank', 'in', [5, 7]).get());
  });

  it("is allowed by a filter on the document's name", async () => {
    await assertFails(user.collection('own').get());
    await assertSucceeds(user.collection('own').where(FieldPath.documentId(), '==', 'u').get());
    await assertFails(user.collection('own').where(FieldPath.documentId(), '==', 'v').get());
  });

  it('over a collection group is allowed by recursive wildcards', async () => {
    await assertSucceeds(user.collectionGroup('marks').where('uid', '==', 'u').get());
    await assertSucceeds(user.collection('notes/shown/marks').where('uid', '==', 'u').get());
    await assertFails(user.collectionGroup('marks').get());
    await assertFails(user.collectionGroup('ranked').where('rank', '>', 5).get());
  });
});
