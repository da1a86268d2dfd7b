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
  /** In the admin's words, for the activity. */
  readonly remark: string;
  readonly at: Date;
}

/** Addresses that mails could not reach, or that must not be mailed. Whoever sends reads the address's document with the mail. */
export interface SuppressionRepository {
  /** Reads 2 documents. */
  isSuppressed(email: string): Promise<boolean>;
  /** Reads 2 documents. */
  find(email: string): Promise<StoredSuppression | null>;
  /** Stops an address by hand. Does nothing if it is stopped for another reason than soft refusals. Reads 2 documents, writes 2. */
  suppress(email: string, decision: Decision): Promise<StoredSuppression>;
  /**
   * Lets mails go to an address again. Does nothing if they may; null if nothing is known of the address. Reads 1 document, writes 2.
   */
  free(id: string, decision: Decision): Promise<StoredSuppression | null>;
  /** A page of suppressed addresses, newest first. Reads the page and 1 aggregation. */
  list(page: PageRequest): Promise<{ items: StoredSuppression[]; total: number }>;
  /**
   * Leaves of an address whose account was deleted only a salted id, if it is suppressed, else nothing; that of a new subscriber stays. Safe
   * to repeat. Reads 2 documents, writes at most 2. @returns whether anything was known
   */
  forgetAddress(email: string): Promise<boolean>;
  /**
   * The same for accounts that were deleted when the id of the address stayed, with the activity about it. Safe to repeat and to interrupt.
   * @returns how many
   */
  saltErased(): Promise<number>;
  /** What `Recall` says. */
  readonly recall: Recall;
}

/**
 * Where addresses become known again, in the transaction that stores them as subscribers: suppressions of deleted accounts come back under
 * their addresses, so that sending an issue looks in one place. Reads 1 document for each. @returns writes 2 for each that comes back
 */
export type Recall = (transaction: Transaction, emails: readonly string[]) => Promise<() => void>;

/** Under the id of the address. */
export const suppressionRefOf = (db: Firestore, email: string): DocumentReference =>
  db.collection('suppressions').doc(addressIdOf(email));

/**
 * The ids that say of a deleted account's address that it is suppressed, made of the address's id: one for each key of the secret. A count of
 * reads counts one.
 */
export const saltedAddressIds = (secret: string, addressId: string): readonly [string, ...string[]] =>
  saltedIds(secret, 'suppressed-address', addressId);

/** The documents to read in the transaction that takes a mail to `email` (2 reads). */
export const suppressionRefsOf = (db: Firestore, secret: string, email: string): readonly DocumentReference[] => [
  suppressionRefOf(db, email),
  ...saltedAddressIds(secret, addressIdOf(email)).map((id) => db.collection('suppressions').doc(id)),
];

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
        // A delivery that was late lifts what soft refusals stopped, and must not lift this.
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
        // A new account with the address may have subscribed since that of before was deleted.
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

/** Of what is stored of an address, what stops it, else the first. */
export function knownIn(snapshots: readonly DocumentSnapshot[]): StoredSuppression | null {
  const known = snapshots.map(decodeSuppression).filter((one) => one !== null);
  return known.find(({ suppressedAt }) => suppressedAt !== null) ?? known[0] ?? null;
}
