import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createExporting } from '../compose/exporting.ts';
import { createSweep } from '../compose/sweep.ts';
import { createWork } from '../compose/work.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { api } from '../testing/api.ts';
import { seedMovingPublication } from '../testing/moving.ts';
import { seedPost, stored, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { unzipped, zippedExport } from '../testing/zips.ts';
import { EXPORT_FOLDER, exportJob, exportKind } from './exports.job.ts';
import { createExportRepository, exportJobId } from './exports.repository.ts';
import { endExport } from './old-exports.ts';

const PATH = '/api/admin/exports';
const DAY_MS = 86_400_000;

let [admin, other]: TestUser[] = [];
const exports = createExportRepository(db, createJobTable(db));
const objects = async () => (await (await dependencies.bucket()).getFiles({ prefix: `${EXPORT_FOLDER}/` }))[0];

beforeEach(async () => {
  await resetFirestore();
  await (await dependencies.bucket()).deleteFiles();
  clock.advance(61_000);
  [admin, other] = await Promise.all([signIn({ role: 'admin' }), signIn({ role: 'admin' })]);
});

describe('an export in the browser', () => {
  it('is created, downloaded and private, and concurrent requests create only one', async () => {
    await seedPost({ title: 'Harbour', authorId: admin?.id ?? '' });

    const made = await Promise.all([api.post(PATH, undefined, admin), api.post(PATH, undefined, other)]);

    expect(made.map(({ status }) => status)).toEqual([200, 200]);
    const jobs = Object.values(await storedAll('jobs')).filter(({ kind }) => kind === 'content.export');
    expect(jobs).toHaveLength(1);
    const { body } = await api.get(PATH, other);
    expect(body).toMatchObject({ state: 'ready', problem: null, bytes: expect.any(Number) });
    const fetched = await fetch(body.url);
    expect(fetched.headers.get('content-disposition')).toContain('attachment');
    const bytes = Buffer.from(await fetched.arrayBuffer());
    expect(bytes).toHaveLength(body.bytes);
    const files = await unzipped(bytes);
    expect(files.size).toBe(body.files);
    expect([...files.values()].some((one) => one.includes('Harbour'))).toBe(true);
    expect((await fetch(body.url.replace(/&token=.*/, ''))).status).toBe(403);
    expect((await objects()).map(({ name }) => name)).toEqual([expect.stringMatching(/^exports\/[\w-]+\.zip$/)]);
    const acts = Object.values(await storedAll('audit')).filter(({ action }) => action === 'content.export');
    expect(acts).toEqual([expect.objectContaining({ actorId: jobs[0]?.createdBy, target: 'system/export' })]);
  });

  it('has the same bytes as from the command line, for any number of parts, even if each is written twice', {
    tags: 'thorough',
  }, async () => {
    await seedMovingPublication();
    await exports.begin('e1', exportJob('e1', admin?.id ?? ''), clock.now());
    const expected = await zippedExport();
    const { step } = exportKind({
      stored: exports,
      exporting: () => createExporting(dependencies),
      bucket: dependencies.bucket,
      publicBucket: dependencies.config.publicBucket,
      clock,
      partBytes: 2_000,
    });

    let parts = 0;
    for (let cursor: unknown = null; ; parts += 1) {
      await step({ exportId: 'e1' }, cursor);
      const { next } = await step({ exportId: 'e1' }, cursor);
      if (next === null) break;
      cursor = next;
    }

    expect(parts).toBeGreaterThan(3);
    const [zip] = await objects();
    if (!zip) throw new Error('there is no zip');
    const bytes = await buffer(zip.createReadStream());
    expect(await unzipped(bytes)).toEqual(await unzipped(expected));
    expect(bytes.equals(expected)).toBe(true);
  });

  it('is replaced by the next one, also after it was given up', { tags: 'thorough' }, async () => {
    await exports.begin('e1', exportJob('e1', admin?.id ?? ''), clock.now());
    await db.doc(`jobs/${exportJobId('e1')}`).update({ status: 'failed', dueAt: null, reason: 'No place' });
    expect((await api.get(PATH, admin)).body).toMatchObject({ state: 'making', problem: 'No place' });

    const { body } = await api.post(PATH, undefined, admin);

    expect(body).toMatchObject({ state: 'ready', problem: null });
    clock.advance(61_000);
    const again = await api.post(PATH, undefined, admin);
    expect(again.body.url).not.toBe(body.url);
    await createSweep(dependencies)();
    expect(await objects()).toHaveLength(1);
    expect((await fetch(body.url)).ok).toBe(false);
    expect((await fetch(again.body.url)).status).toBe(200);
  });

  it('is finished by the function `work`, and deleted after seven days', async () => {
    await exports.begin('e1', exportJob('e1', admin?.id ?? ''), clock.now());
    expect((await api.get(PATH, admin)).body).toMatchObject({ state: 'making', files: 0, url: null });
    await createWork(dependencies)();
    const { body } = await api.get(PATH, admin);
    expect(body.state).toBe('ready');

    clock.advance(7 * DAY_MS + 1_000);
    expect((await api.get(PATH, admin)).body).toMatchObject({ state: 'none', url: null });
    await createSweep(dependencies)();

    expect([await objects(), await stored('system/export')]).toEqual([[], null]);
    expect((await fetch(body.url)).ok).toBe(false);
  });

  it('is deleted when an account in it is deleted', async () => {
    await api.post(PATH, undefined, admin);

    await endExport({ exports, bucket: await dependencies.bucket() });

    expect((await api.get(PATH, admin)).body).toMatchObject({ state: 'none' });
    expect(await objects()).toEqual([]);
  });
});
