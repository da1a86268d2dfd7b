import { DELETED_ACCOUNT } from '@inkwell/shared/personal-data';
import type { DocumentReference, DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import type { PageRequest } from '../common/paging.ts';
import { saltedIds } from '../common/salted.ts';
import { readNewest } from '../firestore/newest.ts';
import { runTransaction } from '../firestore/transaction.ts';
import {
  decodeSuppression,
  encodeSuppression,
  type StoredSuppression,
  shownAddress,
} from './suppressions.converter.ts';
import { addressIdOf } from './tokens.ts';

const ERASED_AT_ONCE = 20;

/** Who decided, and why. */
interface Decision {
  readonly actorId: string;
  /** The admin's reason, for the activity. */
  readonly remark: string;
  readonly at: Date;
}

/** Addresses that emails could not reach, or that must not get email. Senders read the address's document together with the email. */
export interface SuppressionRepository {
  /** Reads 2 documents. */
  isSuppressed(email: string): Promise<boolean>;
  /** Reads 2 documents. */
  find(email: string): Promise<StoredSuppression | null>;
  /** Suppresses an address by hand. Does nothing if it is suppressed for another reason than soft bounces. Reads 2 documents, writes 2. */
  suppress(email: string, decision: Decision): Promise<StoredSuppression>;
  /** Frees an address. Does nothing if it is not suppressed; null if the address is unknown. Reads 1 document, writes 2. */
  free(id: string, decision: Decision): Promise<StoredSuppression | null>;
  /** A page of suppressed addresses, newest first. Reads the page and 1 aggregation. */
  list(page: PageRequest): Promise<{ items: StoredSuppression[]; total: number }>;
  /**
   * Deletes the record of a deleted account's address, leaving a salted id if it is suppressed. A new subscriber's record is kept. Safe to repeat.
   * Reads 2 documents, writes at most 2. @returns whether there was a record
   */
  forgetAddress(email: string): Promise<boolean>;
  /**
   * The same for accounts deleted by older code, which kept the address's id; also in the activity. Safe to repeat and to interrupt.
   * @returns how many
   */
  saltErased(): Promise<number>;
  /** The reads and writes of `Recall`. */
  readonly recall: Recall;
}

/**
 * Restores suppressions of deleted accounts under their addresses, in the transaction that stores these as subscribers, so that sending an issue
 * checks one place. Reads 1 document for each. @returns a function that writes 2 for each restored one
 */
export type Recall = (transaction: Transaction, emails: readonly string[]) => Promise<() => void>;

/** Stored under the id of the address. */
export const suppressionRefOf = (db: Firestore, email: string): DocumentReference =>
  db.collection('suppressions').doc(addressIdOf(email));

/**
 * The ids that mark a deleted account's address as suppressed, derived from the address's id: one for each key of the secret. Budgets count one read.
 */
export const saltedAddressIds = (secret: string, addressId: string): readonly [string, ...string[]] =>
  saltedIds(secret, 'suppressed-address', addressId);

/** The documents to read in a transaction that accepts an email to `email` (2 reads). */
export const suppressionRefsOf = (db: Firestore, secret: string, email: string): readonly DocumentReference[] => [
  suppressionRefOf(db, email),
  ...saltedAddressIds(secret, addressIdOf(email)).map((id) => db.collection('suppressions').doc(id)),
];

/** Whether the document at `suppressionRefOf` forbids email. */
export const isSuppressedIn = (snapshot: DocumentSnapshot): boolean =>
  (decodeSuppression(snapshot)?.suppressedAt ?? null) !== null;

/** The initial record of an unknown address. */
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

export function createSuppressionRepository(db: Firestore, secret: string): SuppressionRepository {
  const suppressions = db.collection('suppressions');
  const stateOf = ({ suppressedAt, reason }: StoredSuppression) =>
    suppressedAt === null ? null : { reason, suppressedAt };

  return {
    isSuppressed: async (email) => (await db.getAll(...suppressionRefsOf(db, secret, email))).some(isSuppressedIn),

    find: async (email) => knownIn(await db.getAll(...suppressionRefsOf(db, secret, email))),

    suppress: (email, { actorId, remark, at }) =>
      runTransaction(db, async (transaction) => {
        const ref = suppressionRefOf(db, email);
        const found = await transaction.getAll(...suppressionRefsOf(db, secret, email));
        const known = knownIn(found);
        // A late delivery undoes a suppression for soft bounces, but must not undo this one.
        if (known && known.suppressedAt !== null && known.reason !== 'soft') return known;
        const own = found[0] ? decodeSuppression(found[0]) : null;
        const stopped = {
          ...(own ?? unknownAddress(email)),
          suppressedAt: at,
          reason: 'manual',
          source: null,
          remark,
        } as const;
        transaction.set(ref, encodeSuppression(stopped));
        const entry = {
          actorId,
          action: 'suppression.create',
          target: `suppressions/${ref.id}`,
          name: stopped.email,
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
        const name = shownAddress(known.email);
        const entry = { actorId, action: 'suppression.free', target: `suppressions/${id}`, name } as const;
        appendAudit(db, transaction, { ...entry, before: stateOf(known), after: { remark } }, at);
        return freed;
      }),

    list: (page) => readNewest(suppressions, 'suppressedAt', page, decodeSuppression),

    forgetAddress: (email) =>
      runTransaction(db, async (transaction) => {
        const ref = suppressionRefOf(db, email);
        const [stored, subscriber] = await transaction.getAll(ref, db.collection('subscribers').doc(ref.id));
        const known = stored ? decodeSuppression(stored) : null;
        // A new account with the address may have subscribed since the earlier account was deleted.
        if (known === null || subscriber?.get('isConfirmed') === true) return false;
        if (known.suppressedAt !== null) {
          const [id] = saltedAddressIds(secret, ref.id);
          transaction.set(suppressions.doc(id), encodeSuppression({ ...known, email: '' }));
        }
        transaction.delete(ref);
        return true;
      }),

    async saltErased() {
      const { docs } = await suppressions.where('email', '==', DELETED_ACCOUNT).limit(ERASED_AT_ONCE).get();
      for (const { ref } of docs) {
        const [id] = saltedAddressIds(secret, ref.id);
        const targets = ['suppressions', 'invitations', 'subscribers'].map((path) => `${path}/${ref.id}`);
        const about = await db.collection('audit').where('target', 'in', targets).select('target').get();
        const batch = db.batch();
        for (const entry of about.docs) {
          batch.update(entry.ref, { target: String(entry.get('target')).replace(ref.id, id) });
        }
        await batch.commit();
        await runTransaction(db, async (transaction) => {
          const known = decodeSuppression(await transaction.get(ref));
          if (known?.email !== DELETED_ACCOUNT) return;
          if (known.suppressedAt !== null) {
            transaction.set(suppressions.doc(id), encodeSuppression({ ...known, email: '' }));
          }
          transaction.delete(ref);
        });
      }
      return docs.length;
    },

    async recall(transaction, emails) {
      const salted = new Map(
        emails.flatMap((email) =>
          saltedAddressIds(secret, addressIdOf(email)).map((id): [string, string] => [id, email]),
        ),
      );
      const found =
        salted.size === 0 ? [] : await transaction.getAll(...[...salted.keys()].map((id) => suppressions.doc(id)));
      return () => {
        for (const document of found) {
          const [known, email] = [decodeSuppression(document), salted.get(document.id)];
          if (known?.suppressedAt == null || email === undefined) continue;
          transaction.set(suppressionRefOf(db, email), encodeSuppression({ ...known, email }));
          transaction.delete(document.ref);
        }
      };
    },
  };
}

/** The record that suppresses the address, if any; otherwise the first one. */
export function knownIn(snapshots: readonly DocumentSnapshot[]): StoredSuppression | null {
  const known = snapshots.map(decodeSuppression).filter((one) => one !== null);
  return known.find(({ suppressedAt }) => suppressedAt !== null) ?? known[0] ?? null;
}
