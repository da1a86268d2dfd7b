import { createHmac } from 'node:crypto';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { Clock } from '../common/clock.ts';
import { clearExpired } from '../firestore/clear-expired.ts';
import { createGroupCommit } from '../firestore/group-commit.ts';
import { runTransaction } from '../firestore/transaction.ts';

/** At most `calls` in any period of `windowMs`. */
export interface Limit {
  readonly calls: number;
  readonly windowMs: number;
}

/**
 * Limits across instances: a document of `limits` counts each caller's calls. Its id is an HMAC, which reveals neither address nor account.
 */
export interface LimitRepository {
  /**
   * Counts a call against the caller's limit in `bucket`. Concurrent calls of one caller share a transaction. Reads 1 document, writes 1,
   * or 0 if it refuses.
   * @returns 0 if allowed, else the seconds until the next allowed call, rounded up
   */
  take(bucket: string, caller: string, limit: Limit): Promise<number>;
  /** The same result without counting the call. Reads 1 document. */
  peek(bucket: string, caller: string, limit: Limit): Promise<number>;
  /** Deletes expired counters. Safe to repeat and to interrupt. @returns how many */
  clearExpired(at: Date): Promise<number>;
}

/** The parts of a window. A part leaves the window as a whole, so no window ever exceeds its limit. */
const PARTS = 60;

/** The number of calls in each part. */
const LimitDocument = z.object({ parts: z.record(z.string(), z.int()) });

type Parts = ReadonlyMap<number, number>;

export function createLimitRepository(
  db: Firestore,
  { clock, secret }: { readonly clock: Clock /** Key of the HMACs. */; readonly secret: string },
): LimitRepository {
  const limits = db.collection('limits');

  const idOf = (bucket: string, caller: string) =>
    `${bucket}-${createHmac('sha256', secret).update(`limit:${bucket}:${caller}`).digest('hex')}`;

  const takeAll = createGroupCommit<Limit, number>((id, takes) =>
    runTransaction(db, async (transaction) => {
      const ref = limits.doc(id);
      const nowMs = clock.now().getTime();
      const [{ calls, windowMs }] = takes as readonly [Limit];
      const parts = new Map(partsOf(await transaction.get(ref), nowMs, windowMs));
      const part = partAt(nowMs, windowMs);
      const waits = takes.map(() => {
        const wait = waitFor(parts, { calls, windowMs }, nowMs);
        if (wait === 0) parts.set(part, (parts.get(part) ?? 0) + 1);
        return wait;
      });
      if (waits.includes(0)) {
        const expireAt = new Date(nowMs + 2 * windowMs);
        transaction.set(ref, { parts: Object.fromEntries(parts), expireAt, schemaVersion: 1 });
      }
      return waits;
    }),
  );

  return {
    take: (bucket, caller, limit) => takeAll(idOf(bucket, caller), limit),

    async peek(bucket, caller, limit) {
      const nowMs = clock.now().getTime();
      const snapshot = await limits.doc(idOf(bucket, caller)).get();
      return waitFor(partsOf(snapshot, nowMs, limit.windowMs), limit, nowMs);
    },

    clearExpired: (at) => clearExpired(limits, at),
  };
}

const partAt = (ms: number, windowMs: number) => Math.floor((ms * PARTS) / windowMs);

/** The calls within the window, oldest first. */
function partsOf(snapshot: DocumentSnapshot, nowMs: number, windowMs: number): Parts {
  const data = snapshot.data();
  const first = partAt(nowMs, windowMs) - PARTS;
  const parts = Object.entries(data === undefined ? {} : z.parse(LimitDocument, data).parts);
  return new Map(
    parts
      .map(([part, count]) => [Number(part), count] as const)
      .filter(([part]) => part >= first)
      .sort(([a], [b]) => a - b),
  );
}

function waitFor(parts: Parts, { calls, windowMs }: Limit, nowMs: number): number {
  let used = [...parts.values()].reduce((sum, count) => sum + count, 0);
  let endMs = nowMs;
  for (const [part, count] of parts) {
    if (used < calls) break;
    used -= count;
    endMs = ((part + 1) * windowMs) / PARTS + windowMs;
  }
  return endMs === nowMs ? 0 : Math.max(1, Math.ceil((endMs - nowMs) / 1000));
}
