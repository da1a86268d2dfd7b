import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withoutMeter } from '../common/meter.ts';
import { underWay } from '../common/under-way.ts';
import { createPace } from '../firestore/pace.ts';
import { apply, type Change } from './tally.ts';
import { SHARDS, type Shard, type TrafficRepository } from './traffic.repository.ts';

export interface TrafficRecorder {
  /**
   * Counts changes of one day. They are gathered and written at most once per `everyMs`. Who begins a write waits for it; who joins it does not. So as
   * long as changes are unwritten, a request is open and the instance has CPU. An instance that shuts down writes first; a killed one loses what was
   * gathered within the last `everyMs`. Never rejects: a failed write is repeated with the next one, and a few times by itself.
   */
  record(day: string, changes: readonly Change[]): Promise<void>;
}

/** Attempts of one write while others write the same shards, and later ones after a failure. */
const ATTEMPTS = 8;
const RETRIES = 3;

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
  let gathered: [day: string, changes: readonly Change[]][] = [];
  let isGathering = false;
  let writing: Promise<void> = Promise.resolve();
  let shard: Shard | null = null;
  /** An instance keeps to a shard until another one writes the same, so there are as many as there are instances at work. */
  let number = 0;
  let writes = 0;

  async function shardOf(day: string): Promise<Shard> {
    for (;;) {
      if (shard?.day !== day || shard.number !== number) shard = await traffic.shard(day, number);
      if (!shard.isFull || number === SHARDS - 1) return shard;
      number += 1;
    }
  }

  async function add(day: string, changes: readonly Change[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const current = await shardOf(day);
      for (const change of changes) {
        const tally = current.tallies.get(change.scope) ?? new Map();
        current.tallies.set(change.scope, tally);
        apply(tally, change);
      }
      writes += 1;
      const by = `${instance} ${writes}`;
      try {
        shard = await traffic.store(current, new Set(changes.map(({ scope }) => scope)), by);
        return;
      } catch (error) {
        shard = await traffic.shard(day, number);
        // The write arrived, only its answer did not.
        if (shard.by === by) return;
        if (attempt === ATTEMPTS) throw error;
        number = (number + 1) % SHARDS;
      }
    }
  }

  async function write(retry = 0): Promise<void> {
    await writing;
    const waitMs = pace.waitMs('');
    if (waitMs > 0) await sleep(waitMs);
    pace.begin('');
    isGathering = false;
    const taken = gathered;
    gathered = [];
    writing = (async () => {
      const days = new Set(taken.map(([day]) => day));
      for (const day of days) {
        const changes = taken.flatMap(([of, some]) => (of === day ? some : []));
        try {
          await add(day, changes);
        } catch (error) {
          shard = null;
          if (retry === 0) onError(error);
          if (retry < RETRIES) void later(day, changes, retry + 1);
        }
      }
    })();
    await writing;
  }

  async function later(day: string, changes: readonly Change[], retry: number): Promise<void> {
    gathered.push([day, changes]);
    if (isGathering) return;
    isGathering = true;
    await underWay(withoutMeter(() => sleep(everyMs * retry).then(() => write(retry))));
  }

  return {
    record(day, changes) {
      gathered.push([day, changes]);
      if (isGathering) return Promise.resolve();
      isGathering = true;
      // Many calls share it.
      return underWay(withoutMeter(() => write()));
    },
  };
}
