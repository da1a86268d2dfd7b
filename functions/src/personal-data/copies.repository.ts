import { PERSONAL_DATA_LIMITS } from '@inkwell/shared/personal-data';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { NewJob } from '../jobs/job.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';

const CopyDocument = z.object({
  /** The id of this copy, which is part of its files' names. */
  copyId: z.string(),
  requestedAt: Moment,
  /** Null until the copy is ready. */
  readyAt: z.nullable(Moment),
  expireAt: Moment,
  /** The download URL; null until the copy is ready. */
  url: z.nullable(z.string()),
});
/** The last requested copy of a person's data. */
export type StoredCopy = z.infer<typeof CopyDocument>;

const decode = (snapshot: DocumentSnapshot): StoredCopy | null =>
  snapshot.exists ? z.parse(CopyDocument, snapshot.data()) : null;

export interface CopyRepository {
  /** Reads 1 document. */
  find(userId: string): Promise<StoredCopy | null>;
  /** Starts a new copy with its job, and replaces an earlier one. A copy that is still being made is returned. Reads 1 document, writes 2. */
  begin(userId: string, copyId: string, job: NewJob, at: Date): Promise<StoredCopy>;
  /** Safe to repeat. Does nothing for a copy that was replaced. Reads 1 document, writes 1. */
  finish(userId: string, copyId: string, url: string, at: Date): Promise<void>;
}

const KEPT_MS = PERSONAL_DATA_LIMITS.copyDays * 24 * 3_600_000;
/** A copy that is not ready after this time is given up, so that it can be requested again. */
const MAKING_MS = 60 * 60_000;

export function createCopyRepository(db: Firestore): CopyRepository {
  const copies = db.collection('dataCopies');
  const expiry = (at: Date) => new Date(at.getTime() + KEPT_MS);

  return {
    find: async (userId) => decode(await copies.doc(userId).get()),

    begin: (userId, copyId, job, at) =>
      runTransaction(db, async (transaction) => {
        const earlier = decode(await transaction.get(copies.doc(userId)));
        const isMaking = earlier?.readyAt === null && at.getTime() - earlier.requestedAt.getTime() < MAKING_MS;
        if (isMaking) return earlier;
        const copy = { copyId, requestedAt: at, readyAt: null, expireAt: expiry(at), url: null };
        transaction.set(copies.doc(userId), { ...copy, schemaVersion: 1 });
        createJobTable(db).add(transaction, job, at);
        return copy;
      }),

    finish: (userId, copyId, url, at) =>
      runTransaction(db, async (transaction) => {
        const copy = decode(await transaction.get(copies.doc(userId)));
        if (copy?.copyId !== copyId || copy.readyAt !== null) return;
        transaction.update(copies.doc(userId), { readyAt: at, expireAt: expiry(at), url });
      }),
  };
}
