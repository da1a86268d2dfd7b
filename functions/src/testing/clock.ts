import type { Clock } from '../common/clock.ts';

/** The real time, which tests can advance and stop. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** Stops the time during `work`, except for `advance`, so that rate limits do not recover. */
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
