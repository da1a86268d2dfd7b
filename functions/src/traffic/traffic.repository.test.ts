import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createRandom } from '@inkwell/shared/testing/random';
import { PageKind, TRAFFIC_LIMITS } from '@inkwell/shared/traffic';
import { FieldPath, Query } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { documentsRead } from '../common/paging.ts';
import { nothingUnderWay } from '../common/under-way.ts';
import { storedAll } from '../testing/posts.ts';
import { db, dependencies, resetFirestore } from '../testing/server.ts';
import { addDays } from './days.ts';
import { createTrafficRecorder } from './recorder.repository.ts';
import { MEASURES } from './speed.ts';
import { apply, type Change, decodeDay, encodeDay, type Figures, figuresOf, SITE } from './tally.ts';
import { createTrafficRepository, SHARDS } from './traffic.repository.ts';

beforeEach(resetFirestore);

const DAY = '2026-11-10';
const traffic = createTrafficRepository(db);
const viewOf = (visitor: number, scope = SITE): Change => ({ scope, kind: 'all', key: '', visitor });

/** An instance that knows how often it has written. */
function instance(everyMs: number) {
  const state = { writes: 0 };
  const { record } = createTrafficRecorder({
    traffic: {
      shard: traffic.shard,
      store(...args) {
        state.writes += 1;
        return traffic.store(...args);
      },
    },
    everyMs,
    onError: () => undefined,
  });
  return { state, record };
}

const totalOf = async (scope = SITE, day = DAY) =>
  (await traffic.read(scope, day, day)).get(day)?.get('all')?.get('') ?? [0, 0];

describe('instances that count concurrently', () => {
  it('count every view exactly, before and after the day is folded', async () => {
    const instances = Array.from({ length: 4 }, () => instance(0));

    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        instances[n % 4]?.record(DAY, [viewOf(n << 20), viewOf(n << 20, `p${n % 3}`)]),
      ),
    );
    await nothingUnderWay();

    const before = await totalOf();
    expect(before[0]).toBe(200);
    expect((await totalOf('p0'))[0]).toBe(67);
    expect(await traffic.fold('2026-11-11')).toBeGreaterThan(0);
    expect(await totalOf()).toEqual(before);
    expect((await totalOf('p2'))[0]).toBe(66);
    expect((await traffic.read(SITE, DAY, DAY)).get(DAY)?.get('post')?.get('p1')?.[0]).toBe(67);
    // A late write is a separate part, and a repeat changes nothing.
    await instance(0).record(DAY, [viewOf(1), viewOf(1, 'p1')]);
    for (let n = 0; n < 2; n += 1) await traffic.fold('2026-11-11');
    expect((await totalOf())[0]).toBe(201);
    expect((await totalOf('p1'))[0]).toBe(68);
    expect(await storedAll('trafficShards')).toEqual({});
  });

  it('write to one shard while only one is active, and at most once per interval', async () => {
    const one = instance(500);
    await one.record(DAY, [viewOf(1)]);
    const begun = one.record(DAY, [viewOf(2)]);
    await Promise.all(Array.from({ length: 50 }, (_, n) => one.record(DAY, [viewOf(n)])));
    await begun;
    await nothingUnderWay();

    expect((await totalOf())[0]).toBe(52);
    expect(one.state.writes).toBeLessThanOrEqual(3);
    expect(Object.keys(await storedAll('trafficShards'))).toEqual([`${DAY}_0`]);
  });

  it('keep a write whose answer was lost, and repeat one that failed', async () => {
    let fails: 'before' | 'after' | null = null;
    const recorder = createTrafficRecorder({
      traffic: {
        ...traffic,
        async store(...args) {
          const way = fails;
          fails = null;
          if (way === 'before') throw new Error('down');
          const stored = await traffic.store(...args);
          if (way === 'after') throw new Error('no answer');
          return stored;
        },
      },
      everyMs: 0,
      onError: () => undefined,
    });
    for (const way of ['before', 'after', null] as const) {
      fails = way;
      await recorder.record(DAY, [viewOf(1)]);
    }

    expect((await totalOf())[0]).toBe(3);
  });

  it('leave a shard that they filled', async () => {
    const one = instance(0);
    const campaigns = Array.from(
      { length: 260 },
      (_, n): Change => ({ scope: SITE, kind: 'campaign', key: `${n} ${'x'.repeat(1_000)}` }),
    );
    await one.record(DAY, campaigns);
    for (let n = 0; n < 2; n += 1) await one.record(DAY, [viewOf(n)]);

    const shards = Object.values(await storedAll('trafficShards'));
    expect(shards.map(({ scopes }) => scopes[SITE].length > 250_000).sort()).toEqual([false, true]);
    expect((await totalOf())[0]).toBe(2);
  });

  it('lose only visits that were not yet written when ten processes are killed at random', {
    tags: 'thorough',
    timeout: 180_000,
  }, async () => {
    const random = createRandom(7);
    const { projectId } = dependencies.config;
    const run = async (number: number) => {
      const args = [projectId, db.databaseId, DAY, String(number), '1000'];
      const child = spawn(process.execPath, ['--import', 'tsx', 'src/testing/count-visits.ts', ...args], {
        cwd: new URL('../..', import.meta.url),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      // Two of the ten are not killed.
      const killAt = number < 8 ? Math.floor(random() * 1_000) : Number.POSITIVE_INFINITY;
      let [recorded, stored] = [0, 0];
      for await (const line of createInterface({ input: child.stdout as Readable })) {
        [recorded = 0, stored = 0] = line.split(' ').map(Number);
        if (recorded >= killAt) child.kill('SIGKILL');
      }
      return { recorded, stored };
    };
    const runs = await Promise.all(Array.from({ length: 10 }, (_, number) => run(number)));

    const [views, visitors] = await totalOf();
    const ofScope = async (scope: string) => (await traffic.read(scope, DAY, DAY)).get(DAY);
    // A visit's changes are all written, or none.
    expect((await ofScope('p1'))?.get('read')?.get('100')?.[0]).toBe(views);
    expect((await ofScope('issue*i'))?.get('click')?.get('0')?.[0]).toBe(views);
    const sum = (of: 'recorded' | 'stored') => runs.reduce((total, one) => total + one[of], 0);
    expect(runs.slice(8)).toEqual([1, 2].map(() => ({ recorded: 1_000, stored: 1_000 })));
    expect(views).toBeLessThanOrEqual(sum('recorded'));
    expect(views).toBeGreaterThanOrEqual(sum('stored'));
    expect(sum('stored')).toBeGreaterThan(sum('recorded') / 2);
    expect(Math.abs(visitors / views - 1)).toBeLessThanOrEqual(TRAFFIC_LIMITS.errorPercent / 100);
  });
});

