import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';
import { runTransaction } from '../firestore/transaction.ts';

/** What is limited, to how much, in any period that is this long. */
export interface Allowance {
  readonly bucket: string;
  readonly max: number;
  readonly withinMs: number;
}

/** Limits that hold for all instances together. What costs neither money nor reputation is limited per instance (`http/rate-limit.ts`). */
export interface Allowances {
  /**
   * Takes one from the caller's allowance. Refused ones do not count. Reads 1 document, writes 1 unless it refuses.
   * @returns 0 when allowed, else the whole seconds until the next one is
   */
  take(caller: string, allowance: Allowance, at: Date): Promise<number>;
}

const AllowanceDocument = z.object({ takenAt: z.array(Moment) });

export function createAllowances(db: Firestore): Allowances {
  return {
    take: (caller, { bucket, max, withinMs }, at) =>
      runTransaction(db, async (transaction) => {
        const ref = db.collection('allowances').doc(`${bucket}:${caller}`);
        const data = (await transaction.get(ref)).data();
        const taken = data === undefined ? [] : z.parse(AllowanceDocument, data).takenAt;
        const recent = taken.filter((then) => at.getTime() - then.getTime() < withinMs);
        const blocking = recent[recent.length - max];
        if (blocking) return Math.max(1, Math.ceil((blocking.getTime() + withinMs - at.getTime()) / 1000));

        const expireAt = Timestamp.fromMillis(at.getTime() + withinMs);
        transaction.set(ref, { takenAt: [...recent, at], expireAt, schemaVersion: 1 });
        return 0;
      }),
  };
}
