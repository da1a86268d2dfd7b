import type { Clock } from '../common/clock.ts';
import { setNewest } from '../common/set-newest.ts';

/** How many documents may be read for each network address, whatever the number of its calls. */
export interface ReadingAllowance {
  /**
   * Takes `documents` from the caller's allowance before they are read.
   * @returns 0 when allowed, else the whole seconds until the next call is
   */
  take(caller: string, documents: number): number;
  /** Gives back what was taken and not read after all; a negative number takes what was read beyond. */
  giveBack(caller: string, documents: number): void;
}

interface Options {
  readonly clock: Clock;
  readonly perMinute: number;
  readonly maxCallers?: number;
}

/**
 * An allowance of `perMinute` documents, all of which may be read at once, and which comes back evenly within a minute. Kept in the
 * memory of this instance, because counting in Firestore would read and write documents to save documents. Whoever has anything left
 * is let through, so that no answer is too large to be had; a single one never takes more than the whole allowance. Bounded: beyond
 * `maxCallers` the one seen least recently is forgotten, which only ever forgives.
 */
export function createReadingAllowance({ clock, perMinute, maxCallers = 10_000 }: Options): ReadingAllowance {
  const perMs = perMinute / 60_000;
  const callers = new Map<string, { left: number; atMs: number }>();

  const leftOf = (caller: string, nowMs: number): number => {
    const known = callers.get(caller);
    // A clock that is put back takes nothing away.
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