describe('a killed fold', () => {
  /** A Firestore that fails after the posts are written: the transaction that would finish the fold never starts. */
  const killed = createTrafficRepository(
    new Proxy(db, {
      get(target, key) {
        if (key === 'runTransaction') return () => Promise.reject(new Error('killed'));
        const value = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
  );

  it('counts nothing twice: not before it is repeated, not after, and not late visits', async () => {
    for (const expected of [1, 2]) {
      await instance(0).record(DAY, [viewOf(1), viewOf(1, 'p1')]);
      await expect(killed.fold('2026-11-11')).rejects.toThrow('killed');
      expect(Object.keys(await storedAll('traffic'))).toContain('p1_2026-11');
      for (const scope of ['p1', SITE]) expect((await totalOf(scope))[0]).toBe(expected);
      await traffic.fold('2026-11-11');
      for (const scope of ['p1', SITE]) expect((await totalOf(scope))[0]).toBe(expected);
    }
    expect(await storedAll('trafficShards')).toEqual({});
  });
});

describe('a shard', () => {
  it('is read only for the requested scope, or for the minutes of the site', async () => {
    await instance(0).record(DAY, [{ scope: SITE, kind: 'minute', key: '7' }, viewOf(1), viewOf(1, 'p1')]);
    const select = vi.spyOn(Query.prototype, 'select');

    expect((await totalOf('p1'))[0]).toBe(1);
    expect(await traffic.minutes(DAY, DAY)).toEqual(new Map([['7', 1]]));
    const scopes = select.mock.calls.map((fields) => fields.at(-1));
    expect(scopes).toEqual(['p1', SITE].map((scope) => new FieldPath('scopes', scope)));
    select.mockRestore();
  });
});

describe('figures of many months', { tags: 'thorough' }, () => {
  /** A busy day: 500 sources, 3,000 posts, and words in all other kinds. */
  const busyDay = (seed: number): Figures => {
    const tally = new Map();
    const add = (kind: Change['kind'], key: string, visitor: number) =>
      apply(tally, { scope: SITE, kind, key, visitor });
    for (let n = 0; n < 3_000; n += 1) {
      const visitor = (n * 2_654_435_761 + seed) >>> 0;
      add('all', '', visitor);
      add('post', `post-id-of-20-chars${n}`, visitor);
      add('source', `a-long-host-name-${(n * 7 + seed) % 500}.example.com`, visitor);
      for (const kind of ['campaign', 'tag', 'category', 'search', 'unfound', 'country', 'language'] as const)
        add(kind, `${kind} ${(n * 13 + seed) % 200}`, visitor);
    }
    return figuresOf(tally);
  };

  it('fit into 300 kB a month; with all shards of a day, 90 days read at most 30 documents and 25 months at most 50', async () => {
    const busy = [1, 2, 3].map(busyDay);
    const length = 25 * 31;
    const days = new Map(Array.from({ length }, (_, n) => [addDays('2024-09-01', n), busy[n % 3] ?? new Map()]));
    await traffic.write(SITE, days);
    // Figures of posts cost the panel nothing.
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => traffic.write(`p${n}`, new Map([['2026-09-01', new Map()]]))),
    );
    for (let n = 0; n < SHARDS; n += 1) {
      const tallies = new Map([[SITE, new Map()]]);
      apply(tallies.get(SITE) ?? new Map(), viewOf(n));
      await traffic.store({ ...(await traffic.shard('2026-09-28', n)), tallies }, new Set([SITE]), 'test');
    }
    const sizes = Object.values(await storedAll('traffic')).map(({ days: of }) =>
      Object.values<Buffer>(of).reduce((sum, bytes) => sum + bytes.length + 8, 0),
    );

    expect(Math.max(...sizes)).toBeLessThan(300_000);
    const months = await traffic.read(SITE, '2024-09-01', '2026-09-28');
    expect(documentsRead.get(months)).toBeLessThanOrEqual(50);
    const figures = await traffic.read(SITE, '2026-07-01', '2026-09-28');
    expect(documentsRead.get(figures)).toBeLessThanOrEqual(30);
    expect(figures.size).toBe(90);
    expect(figures.get('2026-07-01')?.get('source')?.size).toBe(TRAFFIC_LIMITS.top + 1);
  });

  it('fit with 31 days of the longest keys, each with a late part', () => {
    const random = createRandom(3);
    const day: Figures = busyDay(1);
    for (const kind of ['source', 'campaign', 'search', 'unfound', 'tag', 'category'] as const) {
      const word = () => Math.floor(random() * 2 ** 50).toString(36);
      day.set(kind, new Map(Array.from({ length: 51 }, () => [`${word()}${word()}${word()}`, [9, 9]])));
    }
    const classes = Array.from({ length: 180 }, (_, n): [string, [number, number]] => [
      `${PageKind.options[n % 5]} ${MEASURES[Math.floor(n / 5) % 3]} ${50 * Math.floor(n / 15)}`,
      [Math.floor(random() * 1_000), 0],
    ]);
    day.set('speed', new Map(classes));
    const [inTime, late] = [encodeDay(day), encodeDay(day, true)];
    expect(31 * (inTime.length + late.length + 20)).toBeLessThan(300_000);
    expect(decodeDay(late).get('all')).toEqual(decodeDay(inTime).get('all'));
  });

  it("are replaced by the month's total", async () => {
    await traffic.write('p1', new Map(['2024-09-30', '2024-10-01', '2024-10-31'].map((day) => [day, busyDay(1)])));
    expect(await traffic.sumMonthsBefore('2024-10')).toBe(1);
    expect(await traffic.sumMonthsBefore('2024-11')).toBe(1);
    expect(await traffic.sumMonthsBefore('2024-11')).toBe(0);

    const figures = await traffic.read('p1', '2024-09-01', '2024-10-31');
    expect([...figures.keys()].sort()).toEqual(['2024-09', '2024-10']);
    expect(figures.get('2024-10')?.get('all')?.get('')?.[0]).toBe(6_000);
    // A month is included only if the request covers all of it.
    expect([...(await traffic.read('p1', '2024-09-01', '2024-10-30')).keys()]).toEqual(['2024-09']);
  });
});
