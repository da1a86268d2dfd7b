import { AppError } from '@inkwell/shared/errors';

/** Work of the processor that is done one after the other, so that timers, sockets and other requests get their turn in between. */
export interface Turns {
  /**
   * Begins `work` once what came before has ended.
   * @param isAwaited whether anybody still waits for it, asked when its turn comes
   * @throws AppError `unavailable` if as much waits already as may, or if nobody waits for it any more; it does not begin then
   */
  take<T>(work: () => Promise<T> | T, isAwaited: () => boolean): Promise<T>;
}

/** More would come too late for whoever waits for it. */
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
        // After timers and sockets, which say who still waits.
        setTimeout(() => setImmediate(next), 0);
      }
    },
  };
}

const refused = (why: string): AppError =>
  new AppError('unavailable', undefined, { cause: new Error(why), retryAfterSeconds: RETRY_AFTER_SECONDS });
