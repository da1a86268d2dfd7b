import { createRandom } from '@inkwell/shared/testing/random';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createMeter, withMeter } from '../common/meter.ts';
import { createWork } from '../compose/work.ts';
import { meterFirestore } from '../firestore/meter.ts';
import { storedAll } from '../testing/posts.ts';
import { clock, db, dependencies, logLines, resetFirestore } from '../testing/server.ts';
import { defineKind, type Worker } from './job.ts';
import { createJobTable, type JobTable } from './jobs.repository.ts';
import { createRunner } from './runner.ts';

const MINUTE_MS = 60_000;
const table = createJobTable(db);
const things = db.collection('things');

beforeEach(async () => {
  await resetFirestore();
  logLines.length = 0;
});

/** Points of a step at which tests can stop it. */
type Passage = (place: string) => Promise<void>;
const freely: Passage = async () => {};

/** Marks the items 0 to `count` in pages; `times` is how often each item without a mark was marked. */
const marking = ({ pass = freely, pages = [] }: { pass?: Passage; pages?: string[] } = {}) =>
  defineKind({
    name: 'mark',
    params: z.object({ count: z.int(), size: z.int(), as: z.string() }),
    cursor: z.int(),
    total: async ({ count }) => count,
    async step({ count, size, as }, cursor) {
      const from = cursor ?? 0;
      const to = Math.min(from + size, count);
      pages.push(`${as} ${from}`);
      for (let n = from; n < to; n += 1) {
        await pass('a mark');
        await db.runTransaction(async (transaction) => {
          const ref = things.doc(`${as}-${n}`);
          const times: number = (await transaction.get(ref)).get('times') ?? 0;
          if (times === 0) transaction.set(ref, { times: times + 1 });
        });
      }
      return { next: to < count ? to : null, count: to - from };
    },
  });

const runnerWith = (workers: readonly Worker[], jobs: JobTable = table) =>
  createRunner({ jobs, workers, isReady: async () => true, clock, log: dependencies.log });

const make = async (count: number, size: number, as = 'a') => {
  const job = { id: as, kind: 'mark', params: { count, size, as }, about: null, createdBy: 'system' };
  await table.create(job, clock.now());
};

/** A process that is killed at its nth write and then does nothing more. */
function killedAt(nth: number) {
  let left = nth;
  let die = () => {};
  const death = new Promise<'killed'>((resolve) => (die = () => resolve('killed')));
  const pass: Passage = async () => {
    if (left === 0) {
      die();
      await new Promise(() => {});
    }
    left -= 1;
  };
  const jobs: JobTable = {
    ...table,
    async claim(id, at) {
      const job = await table.claim(id, at);
      await pass('claimed');
      return job;
    },
    async finishPage(leased, page, at) {
      await pass('before a page is noted');
      const outcome = await table.finishPage(leased, page, at);
      await pass('after a page is noted');
      return outcome;
    },
  };
  const runner = runnerWith([marking({ pass })], jobs);
  return { run: () => Promise.race([runner.run(MINUTE_MS).then(() => 'through' as const), death]) };
}

async function expectExact(as: string, count: number) {
  expect(await table.find(as)).toMatchObject({ status: 'done', done: count, total: count, reason: null, dueAt: null });
  const marks = Object.entries(await storedAll('things')).filter(([id]) => id.startsWith(`${as}-`));
  expect(marks.map(([, { times }]) => times)).toEqual(Array(count).fill(1));
}

