import { type DocumentData, FieldPath, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { runTransaction } from './transaction.ts';

const PAGE = 100;

interface Upgrade {
  readonly collection: string;
  /** The version that documents have afterwards. */
  readonly to: number;
  /** The fields that change, made from the document as it stands. May read and write along in the transaction; may run several times. */
  readonly change: (
    document: DocumentData,
    along: { readonly id: string; readonly transaction: Transaction },
  ) => DocumentData | Promise<DocumentData>;
}

/** Documents of the very beginning may not tell their version. */
const versionOf = (document: DocumentData): number =>
  typeof document.schemaVersion === 'number' ? document.schemaVersion : 1;

/**
 * Brings the next 100 documents of a collection, by id, to a version; those that have it already, or a newer one, stay as they are. Goes
 * by id, because a query by a field does not find documents without it. Safe to repeat, and beside everybody else who writes. Reads 100,
 * and 1 more and writes 1 for each that is older.
 * @returns how many it looked at, and after which id to go on; null at the end
 */
export async function upgradePage(
  db: Firestore,
  { collection, to, change }: Upgrade,
  after: string | null,
): Promise<{ count: number; next: string | null }> {
  const byId = db.collection(collection).orderBy(FieldPath.documentId()).limit(PAGE).select('schemaVersion');
  const { docs } = await (after === null ? byId : byId.startAfter(after)).get();
  const older = docs.filter((document) => versionOf(document.data()) < to);
  await Promise.all(
    older.map(({ ref }) =>
      runTransaction(db, async (transaction) => {
        const data = (await transaction.get(ref)).data();
        if (!data || versionOf(data) >= to) return;
        transaction.update(ref, { ...(await change(data, { id: ref.id, transaction })), schemaVersion: to });
      }),
    ),
  );
  return { count: docs.length, next: docs.length < PAGE ? null : (docs.at(-1)?.id ?? null) };
}
