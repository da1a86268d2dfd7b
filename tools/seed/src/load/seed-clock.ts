import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '@inkwell/functions/src/common/clock.ts';

/** A clock that shows each task its scheduled time, even when tasks run concurrently. */
export interface SeedClock extends Clock {
  at<T>(time: Date, work: () => Promise<T>): Promise<T>;
}

export function createSeedClock(start: Date): SeedClock {
  const times = new AsyncLocalStorage<Date>();
  return {
    now: () => times.getStore() ?? start,
    at: (time, work) => times.run(time, work),
  };
}
