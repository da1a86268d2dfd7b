import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withoutMeter } from '../common/meter.ts';
import { underWay } from '../common/under-way.ts';
import { createPace } from '../firestore/pace.ts';
import { apply, type Change } from './tally.ts';
import { isFull, SHARDS, type Shard, type TrafficRepository } from './traffic.repository.ts';

export interface TrafficRecorder {
  /**
   * Counts changes of one day, which are collected and written at most once per `everyMs`. The call that starts a write waits for it; calls that join
   * do not. So while changes are unwritten, a request is open and the instance has CPU. An instance that shuts down writes first; a killed one loses
   * the changes of the last `everyMs`. Never rejects: a failed write is retried with the next one, and a few times alone.
   */
  record(day: string, changes: readonly Change[]): Promise<void>;
}

/** The number of attempts for a write that conflicts with other instances, and of retries after a failure. */
const ATTEMPTS = 8;
const RETRIES = 3;
/** The maximum number of calls whose changes wait for a write. They take about 20 MB. */
const MOST_GATHERED = 5_000;
const LOG_MS = 60_000;

/** The changes of one call. */
interface Entry {
  readonly day: string;
  readonly changes: readonly Change[];
  retries: number;
  /** Its last write, which may have succeeded although it failed here. */
  written: { readonly number: number; readonly by: string } | null;
}

/** @param onError called at most once a minute when counts are lost */
export function createTrafficRecorder({
  traffic,
  everyMs,
  onError,
}: {
  readonly traffic: Pick<TrafficRepository, 'shard' | 'store'>;
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
}): TrafficRecorder {
  const instance = randomUUID();
  const pace = createPace(everyMs);
  const logPace = createPace(LOG_MS);
  let gathered: Entry[] = [];
  let isGathering = false;
  let writing: Promise<void> = Promise.resolve();
  let shard: Shard | null = null;
  /** An instance keeps its shard until another one writes to the same, so there are as many shards as active instances. */
  let number = 0;
  let full = { day: '', numbers: new Set<number>() };
  let writes = 0;

  function lose(error: unknown): void {
    if (logPace.waitMs('') > 0) return;
    logPace.begin('');
    onError(error);
  }

  /** Moves to another shard at random, because instances that started together would meet again in the next one. */
  function move(): void {
    const others = [...Array(SHARDS).keys()].filter((other) => other !== number && !full.numbers.has(other));
    number = others[others.length > 0 ? randomInt(others.length) : 0] ?? number;
  }

  async function shardOf(day: string): Promise<Shard> {
    if (full.day !== day) full = { day, numbers: new Set() };
    while (full.numbers.size < SHARDS) {
      if (shard?.day !== day || shard.number !== number) shard = await traffic.shard(day, number);
      if (!isFull(shard)) return shard;
      full.numbers.add(number);
      move();
    }
    throw new Error(`All shards of ${day} are full`);
  }

  /** The entries whose last write did not succeed. If others have written to the shard since, all entries may have failed. */
  async function unwritten(entries: readonly Entry[]): Promise<readonly Entry[]> {
    const arrived = new Set<Entry['written']>();
    for (const [written, day] of new Map(entries.map((entry) => [entry.written, entry.day]))) {
      if (written && (await traffic.shard(day, written.number)).by === written.by) arrived.add(written);
    }
    return entries.filter(({ written }) => !arrived.has(written));
  }

  async function add(day: string, entries: readonly Entry[]): Promise<void> {
    const changes = entries.flatMap((entry) => entry.changes);
    for (let attempt = 1; changes.length > 0; attempt += 1) {
      const current = await shardOf(day);
      for (const change of changes) {
        const tally = current.tallies.get(change.scope) ?? new Map();
        current.tallies.set(change.scope, tally);
        apply(tally, change);
      }
      writes += 1;
      const by = `${instance} ${writes}`;
      const written = { number, by };
      for (const entry of entries) entry.written = written;
      try {
        shard = await traffic.store(current, new Set(changes.map(({ scope }) => scope)), by);
        return;
      } catch (error) {
        shard = await traffic.shard(day, number);
        // The write succeeded, but its answer was lost.
        if (shard.by === by) return;
        if (attempt === ATTEMPTS) throw error;
        move();
      }
    }
  }

  async function write(afterMs: number): Promise<void> {
    await writing;
    const waitMs = Math.max(afterMs, pace.waitMs(''));
    if (waitMs > 0) await sleep(waitMs);
    pace.begin('');
    isGathering = false;
    const taken = gathered;
    gathered = [];
    writing = (async () => {
      for (const day of new Set(taken.map((entry) => entry.day))) {
        let entries: readonly Entry[] = taken.filter((entry) => entry.day === day);
        try {
          entries = await unwritten(entries);
          await add(day, entries);
        } catch (error) {
          shard = null;
          const again = full.numbers.size < SHARDS ? entries.filter(({ retries }) => retries < RETRIES) : [];
          for (const entry of again) entry.retries += 1;
          if (again.length < entries.length) lose(error);
          if (again.length > 0) void gather(again, everyMs * Math.max(...again.map(({ retries }) => retries)));
        }
      }
    })();
    await writing;
  }

  function gather(entries: readonly Entry[], afterMs: number): Promise<void> {
    const taken = entries.slice(0, MOST_GATHERED - gathered.length);
    if (taken.length < entries.length) lose(new Error('Too many visits wait to be written'));
    gathered.push(...taken);
    if (isGathering) return Promise.resolve();
    isGathering = true;
    // Many calls share it.
    return underWay(withoutMeter(() => write(afterMs)));
  }

  return { record: (day, changes) => gather([{ day, changes, retries: 0, written: null }], 0) };
}
