import type { DocumentReference, DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import type { PageRequest } from '../common/paging.ts';
import { readNewest } from '../firestore/newest.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { decodeSuppression, encodeSuppression, type StoredSuppression } from './suppressions.converter.ts';
import { addressIdOf } from './tokens.ts';

/** Who decided, and why. */
interface Decision {
  readonly actorId: string;
  /** In the admin's words, for the activity. */
  readonly remark: string;
  readonly at: Date;
}

/** Addresses that mails could not reach, or that must not be mailed. Whoever sends reads the address's document with the mail. */
export interface SuppressionRepository {
  /** Reads 1 document. */
  isSuppressed(email: string): Promise<boolean>;
  /** Reads 1 document. */
  find(email: string): Promise<StoredSuppression | null>;
  /** Stops an address by hand. Does nothing if it is stopped already. Reads 1 document, writes 2. */
  suppress(email: string, decision: Decision): Promise<StoredSuppression>;
  /**
   * Lets mails go to an address again. Does nothing if they may; null if nothing is known of the address. Reads 1 document, writes 2.
   */
  free(id: string, decision: Decision): Promise<StoredSuppression | null>;
  /** A page of suppressed addresses, newest first. Reads the page and 1 aggregation. */
  list(page: PageRequest): Promise<{ items: StoredSuppression[]; total: number }>;
}

/** The document to read in the transaction that takes a mail to `email` (1 read). */
export const suppressionRefOf = (db: Firestore, email: string): DocumentReference =>
  db.collection('suppressions').doc(addressIdOf(email));

/** Whether the document at `suppressionRefOf` says that nothing may be mailed. */
export const isSuppressedIn = (snapshot: DocumentSnapshot): boolean =>
  (decodeSuppression(snapshot)?.suppressedAt ?? null) !== null;

/** What is stored of an address before anything is known of it. */
export const unknownAddress = (email: string): StoredSuppression => ({
  id: addressIdOf(email),
  email,
  suppressedAt: null,
  reason: null,
  source: null,
  remark: null,
  notes: [],
  freedAt: null,
});

export function createSuppressionRepository(db: Firestore): SuppressionRepository {
  const suppressions = db.collection('suppressions');
  const stateOf = ({ suppressedAt, reason }: StoredSuppression) =>
    suppressedAt === null ? null : { reason, suppressedAt };

  return {
    isSuppressed: async (email) => isSuppressedIn(await suppressionRefOf(db, email).get()),

    find: async (email) => decodeSuppression(await suppressionRefOf(db, email).get()),

    suppress: (email, { actorId, remark, at }) =>
      runTransaction(db, async (transaction) => {
        const ref = suppressionRefOf(db, email);
        const known = decodeSuppression(await transaction.get(ref)) ?? unknownAddress(email);
        if (known.suppressedAt !== null) return known;
        const stopped = { ...known, suppressedAt: at, reason: 'manual', source: null, remark } as const;
        transaction.set(ref, encodeSuppression(stopped));
        const entry = {
          actorId,
          action: 'suppression.create',
          target: `suppressions/${ref.id}`,
          name: known.email,
        } as const;
        appendAudit(db, transaction, { ...entry, before: null, after: { ...stateOf(stopped), remark } }, at);
        return stopped;
      }),

    free: (id, { actorId, remark, at }) =>
      runTransaction(db, async (transaction) => {
        const ref = suppressions.doc(id);
        const known = decodeSuppression(await transaction.get(ref));
        if (known === null || known.suppressedAt === null) return known;
        const freed = { ...known, suppressedAt: null, reason: null, source: null, remark: null, freedAt: at };
        transaction.set(ref, encodeSuppression(freed));
        const entry = { actorId, action: 'suppression.free', target: `suppressions/${id}`, name: known.email } as const;
        appendAudit(db, transaction, { ...entry, before: stateOf(known), after: { remark } }, at);
        return freed;
      }),

    list: (page) => readNewest(suppressions, 'suppressedAt', page, decodeSuppression),
  };
}
