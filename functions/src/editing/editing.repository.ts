import { EDITING_LEASE_MS } from '@inkwell/shared/editing';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { clearExpired } from '../firestore/clear-expired.ts';
import { Moment } from '../firestore/moment.ts';
import { runTransaction } from '../firestore/transaction.ts';

/** Who edits which post or page: one document for each that is being edited, under its id. */
export interface EditingRepository {
  /**
   * Takes or renews a lease of `EDITING_LEASE_MS`. Reads 1 document, and writes 1 unless more than half of the lease is left. Calls
   * `isThere` before a lease begins.
   * @returns the leases, including the caller's, oldest first; null if `isThere` returns false
   */
  begin(id: string, userId: string, by: { at: Date; isThere: () => Promise<boolean> }): Promise<Lease[] | null>;
  /** Ends a lease. Safe to repeat. Reads 1 document, writes 0 or 1. */
  end(id: string, userId: string, at: Date): Promise<void>;
  /** Deletes expired documents. Safe to repeat and to interrupt. @returns how many */
  clearExpired(at: Date): Promise<number>;
}

/** One person edits a post or page until the lease ends. */
const Lease = z.object({ userId: z.string(), since: Moment, until: Moment });
export type Lease = z.infer<typeof Lease>;

const EditingDocument = z.object({ leases: z.array(Lease) });

export function createEditingRepository(db: Firestore): EditingRepository {
  const editing = db.collection('editing');

  return {
    begin: (id, userId, { at, isThere }) =>
      runTransaction(db, async (transaction) => {
        const ref = editing.doc(id);
        const current = currentOf(await transaction.get(ref), at);
        const own = current.find((lease) => lease.userId === userId);
        if (!own && !(await isThere())) return null;
        if (own && own.until.getTime() - at.getTime() > EDITING_LEASE_MS / 2) return current;

        const until = new Date(at.getTime() + EDITING_LEASE_MS);
        const leases = [...current.filter((lease) => lease !== own), { userId, since: own?.since ?? at, until }];
        leases.sort((a, b) => a.since.getTime() - b.since.getTime());
        transaction.set(ref, { leases, expireAt: until, schemaVersion: 1 });
        return leases;
      }),

    end: (id, userId, at) =>
      runTransaction(db, async (transaction) => {
        const ref = editing.doc(id);
        const current = currentOf(await transaction.get(ref), at);
        const leases = current.filter((lease) => lease.userId !== userId);
        if (leases.length === current.length) return;
        if (leases.length > 0) transaction.update(ref, { leases });
        else transaction.delete(ref);
      }),

    clearExpired: (at) => clearExpired(editing, at),
  };
}

function currentOf(snapshot: DocumentSnapshot, at: Date): Lease[] {
  const data = snapshot.data();
  return data === undefined ? [] : z.parse(EditingDocument, data).leases.filter(({ until }) => until > at);
}
