import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectAdmin, newProjectId, StartFailure, spawnStandIn } from '../behaviour/target.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'firestore-data-'));
  file = join(folder, 'deep', 'firestore.jsonl');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = () => spawnStandIn({ env: { INKWELL_FIRESTORE_DATA: file } });

/** What a start that must fail says. */
async function startFailure(): Promise<StartFailure> {
  try {
    const target = await start();
    await target.stop();
  } catch (error) {
    if (error instanceof StartFailure) return error;
    throw error;
  }
  throw new Error('The stand-in started, and should not have.');
}

/** Starts, writes one document and stops. */
async function makeFile(projectId: string): Promise<void> {
  const target = await start();
  const { db, close } = connectAdmin(target.host, projectId);
  await db.doc('a/kept').set({ n: 1, at: new Date(5), list: [Number.NaN, { deep: null }] });
  await db.doc('a/deleted').set({ n: 2 });
  await db.doc('a/deleted').delete();
  await close();
  await target.stop();
}

async function readBack(projectId: string) {
  const target = await start();
  const { db, close } = connectAdmin(target.host, projectId);
  const snapshot = await db.collection('a').get();
  await close();
  await target.stop();
  return snapshot.docs.map((doc) => [doc.id, doc.data()] as const);
}

describe('the data file', () => {
  it('brings everything back after a stop, with its times', async () => {
    const projectId = newProjectId();
    await makeFile(projectId);

    const [found, ...others] = await readBack(projectId);

    expect(others).toEqual([]);
    expect(found?.[0]).toBe('kept');
    expect(found?.[1]).toMatchObject({ n: 1, list: [Number.NaN, { deep: null }] });
  }, 30_000);

  it('loses at most the last moment when the process is killed while it writes', async () => {
    const projectId = newProjectId();
    const target = await start();
    const { db, close } = connectAdmin(target.host, projectId);
    const acknowledged: { id: number; at: number }[] = [];
    let killedAt = 0;
    const writing = (async () => {
      for (let id = 0; ; id++) {
        await db.doc(`a/${String(id).padStart(6, '0')}`).set({ text: 'x'.repeat(500) });
        acknowledged.push({ id, at: Date.now() });
      }
    })().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    killedAt = Date.now();
    target.process.kill('SIGKILL');
    await Promise.race([close(), new Promise((resolve) => setTimeout(resolve, 500))]);
    await Promise.race([writing, new Promise((resolve) => setTimeout(resolve, 500))]);

    const found = (await readBack(projectId)).length;

    const old = acknowledged.filter(({ at }) => at < killedAt - 1_000).length;
    expect(old).toBeGreaterThan(10);
    expect(found).toBeGreaterThanOrEqual(old);
  }, 30_000);

  it('passes over half a record at the end, and goes on from there', async () => {
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
    ['comes from a later version', (text: string) => text.replace('"version":1', '"version":9'), 'it has version 9'],
  ])(
    'that %s ends the start with one sentence, and stays as it is',
    async (_name, damage, sentence) => {
      await makeFile(newProjectId());
      const damaged = damage(readFileSync(file, 'utf8'));
      writeFileSync(file, damaged);

      const failure = await startFailure();

      expect(failure.exitCode).toBe(1);
      expect(failure.message).toContain(`${file} cannot be read: ${sentence}`);
      expect(failure.message.split('\n')).toHaveLength(1);
      expect(readFileSync(file, 'utf8')).toBe(damaged);
    },
    30_000,
  );
});
