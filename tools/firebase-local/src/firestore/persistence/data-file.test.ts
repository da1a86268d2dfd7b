import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Firestore } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../../testing/temporary-folder.ts';
import { connectAdmin, newProjectId, refusal, StartFailure, spawnStandIn } from '../behaviour/target.ts';
import { startFirestoreEmulator } from '../server.ts';

let file: string;

beforeEach(() => {
  file = join(folderOfTest(), 'deep', 'firestore.jsonl');
});

const start = () => spawnStandIn({ env: { FIREBASE_LOCAL_FIRESTORE_DATA: file } });

/** The error of a start that must fail. */
async function startFailure(): Promise<StartFailure> {
  try {
    const target = await start();
    await target.stop();
  } catch (error) {
    if (error instanceof StartFailure) return error;
    throw error;
  }
  throw new Error('The stand-in started, but should have failed.');
}

/** Starts in this process, runs `use` on the project, and stops. */
async function withStandIn<T>(projectId: string, use: (db: Firestore) => Promise<T>): Promise<T> {
  const emulator = await startFirestoreEmulator({ dataFile: file });
  const { db, close } = connectAdmin(`127.0.0.1:${emulator.port}`, projectId);
  try {
    return await use(db);
  } finally {
    await close();
    await emulator.stop();
  }
}

const makeFile = (projectId: string) =>
  withStandIn(projectId, async (db) => {
    await db.doc('a/kept').set({ n: 1, at: new Date(5), list: [Number.NaN, { deep: null }] });
    await db.doc('a/deleted').set({ n: 2 });
    await db.doc('a/deleted').delete();
  });

const readBack = (projectId: string) =>
  withStandIn(projectId, async (db) => {
    const snapshot = await db.collection('a').get();
    return snapshot.docs.map((doc) => [doc.id, doc.data()] as const);
  });

describe('the data file', () => {
  it('restores all data after a stop', async () => {
    const projectId = newProjectId();
    await makeFile(projectId);

    const [found, ...others] = await readBack(projectId);

    expect(others).toEqual([]);
    expect(found?.[0]).toBe('kept');
    expect(found?.[1]).toMatchObject({ n: 1, list: [Number.NaN, { deep: null }] });
  }, 30_000);

  it.each([1, 2, 3])(
    'contains every acknowledged write after a kill during writes (%i)',
    async () => {
      const projectId = newProjectId();
      const target = await start();
      const { db, close } = connectAdmin(target.host, projectId);
      const acknowledged: string[] = [];
      const write = async (worker: number) => {
        for (let n = 0; ; n++) {
          const id = `${worker}-${n}`;
          await db.doc(`a/${id}`).set({ text: 'x'.repeat(500) });
          acknowledged.push(id);
        }
      };
      const writing = [0, 1, 2, 3].map((worker) => write(worker).catch(() => undefined));
      await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(100);
      target.process.kill('SIGKILL');
      await Promise.race([Promise.all([close(), ...writing]), new Promise((resolve) => setTimeout(resolve, 500))]);

      const found = new Set((await readBack(projectId)).map(([id]) => id));

      expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    },
    30_000,
  );

  it.runIf(process.platform === 'linux')(
    'that cannot grow refuses commits without losing data, until it can grow again',
    async () => {
      const projectId = newProjectId();
      const target = await start();
      const said: string[] = [];
      target.process.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
      const { db, close } = connectAdmin(target.host, projectId);
      const limit = (bytes: string) => execFileSync('prlimit', [`--pid=${target.process.pid}`, `--fsize=${bytes}:`]);
      await db.doc('a/before').set({ n: 1 });
      limit(String(statSync(file).size + 100));

      let attempts = 0;
      const refused = await refusal(
        db.runTransaction(async (transaction) => {
          attempts += 1;
          transaction.create(db.doc('a/refused'), { text: 'x'.repeat(5_000) });
        }),
      );
      const seen = (await db.collection('a').get()).docs.map(({ id }) => id);
      limit('unlimited');
      await db.doc('a/after').set({ n: 2 });
      await close();
      await target.stop();

      expect(attempts).toBe(1);
      expect(refused.message).toContain('Nothing was written: the emulator cannot store it');
      expect(said.join('')).toMatch(/cannot be written: .* Commits fail until it can\.\n.* can be written again/s);
      expect(seen).toEqual(['before']);
      expect((await readBack(projectId)).map(([id]) => id)).toEqual(['after', 'before']);
    },
    30_000,
  );

  it('ignores an incomplete record at the end, and replaces it', async () => {
    const projectId = newProjectId();
    await makeFile(projectId);
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"db":"projects/x`);

    expect(await readBack(projectId)).toHaveLength(1);
    expect(await readBack(projectId)).toHaveLength(1);
  }, 30_000);

  it.each([
    ['is damaged in the middle', (text: string) => text.replace('"set"', '"s'), 'line 2 is damaged'],
    ['is something else', () => 'hello', 'it is not a data file of this emulator'],
    ['is empty', () => '', 'it is not a data file of this emulator'],
    ['has a later version', (text: string) => text.replace('"version":1', '"version":9'), 'it has version 9'],
  ])('that %s is refused in one sentence, and is not changed', async (_name, damage, sentence) => {
    await makeFile(newProjectId());
    const damaged = damage(readFileSync(file, 'utf8'));
    writeFileSync(file, damaged);

    await expect(startFirestoreEmulator({ dataFile: file })).rejects.toThrow(`${file} cannot be read: ${sentence}`);
    expect(readFileSync(file, 'utf8')).toBe(damaged);
  });

  it('that cannot be read ends the program with only this sentence and exit code 1', async () => {
    await makeFile(newProjectId());
    writeFileSync(file, 'hello');

    const failure = await startFailure();

    expect(failure.exitCode).toBe(1);
    expect(failure.message).toMatch(/^The Firestore data file .* cannot be read: .*\.$/);
  });

  it('is rewritten when it has grown, including writes during the rewrite', async () => {
    const projectId = newProjectId();
    const text = 'x'.repeat(900_000);
    const sizes: number[] = [];
    await withStandIn(projectId, async (db) => {
      for (let n = 1; n <= 40; n++) {
        await db.doc(`a/${n % 2}`).set({ n, text });
        sizes.push(statSync(file).size);
      }
      await expect.poll(() => statSync(file).size).toBeLessThan(20_000_000);
    });

    const found = await readBack(projectId);

    expect(Math.max(...sizes)).toBeLessThan(36_000_000);
    expect(found.map(([id, data]) => [id, data.n])).toEqual([
      ['0', 40],
      ['1', 39],
    ]);
  });
});
