import type { DocumentData, Firestore } from 'firebase-admin/firestore';
import { nextById } from './next-by-id.ts';
import { runTransaction } from './transaction.ts';

const PAGE = 100;

export interface DocumentChange {
  readonly collection: string;
  /** The fields to write, computed from the stored document and its id. May run several times. */
  readonly change: (document: DocumentData, id: string) => DocumentData;
}

/** Documents without a version have version 1. */
const versionOf = (document: DocumentData): number =>
  typeof document.schemaVersion === 'number' ? document.schemaVersion : 1;

/**
 * Upgrades the next 100 documents of a collection; newer documents do not change. Sorted by id, because a query by a field does not find documents
 * without it. Safe to repeat and to run during other writes. Reads 100 documents; reads and writes 1 for each older document.
 * @param upgrade with the version of upgraded documents
 * @returns the number of documents read, and the id to continue after; null at the end
 */
export async function upgradePage(
  db: Firestore,
  { collection, to, change }: DocumentChange & { readonly to: number },
  after: string | null,
): Promise<{ count: number; next: string | null }> {
  const { docs, next } = await nextById(db.collection(collection).select('schemaVersion'), after, PAGE);
  const older = docs.filter((document) => versionOf(document.data()) < to);
  await Promise.all(
    older.map(({ ref }) =>
      runTransaction(db, async (transaction) => {
        const data = (await transaction.get(ref)).data();
        if (!data || versionOf(data) >= to) return;
        transaction.update(ref, { ...change(data, ref.id), schemaVersion: to });
      }),
    ),
  );
  return { count: docs.length, next };
}