describe('a job', () => {
  it('is done once, page by page, by any of several runners', { tags: 'thorough' }, async () => {
    const pages: string[] = [];
    await Promise.all(['a', 'b', 'c'].map((as) => make(10, 4, as)));

    await Promise.all(Array.from({ length: 4 }, () => runnerWith([marking({ pages })]).run(MINUTE_MS)));

    expect(pages.sort()).toEqual(['a 0', 'a 4', 'a 8', 'b 0', 'b 4', 'b 8', 'c 0', 'c 4', 'c 8']);
    for (const as of ['a', 'b', 'c']) await expectExact(as, 10);
  });

  it('continues after its process is killed at any of its writes', async () => {
    let writes = 0;
    for (let outcome = 'killed'; outcome === 'killed'; writes += 1) {
      const as = `at${writes}`;
      await make(4, 2, as);
      outcome = await killedAt(writes).run();
      clock.advance(MINUTE_MS);

      await runnerWith([marking()]).run(MINUTE_MS);

      await expectExact(as, 4);
    }
    expect(writes).toBe(1 + 2 * 4 + 1);
  });

  it('ends correctly after kills at random points', { tags: 'thorough' }, async () => {
    const KILLS = 8;
    await make(48, 5);
    const random = createRandom(20261121);

    let kills = 0;
    while (kills < KILLS && (await killedAt(Math.floor(random() * 16)).run()) === 'killed') {
      kills += 1;
      clock.advance(MINUTE_MS);
    }
    await runnerWith([marking()]).run(MINUTE_MS);

    expect(kills).toBe(KILLS);
    await expectExact('a', 48);
  });

  it('cannot store a page once its lease has ended and another runner has one', async () => {
    let go = () => {};
    const wait = new Promise<void>((resolve) => (go = resolve));
    const pages: string[] = [];
    await make(6, 2);
    const slow = runnerWith([marking({ pages, pass: () => wait })]).run(MINUTE_MS);
    await vi.waitFor(() => expect(pages).toHaveLength(1));
    await runnerWith([marking()]).run(MINUTE_MS);
    expect(await table.find('a')).toMatchObject({ status: 'running', done: 0, fence: 1 });
    clock.advance(MINUTE_MS);

    await runnerWith([marking()]).run(MINUTE_MS);
    await expectExact('a', 6);
    go();
    await slow;

    await expectExact('a', 6);
    expect(logLines.map(({ message }) => message)).toEqual(['job done', 'another instance has the lease of the job']);
  });

  it('keeps its lease while a page takes longer than the lease lasts', { tags: 'thorough' }, async () => {
    await make(1, 1);
    let renewals = 0;
    let end = () => {};
    const isDone = new Promise<void>((resolve) => (end = resolve));
    let go = () => {};
    const isRenewed = new Promise<void>((resolve) => (go = resolve));
    const renewing: JobTable = {
      ...table,
      async renew(leased, at) {
        await table.renew(leased, at);
        renewals += 1;
        if (renewals === 1) clock.advance(50_000);
        if (renewals === 3) go();
      },
    };
    const slow = marking({ pass: () => isDone });
    const running = createRunner({
      jobs: renewing,
      workers: [slow],
      isReady: async () => true,
      clock,
      log: dependencies.log,
      renewMs: 5,
    }).run(10 * MINUTE_MS);
    await isRenewed;
    clock.advance(20_000);

    expect(await table.claim('a', clock.now())).toBeNull();

    end();
    await running;
    expect(await table.find('a')).toMatchObject({ status: 'done', done: 1 });
  });

  it('stores a page once if the answer was lost', async () => {
    await make(4, 2);
    const leased = await table.claim('a', clock.now());
    if (leased === null || leased === 'given-up') throw new Error('nobody else is there');
    const page = { next: 2, count: 2, total: 4, goesOn: true };

    const outcomes = [
      await table.finishPage(leased, page, clock.now()),
      await table.finishPage(leased, page, clock.now()),
    ];

    expect(outcomes).toEqual(['stored', 'stored']);
    expect(await table.find('a')).toMatchObject({ done: 2, page: 1, cursor: 2 });
  });

  it('lets other jobs run after its turn, and stays within its time limit', async () => {
    const pages: string[] = [];
    // Each read of this clock takes 4 s.
    const now = () => {
      clock.advance(4_000);
      return clock.now();
    };
    const kind = marking({ pages });
    const runner = createRunner({
      jobs: table,
      workers: [kind],
      isReady: async () => true,
      clock: { now },
      log: dependencies.log,
    });
    await make(40, 1, 'long');
    clock.advance(1_000);
    await make(2, 1, 'short');

    await runner.run(MINUTE_MS);

    expect(pages.indexOf('short 0')).toBeLessThan(4);
    expect(pages.length).toBeLessThan(12);
    expect(await table.find('long')).toMatchObject({ status: 'running', attempts: 0 });
  });

  it('counts its items once, and waits for the time that a page sets', async () => {
    const pages: unknown[] = [];
    const totals: unknown[] = [];
    const notBefore = new Date(clock.now().getTime() + MINUTE_MS);
    const worker: Worker = {
      name: 'mark',
      total: async (params) => totals.push(params),
      step: async (_, cursor) => (cursor === null ? { next: 1, count: 1 } : { next: 2, count: 1, notBefore }),
    };
    const jobs: JobTable = {
      ...table,
      finishPage(leased, page, at) {
        pages.push([page.total, page.goesOn]);
        return table.finishPage(leased, page, at);
      },
    };
    await make(3, 1);

    await runnerWith([worker], jobs).begin('a');

    expect(pages).toEqual([
      [1, true],
      [1, false],
    ]);
    expect(totals).toHaveLength(1);
  });

  it('costs one read if there is nothing to do', async () => {
    meterFirestore(db);
    const meter = createMeter();

    await withMeter(meter, () => runnerWith([marking()]).run(MINUTE_MS));

    expect(meter).toEqual({ reads: 1, writes: 0 });
  });
});

