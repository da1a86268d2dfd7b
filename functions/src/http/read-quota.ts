import type { Clock } from '../common/clock.ts';
import { setNewest } from '../common/set-newest.ts';
import { siteOf } from './address.ts';

/** Limits the documents read for each network address, whatever the number of its calls. */
export interface ReadQuota {
  /**
   * Takes `documents` from the caller's quota before they are read.
   * @returns 0 if the caller may read, else the seconds until the caller may, rounded up
   */
  take(caller: string, documents: number): number;
  /** Refunds documents that were taken but not read. A negative number charges documents that were read in addition. */
  giveBack(caller: string, documents: number): void;
}

interface Options {
  readonly clock: Clock;
  readonly perMinute: number;
  readonly maxCallers?: number;
}

/** The quota of an IPv6 /48, as a multiple of the quota of a /64. */
const QUOTAS_OF_SITE = 3;

/**
 * Allows `perMinute` documents in a burst, and three times as many for all addresses of an IPv6 /48 together. The quota refills evenly within a
 * minute. It is counted in the memory of this instance, because counting in Firestore would itself cost documents. Any remaining quota allows a read,
 * so no answer is too large; one answer takes at most the whole quota. Above `maxCallers`, the least recent caller is dropped and so gets a full
 * quota.
 */
export function createReadQuota({ clock, perMinute, maxCallers = 10_000 }: Options): ReadQuota {
  const callers = new Map<string, { left: number; atMs: number }>();

  /** The quota of a caller and, for IPv6, that of its /48. */
  const quotasOf = (caller: string): readonly { key: string; most: number }[] => {
    const site = siteOf(caller);
    const own = { key: caller, most: perMinute };
    return site === caller ? [own] : [own, { key: `${site}::/48`, most: QUOTAS_OF_SITE * perMinute }];
  };

  const leftOf = ({ key, most }: { key: string; most: number }, nowMs: number): number => {
    const known = callers.get(key);
    // A clock that is set back must not take quota away.
    return known ? Math.min(most, known.left + (Math.max(0, nowMs - known.atMs) * most) / 60_000) : most;
  };

  const move = (caller: string, documents: number, nowMs: number) => {
    for (const quota of quotasOf(caller)) {
      const left = Math.max(Math.min(quota.most, leftOf(quota, nowMs) + documents), 1 - quota.most);
      setNewest(callers, quota.key, { left, atMs: nowMs }, maxCallers);
    }
  };

  return {
    take(caller, documents) {
      const nowMs = clock.now().getTime();
      const waits = quotasOf(caller).map((quota) => {
        const left = leftOf(quota, nowMs);
        return left < 1 ? Math.max(1, Math.ceil(((1 - left) * 60) / quota.most)) : 0;
      });
      const wait = Math.max(...waits);
      if (wait === 0) move(caller, -documents, nowMs);
      return wait;
    },

    giveBack: (caller, documents) => move(caller, documents, clock.now().getTime()),
  };
}
