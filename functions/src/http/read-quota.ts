import type { Clock } from '../common/clock.ts';
import { setNewest } from '../common/set-newest.ts';

/** The number of documents that may be read for each network address, whatever the number of its calls. */
export interface ReadQuota {
  /**
   * Takes `documents` from the caller's quota before they are read.
   * @returns 0 when the caller may read, else the seconds until the caller may, rounded up
   */
  take(caller: string, documents: number): number;
  /** Returns documents that were taken and not read; a negative number takes documents that were read in addition. */
  giveBack(caller: string, documents: number): void;
}

interface Options {
  readonly clock: Clock;
  readonly perMinute: number;
  readonly maxCallers?: number;
}

/**
 * A quota of `perMinute` documents that may be read at once and refills evenly within a minute. It is counted in the memory of this
 * instance, because counting in Firestore would cost documents itself. A caller with any quota left may read, so that no answer is too
 * large to be read; one answer takes at most the whole quota. Beyond `maxCallers` the caller seen least recently is forgotten, which
 * only ever gives quota back.
 */
export function createReadQuota({ clock, perMinute, maxCallers = 10_000 }: Options): ReadQuota {
  const perMs = perMinute / 60_000;
  const callers = new Map<string, { left: number; atMs: number }>();

  const leftOf = (caller: string, nowMs: number): number => {
    const known = callers.get(caller);
    // A clock that is set back must not take quota away.
    return known ? Math.min(perMinute, known.left + Math.max(0, nowMs - known.atMs) * perMs) : perMinute;
  };

  const settle = (caller: string, left: number, nowMs: number) =>
    setNewest(callers, caller, { left, atMs: nowMs }, maxCallers);

  return {
    take(caller, documents) {
      const nowMs = clock.now().getTime();
      const left = leftOf(caller, nowMs);
      if (left < 1) return Math.max(1, Math.ceil((1 - left) / perMs / 1000));
      settle(caller, Math.max(left - documents, 1 - perMinute), nowMs);
      return 0;
    },

    giveBack(caller, documents) {
      const nowMs = clock.now().getTime();
      settle(caller, Math.max(Math.min(perMinute, leftOf(caller, nowMs) + documents), 1 - perMinute), nowMs);
    },
  };
}