describe('a page that fails', () => {
  const broken = () => marking({ pass: () => Promise.reject(new Error('thing 2 is broken\n  at some line')) });

  it('is retried with growing pauses, and given up after eight attempts', async () => {
    await make(4, 2);
    const runner = runnerWith([broken()]);
    const pauses: number[] = [];

    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await runner.run(MINUTE_MS);
      const job = await table.find('a');
      expect(job).toMatchObject({ attempts: attempt, reason: 'thing 2 is broken' });
      const pauseMs = (job?.dueAt?.getTime() ?? 0) - (job?.updatedAt.getTime() ?? 0);
      if (job?.dueAt) pauses.push(pauseMs / 1000);
      clock.advance(Math.max(pauseMs - 2_000, 0));
      if (job?.dueAt) await runner.run(MINUTE_MS);
      expect(await table.find('a')).toEqual(job);
      clock.advance(2_000);
    }

    expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920]);
    expect(await table.find('a')).toMatchObject({ status: 'failed', done: 0, dueAt: null });
    expect(logLines.map(({ severity }) => severity)).toEqual([...Array(7).fill('WARNING'), 'ERROR']);
  });

  it('is also given up if it crashes its process each time', { tags: 'thorough' }, async () => {
    await make(4, 2);

    for (let kill = 0; kill < 8; kill += 1) {
      expect(await killedAt(1).run()).toBe('killed');
      clock.advance(MINUTE_MS);
    }
    await runnerWith([marking()]).run(MINUTE_MS);

    expect(await table.find('a')).toMatchObject({
      status: 'failed',
      reason: 'It was interrupted at the same place each time',
    });
  });

  it('does not block other jobs; neither does an unknown or invalid job', async () => {
    await make(4, 2);
    const unknown = { id: 'newer', kind: 'from.a.newer.version', params: {}, about: null, createdBy: 'system' };
    await table.create(unknown, clock.now());
    await table.create({ ...unknown, id: 'other', kind: 'mark', params: { count: 'many' } }, clock.now());
    await db.doc('jobs/garbled').set({ dueAt: clock.now(), status: 'who knows' });

    await runnerWith([marking()]).run(MINUTE_MS);

    await expectExact('a', 4);
    expect(await table.find('newer')).toMatchObject({
      status: 'running',
      reason: 'This version does not know jobs of the kind from.a.newer.version',
    });
    expect(await table.find('other')).toMatchObject({ status: 'running', attempts: 1, reason: expect.any(String) });
    expect(logLines).toContainEqual(
      expect.objectContaining({ severity: 'ERROR', fields: expect.objectContaining({ job: 'garbled' }) }),
    );
  });

  it('that makes no progress for ten minutes is reported', { tags: 'thorough' }, async () => {
    await db.doc('jobs/garbled').set({ dueAt: clock.now(), status: 'who knows' });
    const work = createWork(dependencies);
    const reports = () => logLines.filter(({ message }) => message === 'a job stands still');

    await work();
    expect(reports()).toEqual([]);
    clock.advance(10 * MINUTE_MS);
    await work();
    expect(reports()).toMatchObject([{ severity: 'ERROR', fields: { job: 'garbled' } }]);
  });
});
