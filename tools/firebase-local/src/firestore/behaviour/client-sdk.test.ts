import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  addDoc,
  collection,
  connectFirestoreEmulator,
  deleteDoc,
  doc,
  type Firestore,
  getCountFromServer,
  getDoc,
  getDocs,
  getFirestore,
  increment,
  limit,
  onSnapshot,
  orderBy,
  query,
  runTransaction,
  serverTimestamp,
  setDoc,
  setLogLevel,
  Timestamp,
  terminate,
  updateDoc,
  where,
  writeBatch,
} from 'firebase/firestore';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLine } from '../../testing/line.ts';
import { newProjectId, openTarget } from './target.ts';

const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /open/{id} { allow read, write; }
    match /notes/{id} {
      allow get: if true;
      allow list: if request.auth != null && resource.data.owner == request.auth.uid;
      allow create: if request.auth != null && request.resource.data.owner == request.auth.uid;
      allow update, delete: if request.auth != null && resource.data.owner == request.auth.uid;
    }
  }
}`;

const { target } = await openTarget();
let environment: RulesTestEnvironment;
let anonymous: Firestore;
let alice: Firestore;

beforeAll(async () => {
  setLogLevel('silent');
  const [host = '', port = ''] = target.host.split(':');
  environment = await initializeTestEnvironment({
    projectId: newProjectId(),
    firestore: { host, port: Number(port), rules },
  });
  anonymous = environment.unauthenticatedContext().firestore() as unknown as Firestore;
  alice = environment.authenticatedContext('alice').firestore() as unknown as Firestore;
});

beforeEach(() => environment.clearFirestore());

afterAll(() => environment.cleanup());

const denied = expect.objectContaining({ code: 'permission-denied' });

// Source: "Get started with Cloud Firestore Security Rules", "Securely query data".
describe('the client SDK under rules', () => {
  it('writes and reads what the rules allow', async () => {
    const note = doc(alice, 'notes/a');

    await setDoc(note, { owner: 'alice', at: serverTimestamp(), n: 1 });
    await updateDoc(note, { n: increment(2) });

    const stored = (await getDoc(doc(anonymous, 'notes/a'))).data();
    expect(stored).toMatchObject({ owner: 'alice', n: 3 });
    expect(stored?.at).toBeInstanceOf(Timestamp);
  });

  it('is refused any other operation, and writes nothing', async () => {
    await expect(setDoc(doc(anonymous, 'notes/a'), { owner: 'alice' })).rejects.toEqual(denied);
    await expect(setDoc(doc(alice, 'notes/a'), { owner: 'bob' })).rejects.toEqual(denied);
    await expect(addDoc(collection(alice, 'elsewhere'), {})).rejects.toEqual(denied);
    await expect(deleteDoc(doc(anonymous, 'notes/none'))).rejects.toEqual(denied);
    expect((await getDoc(doc(anonymous, 'notes/a'))).exists()).toBe(false);
  });

  it('writes a whole batch or nothing', async () => {
    const batch = writeBatch(alice);
    batch.set(doc(alice, 'notes/mine'), { owner: 'alice' });
    batch.set(doc(alice, 'notes/his'), { owner: 'bob' });

    await expect(batch.commit()).rejects.toEqual(denied);
    expect((await getDoc(doc(anonymous, 'notes/mine'))).exists()).toBe(false);
  });

  it('may run only queries whose filters imply that every result is allowed', async () => {
    await setDoc(doc(alice, 'notes/a'), { owner: 'alice' });
    const notes = collection(alice, 'notes');

    await expect(getDocs(notes)).rejects.toEqual(denied);
    await expect(getDocs(query(notes, where('owner', '==', 'bob')))).rejects.toEqual(denied);
    expect((await getDocs(query(notes, where('owner', '==', 'alice')))).size).toBe(1);
    expect((await getCountFromServer(query(notes, where('owner', '==', 'alice')))).data().count).toBe(1);
  });

  it('ends a listener that the rules do not allow', async () => {
    const error = await new Promise((resolve) => {
      onSnapshot(collection(alice, 'notes'), () => undefined, resolve);
    });

    expect(error).toEqual(denied);
  });
});

// Source: "Get realtime updates with Cloud Firestore", "Transactions and batched writes".
describe('the streams of the client SDK', () => {
  it('apply writes in order and report them to listeners, local and remote', async () => {
    const counter = doc(alice, 'open/counter');
    const seen: unknown[] = [];
    const stop = onSnapshot(doc(anonymous, 'open/counter'), (snapshot) => seen.push(snapshot.get('n')));
    await expect.poll(() => seen.length).toBe(1);

    await Promise.all([setDoc(counter, { n: 0 }), ...[1, 2, 3].map(() => updateDoc(counter, { n: increment(1) }))]);
    await expect.poll(() => seen.at(-1)).toBe(3);
    stop();

    expect(seen[0]).toBeUndefined();
    expect(seen.slice(1)).toEqual([...seen.slice(1)].sort());
  });

  it('run optimistic transactions until all have succeeded', async () => {
    const counter = doc(alice, 'open/counter');
    await setDoc(counter, { n: 0 });

    await Promise.all(
      Array.from({ length: 4 }, () =>
        runTransaction(alice, async (transaction) => {
          const snapshot = await transaction.get(counter);
          transaction.update(counter, { n: (snapshot.get('n') as number) + 1 });
        }),
      ),
    );

    expect((await getDoc(counter)).get('n')).toBe(4);
  });

  it('repeat a transaction whose reads have changed, even if it does not write these documents', async () => {
    const [read, written] = [doc(alice, 'open/read'), doc(alice, 'open/written')];
    await setDoc(read, { n: 1 });
    let attempts = 0;

    const result = await runTransaction(alice, async (transaction) => {
      attempts++;
      const n = (await transaction.get(read)).get('n') as number;
      if (attempts === 1) await setDoc(doc(anonymous, 'open/read'), { n: 2 });
      transaction.set(written, { copied: n });
      return n;
    });

    expect(result).toBe(2);
    expect(attempts).toBe(2);
    expect((await getDoc(written)).get('copied')).toBe(2);
  });

  it('keep the results of a limited query correct when documents leave it', async () => {
    const open = collection(anonymous, 'open');
    const windows: string[] = [];
    const newest = query(open, where('kind', '==', 'x'), orderBy('n'), limit(2));
    const stop = onSnapshot(newest, ({ docs }) => windows.push(docs.map(({ id }) => id).join()));
    for (const [id, n] of [
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ] as const) {
      await setDoc(doc(alice, `open/${id}`), { kind: 'x', n });
    }
    await expect.poll(() => windows.at(-1)).toBe('c,b');

    await updateDoc(doc(alice, 'open/c'), { kind: 'y' });
    await expect.poll(() => windows.at(-1)).toBe('b,a');
    await deleteDoc(doc(alice, 'open/b'));
    await expect.poll(() => windows.at(-1)).toBe('a');
    stop();
  });
});

describe('the client SDK over a broken connection', () => {
  let app: FirebaseApp;

  it('receives every change once and sends its own writes after reconnecting', async () => {
    const line = await openLine(target.host);
    const [host = '', port = ''] = line.host.split(':');
    app = initializeApp({ projectId: environment.projectId }, 'broken');
    const broken = getFirestore(app);
    connectFirestoreEmulator(broken, host, Number(port));
    const changes: string[] = [];
    const stop = onSnapshot(collection(broken, 'open'), (snapshot) => {
      for (const change of snapshot.docChanges()) changes.push(`${change.type} ${change.doc.id}`);
    });
    await setDoc(doc(alice, 'open/before'), { n: 1 });
    await setDoc(doc(alice, 'open/gone'), { n: 1 });
    await expect.poll(() => changes.length).toBe(2);

    line.cut();
    await setDoc(doc(alice, 'open/meanwhile'), { n: 1 });
    await deleteDoc(doc(alice, 'open/gone'));
    const own = setDoc(doc(broken, 'open/own'), { n: 1 });
    line.mend();
    await own;
    await expect.poll(() => changes.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(5);
    stop();
    await terminate(broken);
    await deleteApp(app);
    line.close();

    expect([...changes].sort()).toEqual(
      ['added before', 'added gone', 'added meanwhile', 'added own', 'removed gone'].sort(),
    );
    expect((await getDoc(doc(anonymous, 'open/own'))).exists()).toBe(true);
  }, 60_000);
});
