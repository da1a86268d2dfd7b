import type { Clock } from '../common/clock.ts';

/** Runs like the real clock, but can be moved and stopped. */
export interface TestClock extends Clock {
  /** Moves the time by so many milliseconds. */
  advance(ms: number): void;
  /** Stands still while `work` runs, except for `advance`: then nobody regains an allowance in between. */
  stopped<T>(work: () => Promise<T>): Promise<T>;
}

export function createTestClock(): TestClock {
  let aheadMs = 0;
  let stoppedAtMs: number | null = null;
  return {
    now: () => new Date((stoppedAtMs ?? Date.now()) + aheadMs),
    advance(ms) {
      aheadMs += ms;
    },
    async stopped(work) {
      stoppedAtMs = Date.now();
      try {
        return await work();
      } finally {
        stoppedAtMs = null;
      }
    },
  };
}
