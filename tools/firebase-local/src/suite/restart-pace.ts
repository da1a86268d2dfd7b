const WINDOW_MS = 60_000;
/** The number of restarts within a minute without a pause. */
const AT_ONCE = 5;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** Determines the pause before each restart of a part that keeps ending, so that restarts do not use the whole processor. */
export class RestartPace {
  #restarts: number[] = [];

  /**
   * Counts a restart.
   * @returns the pause before it in ms
   */
  next(now = Date.now()): number {
    this.#restarts = [...this.#restarts.filter((at) => now - at < WINDOW_MS), now];
    const beyond = this.#restarts.length - AT_ONCE - 1;
    return beyond < 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** beyond, LONGEST_PAUSE_MS);
  }
}

/** The end of a message about when a part is restarted. */
export function again(pauseMs: number): string {
  return pauseMs === 0 ? 'is started again' : `is started again in ${pauseMs / 1000} s`;
}
