import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { upgradePage } from '../firestore/upgrade-page.ts';
import { stored, storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, logLines, resetFirestore } from '../testing/server.ts';
import { createDataVersionRepository } from './data-version.repository.ts';
import { createDataVersion, defineUpgrade } from './data-version.ts';
import { createJobTable } from './jobs.repository.ts';
import { createRunner } from './runner.ts';

const MINUTE_MS = 60_000;

beforeEach(async () => {
  await resetFirestore();
  logLines.length = 0;
});

/** Adds a sort field of lists: queries do not find documents without it. */
const withRank = (pages: string[]) =>
  defineUpgrade({
    version: 2,
    about: 'ranks',
    cursor: z.string(),
    step(cursor) {
      pages.push('ranks');
      const change = ({ size }: { size?: number }) => ({ rank: (size ?? 0) * 10 });
      return upgradePage(db, { collection: 'things', to: 2, change }, cursor);
    },
  });

const withTitle = (pages: string[]) =>
  defineUpgrade({
    version: 3,
    about: 'titles',
    cursor: z.string(),
    step(cursor) {
      pages.push('titles');
      return upgradePage(
        db,
        { collection: 'things', to: 3, change: ({ rank }) => ({ title: `Rank ${rank}` }) },
        cursor,
      );
    },
  });

/** An instance of `work` with these upgrades. `runTwice` waits until instances with older code have ended. */
function instanceWith(upgrades: ReturnType<typeof withRank>[]) {
  const jobs = createJobTable(db);
  const versions = createDataVersionRepository(db);
  const data = createDataVersion({ versions, upgrades, jobs, clock, log: dependencies.log });
  const runner = createRunner({
    jobs,
    workers: [data.kind],
    isReady: () => data.prepare(),
    clock,
    log: dependencies.log,
  });
  return {
    run: () => runner.run(MINUTE_MS),
    async runTwice() {
      await runner.run(MINUTE_MS);
      clock.advance(10 * MINUTE_MS);
      await runner.run(MINUTE_MS);
    },
  };
}

const rankedThings = async () => (await db.collection('things').orderBy('rank').get()).docs.map(({ id }) => id);

describe('an upgrade of the data', () => {
  it('lets queries of newer code find older documents, version by version', { tags: 'thorough' }, async () => {
    await db.doc('things/b').set({ size: 2, schemaVersion: 1 });
    await db.doc('things/a').set({ size: 5 });
    await db.doc('things/new').set({ rank: 30, title: 'By newer code', schemaVersion: 3 });
    expect(await rankedThings()).toEqual(['new']);
    const pages: string[] = [];
    const upgrades = [withRank(pages), withTitle(pages)];
    const [one, other] = [instanceWith(upgrades), instanceWith(upgrades)];

    await one.run();
    clock.advance(9 * MINUTE_MS);
    await other.run();
    expect(await rankedThings()).toEqual(['new']);
    clock.advance(MINUTE_MS);
    await Promise.all([one.run(), other.run()]);
    expect(await rankedThings()).toEqual(['b', 'new', 'a']);
    await other.runTwice();
    await Promise.all([one.run(), instanceWith(upgrades).run()]);

    expect(pages).toEqual(['ranks', 'titles']);
    expect(await storedAll('things')).toEqual({
      a: { size: 5, rank: 50, title: 'Rank 50', schemaVersion: 3 },
      b: { size: 2, rank: 20, title: 'Rank 20', schemaVersion: 3 },
      new: { rank: 30, title: 'By newer code', schemaVersion: 3 },
    });
    expect(await stored('system/schema')).toMatchObject({ version: 3 });
    expect(Object.keys(await storedAll('jobs'))).toEqual(['schema-2', 'schema-3']);
  });

  it('processes a collection page by page', async () => {
    const batch = db.batch();
    for (let n = 0; n < 120; n += 1) batch.set(db.collection('things').doc(`${n}`), { size: n });
    await batch.commit();
    const pages: string[] = [];

    await instanceWith([withRank(pages)]).runTwice();

    expect(pages).toHaveLength(2);
    expect(await rankedThings()).toHaveLength(120);
    expect(await stored('jobs/schema-2')).toMatchObject({ status: 'done', done: 120, about: 'ranks' });
  });

  it('runs again in the same instance after older data was restored', { tags: 'thorough' }, async () => {
    await db.doc('things/b').set({ size: 2 });
    const pages: string[] = [];
    const instance = instanceWith([withRank(pages)]);
    await instance.runTwice();
    const restore = async () => {
      await db.doc('things/b').set({ size: 2 });
      await db.doc('system/schema').set({ version: 1, schemaVersion: 1 });
    };

    for (let round = 0; round < 2; round += 1) {
      await restore();
      expect(await rankedThings()).toEqual([]);
      await Promise.all([instance.run(), instanceWith([withRank(pages)]).run()]);
      clock.advance(10 * MINUTE_MS);
      await Promise.all([instance.run(), instanceWith([withRank(pages)]).run()]);
      expect(await rankedThings()).toEqual(['b']);
    }

    expect(pages).toHaveLength(3);
    expect(await stored('system/schema')).toMatchObject({ version: 2 });
    expect(await stored('jobs/schema-2')).toMatchObject({ status: 'done', done: 1 });
  });

  it('does not run, like any other job, if the data is newer than the code', async () => {
    await db.doc('things/b').set({ size: 2 });
    await db.doc('system/schema').set({ version: 3, schemaVersion: 1 });
    const pages: string[] = [];
    await createJobTable(db).create(
      { id: 'waiting', kind: 'schema.migrate', params: { to: 2 }, about: null, createdBy: 'system' },
      clock.now(),
    );

    await instanceWith([withRank(pages)]).run();

    expect(pages).toEqual([]);
    expect(await stored('things/b')).toEqual({ size: 2 });
    expect(await stored('jobs/waiting')).toMatchObject({ status: 'running', page: 0, attempts: 0 });
    expect(logLines).toEqual([
      {
        severity: 'ERROR',
        message: 'the data is newer than this code, so no job runs',
        fields: { data: 3, code: 2 },
      },
    ]);
  });
});
