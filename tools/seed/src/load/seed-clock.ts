import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '@inkwell/functions/src/common/clock.ts';

/** A clock that shows each piece of work the time at which it is to have happened, also when pieces run side by side. */
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
