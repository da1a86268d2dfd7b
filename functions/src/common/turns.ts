import { AppError } from '@inkwell/shared/errors';

/** Runs CPU-heavy work one task at a time, so that timers, sockets and other requests are served in between. */
export interface Turns {
  /**
   * Starts `work` when it is next in the queue.
   * @param isAwaited whether anybody still needs the result, asked just before the work starts
   * @throws AppError `unavailable`, without starting the work, if the queue is full or nobody needs the result any more
   */
  take<T>(work: () => Promise<T> | T, isAwaited: () => boolean): Promise<T>;
}

/** A longer queue would answer too late. */
const MOST_WAITING = 4;
const RETRY_AFTER_SECONDS = 5;

export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let isBusy = false;

  const next = () => {
    const begin = waiting.shift();
    if (begin) begin();
    else isBusy = false;
  };

  return {
    async take(work, isAwaited) {
      if (isBusy && waiting.length >= MOST_WAITING) throw refused(`${MOST_WAITING} wait already`);
      if (isBusy) await new Promise<void>((begin) => waiting.push(begin));
      isBusy = true;
      try {
        if (!isAwaited()) throw refused('nobody waits for it');
        return await work();
      } finally {
        // After timers and sockets, which determine who still waits.
        setTimeout(() => setImmediate(next), 0);
      }
    },
  };
}

const refused = (why: string): AppError =>
  new AppError('unavailable', undefined, { cause: new Error(why), retryAfterSeconds: RETRY_AFTER_SECONDS });
