import type { Clock } from '../http/clock.ts';

/** Runs like the real clock, but can be moved. */
export interface TestClock extends Clock {
  /** Moves the time by so many milliseconds. */
  advance(ms: number): void;
}

export function createTestClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(ms) {
      aheadMs += ms;
    },
  };
}
