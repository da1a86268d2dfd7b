import { fileURLToPath } from 'node:url';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPortFree } from '../suite/ports.ts';
import { startTestSuite, type TestSuite } from './suite.ts';

const FIXTURE = fileURLToPath(new URL('../suite/fixture', import.meta.url));
const BUCKET = 'demo-fixture.firebasestorage.app';
let suite: TestSuite;

beforeAll(async () => {
  suite = await startTestSuite({ root: FIXTURE, services: ['auth', 'firestore', 'storage'] });
  Object.assign(process.env, suite.env);
});
afterAll(() => suite.stop());

describe('startTestSuite', () => {
  it('starts empty emulators for firebase-admin, empties them again, and ends them', async () => {
    const app = initializeApp({ projectId: suite.projectId, storageBucket: BUCKET });
    const [db, auth, bucket] = [getFirestore(app), getAuth(app), getStorage(app).bucket()];
    const state = async () => ({
      documents: (await db.collection('things').get()).size,
      users: (await auth.listUsers()).users.length,
      files: (await bucket.getFiles())[0].length,
    });
    await db.collection('things').add({ at: 1 });
    await auth.createUser({ email: 'a@fixture.test', password: 'Fixture#1' });
    await bucket.file('a.txt').save('a', { resumable: false });
    expect(await state()).toEqual({ documents: 1, users: 1, files: 1 });

    await suite.reset();
    expect(await state()).toEqual({ documents: 0, users: 0, files: 0 });

    await deleteApp(app);
    await suite.stop();
    expect(await isPortFree(suite.ports.firestore)).toBe(true);
    expect(await isPortFree(suite.ports.auth)).toBe(true);
  });
});
