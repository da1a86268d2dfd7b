import type { Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { encodeSuppression, type StoredSuppression } from '../mail/suppressions.converter.ts';
import { knownIn, suppressionRefsOf } from '../mail/suppressions.repository.ts';

/** Suppressed addresses in our own export. */
export interface ImportedSuppressionRepository {
  /**
   * Stores suppressed addresses unchanged, with reason, times and replies. Addresses that are suppressed here do not change. An address that an admin
   * has freed since is suppressed again only by a complaint. An entry without an address is stored under its salted id, which matches if the site has
   * the same secret. Safe to repeat. Reads 2 documents for each (1 without an address), writes at most 2.
   */
  bring(
    suppressions: readonly StoredSuppression[],
    act: { readonly actorId: string; readonly at: Date },
  ): Promise<void>;
}

export function createImportedSuppressionRepository(db: Firestore, secret: string): ImportedSuppressionRepository {
  const suppressions = db.collection('suppressions');
  return {
    bring: (given, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const byId = new Map(given.map((one) => [one.id, one]));
        const places = [...byId.values()].map((one) => ({
          one,
          ref: suppressions.doc(one.id),
          refs: one.email === '' ? [suppressions.doc(one.id)] : suppressionRefsOf(db, secret, one.email),
        }));
        const refs = places.flatMap((place) => place.refs);
        const found = refs.length === 0 ? [] : await transaction.getAll(...refs);
        let next = 0;
        for (const { one, ref, refs: own } of places) {
          const known = knownIn(found.slice(next, next + own.length));
          next += own.length;
          if (known && !stops(one, known)) continue;
          transaction.set(ref, encodeSuppression(one));
          if (one.suppressedAt === null || one.email === '') continue;
          const { reason, suppressedAt, remark } = one;
          const entry = { actorId, action: 'suppression.create', target: ref.path, name: one.email } as const;
          appendAudit(db, transaction, { ...entry, before: null, after: { reason, suppressedAt, remark } }, at);
        }
      }),
  };
}

/** Whether an imported suppression applies to an address that already has a record here. */
function stops(one: StoredSuppression, known: StoredSuppression): boolean {
  if (one.suppressedAt === null || known.suppressedAt !== null) return false;
  return one.reason === 'complaint' || known.freedAt === null || known.freedAt < one.suppressedAt;
}
