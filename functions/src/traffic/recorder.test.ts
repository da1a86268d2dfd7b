import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { nothingUnderWay } from '../common/under-way.ts';
import { createTrafficRecorder } from './recorder.repository.ts';
import { type Change, decodeTally, encodeTally, SITE, type Tally } from './tally.ts';
import { SHARDS, type TrafficRepository } from './traffic.repository.ts';

const DAY = '2026-11-10';
const viewOf = (visitor: number): Change => ({ scope: SITE, kind: 'all', key: '', visitor });

const soon = () => new Promise((resolve) => setImmediate(resolve));
const viewsIn = (tallies: ReadonlyMap<string, Tally>) => tallies.get(SITE)?.get('all')?.get('')?.views ?? 0;

/** Shards in memory whose answers are delayed. */
function shardsInMemory() {
  const stored = new Map<number, { by: string; version: number; text: string }>();
  const calls = { reads: 0, writes: 0 };
  const traffic: Pick<TrafficRepository, 'shard' | 'store'> = {
    async shard(day, number) {
      calls.reads += 1;
      await soon();
      const known = stored.get(number);
      return {
        day,
        number,
        by: known?.by ?? null,
        sizes: new Map(),
        tallies: new Map(known ? [[SITE, decodeTally(known.text)]] : []),
        updateTime: known ? Timestamp.fromMillis(known.version) : null,
      };
    },
    async store(shard, _scopes, by) {
      calls.writes += 1;
      await soon();
      const version = stored.get(shard.number)?.version ?? 0;
      if (version !== (shard.updateTime?.toMillis() ?? 0)) throw new Error('FAILED_PRECONDITION');
      stored.set(shard.number, {
        by,
        version: version + 1,
        text: encodeTally(shard.tallies.get(SITE) ?? new Map()),
      });
      return { ...shard, by, updateTime: Timestamp.fromMillis(version + 1) };
    },
  };
  return {
    traffic,
    calls,
    views: () => [...stored.values()].reduce((sum, { text }) => sum + viewsIn(new Map([[SITE, decodeTally(text)]])), 0),
  };
}

describe('counts of concurrent instances', () => {
  it('are written at the first attempts although ten instances start together', async () => {
    const shards = shardsInMemory();
    const writes: number[] = [];
    const lost: unknown[] = [];
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => {
        writes.push(0);
        const traffic: typeof shards.traffic = {
          ...shards.traffic,
          store(...args) {
            writes[n] = (writes[n] ?? 0) + 1;
            return shards.traffic.store(...args);
          },
        };
        return createTrafficRecorder({ traffic, everyMs: 0, onError: (error) => lost.push(error) }).record(DAY, [
          viewOf(n),
        ]);
      }),
    );

    expect(Math.max(...writes)).toBeLessThan(8);
    expect(shards.views()).toBe(10);
    expect(lost).toEqual([]);
  });

  it('are counted once if a write succeeded, but its answer and the check after it failed', async () => {
    const shards = shardsInMemory();
    const lost: unknown[] = [];
    let isDown = false;
    const recorder = createTrafficRecorder({
      traffic: {
        async shard(...args) {
          if (!isDown) return shards.traffic.shard(...args);
          isDown = false;
          throw new Error('down');
        },
        async store(...args) {
          const stored = await shards.traffic.store(...args);
          if (shards.calls.writes > 1) return stored;
          isDown = true;
          throw new Error('no answer');
        },
      },
      everyMs: 0,
      onError: (error) => lost.push(error),
    });
    await recorder.record(DAY, [viewOf(1)]);
    await recorder.record(DAY, [viewOf(2)]);
    await nothingUnderWay();

    expect(shards.views()).toBe(2);
    expect(lost).toEqual([]);
  });
});

describe('counts that cannot be written', () => {
  it('are lost after three more attempts, even while more arrive, and logged once a minute', async () => {
    const shards = shardsInMemory();
    const [tried, lost]: [number[], unknown[]] = [[], []];
    const recorder = createTrafficRecorder({
      traffic: {
        ...shards.traffic,
        async store({ tallies }) {
          tried.push(viewsIn(tallies));
          if (tried.length % 8 === 1 && tried.length < 240) void recorder.record(DAY, [viewOf(tried.length)]);
          throw new Error('down');
        },
      },
      everyMs: 0,
      onError: (error) => lost.push(error),
    });
    await recorder.record(DAY, [viewOf(0)]);
    await nothingUnderWay();

    expect(tried.length).toBeGreaterThan(240);
    expect(Math.max(...tried)).toBe(4);
    expect(lost).toEqual([new Error('down')]);
  });

  it('are lost beyond 5,000 calls', async () => {
    const shards = shardsInMemory();
    const lost: unknown[] = [];
    const recorder = createTrafficRecorder({
      traffic: shards.traffic,
      everyMs: 0,
      onError: (error) => lost.push(error),
    });
    for (let n = 0; n < 6_000; n += 1) void recorder.record(DAY, [viewOf(n)]);
    await nothingUnderWay();

    expect(shards.views()).toBe(5_000);
    expect(lost).toHaveLength(1);
  });

  it('are lost without further reads once all shards of the day are full', async () => {
    const shards = shardsInMemory();
    const lost: unknown[] = [];
    const recorder = createTrafficRecorder({
      traffic: {
        ...shards.traffic,
        shard: async (...args) => ({ ...(await shards.traffic.shard(...args)), sizes: new Map([[SITE, 300_000]]) }),
      },
      everyMs: 0,
      onError: (error) => lost.push(error),
    });
    for (let n = 0; n < 5; n += 1) await recorder.record(DAY, [viewOf(n)]);
    await nothingUnderWay();

    expect(shards.calls).toEqual({ reads: SHARDS, writes: 0 });
    expect(lost).toHaveLength(1);
  });
});
