import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../common/clock.ts';
import { setNewest } from '../common/set-newest.ts';
import type { Visitor } from '../traffic/visits.ts';

export type { Visitor };

export interface Claim {
  /** Called if nothing was counted, so that the next visit can count. */
  giveBack(): void;
}

export interface VisitorMemory {
  /** Null if a visit of the post by this visitor was claimed within the last hour. */
  claim(visitor: Visitor, postId: string): Claim | null;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Visits within the last hour, in the memory of this instance; other instances count separately. Visitors cannot be identified: visits are stored as
 * HMACs of the account, or of address and user agent, with a random secret, which changes each day (UTC) and never leaves the process. Above
 * `maxVisits`, the oldest visits are dropped and may count again.
 */
export function createVisitorMemory({
  clock,
  maxVisits = 100_000,
}: {
  clock: Clock;
  maxVisits?: number;
}): VisitorMemory {
  const countedMs = new Map<string, number>();
  let secret = randomBytes(32);
  let day = Number.NaN;

  const keyOf = ({ account, address, userAgent }: Visitor, postId: string, nowMs: number) => {
    const today = Math.floor(nowMs / DAY_MS);
    if (today !== day) {
      // Entries under the old secret can no longer be found.
      secret = randomBytes(32);
      countedMs.clear();
      day = today;
    }
    return createHmac('sha256', secret)
      .update(JSON.stringify(account === undefined ? [address, userAgent, postId] : [account, postId]))
      .digest('base64url')
      .slice(0, 22);
  };

  return {
    claim(visitor, postId) {
      const nowMs = clock.now().getTime();
      const key = keyOf(visitor, postId, nowMs);
      const lastMs = countedMs.get(key);
      if (lastMs !== undefined && nowMs - lastMs < HOUR_MS) return null;

      setNewest(countedMs, key, nowMs, maxVisits);
      return {
        giveBack() {
          if (countedMs.get(key) === nowMs) countedMs.delete(key);
        },
      };
    },
  };
}
