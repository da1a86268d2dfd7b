import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../common/clock.ts';
import { setNewest } from '../common/set-newest.ts';

/** What tells visitors apart who are not signed in. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
}

/** The right to count a visit. */
export interface Claim {
  /** Called when nothing was counted after all: the next visit may be. */
  giveBack(): void;
}

export interface VisitorMemory {
  /** Null where this visitor's visit of the post was claimed within the last hour. */
  claim(visitor: Visitor, postId: string): Claim | null;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Who has visited what within the hour, in the memory of this instance alone: another instance counts once more. Nobody can be
 * found by it: visits are kept as HMACs of address and user agent under a random secret, which is replaced each day (UTC) and
 * never leaves the process. Bounded: beyond `maxVisits` the oldest is forgotten and may be counted again.
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

  const keyOf = ({ address, userAgent }: Visitor, postId: string, nowMs: number) => {
    const today = Math.floor(nowMs / DAY_MS);
    if (today !== day) {
      // What was kept under the secret of yesterday is found by nobody any more.
      secret = randomBytes(32);
      countedMs.clear();
      day = today;
    }
    return createHmac('sha256', secret)
      .update(JSON.stringify([address, userAgent, postId]))
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
