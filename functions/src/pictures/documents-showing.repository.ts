import type { Firestore, Query, QueryDocumentSnapshot, QuerySnapshot } from 'firebase-admin/firestore';
import { PICTURE_REFERENCES, type ReferringCollection } from './references.ts';

/** A row of the table of references. */
export type ReferenceName = keyof typeof PICTURE_REFERENCES;

export const REFERENCE_NAMES = Object.keys(PICTURE_REFERENCES) as ReferenceName[];

/** A document with its pictures in the field `pictures`. */
export interface Showing {
  readonly of: ReferenceName;
  readonly document: QueryDocumentSnapshot;
}

interface Wanted {
  /** At most 30, the limit of one query. */
  readonly names: readonly string[];
  readonly of: readonly ReferenceName[];
  /** The limit for each row. */
  readonly limit: number;
  /** The fields to read from each document in addition to `pictures`. */
  readonly fieldsOf: (of: ReferenceName) => readonly string[];
}

const run = (query: Query): Promise<QuerySnapshot> => query.get();

/**
 * The documents that show one of these pictures, by rows of the table of references. Reads each, and at least 1 for each row.
 * @param get runs a query. With the transaction's `get`, the transaction conflicts with a concurrent save that shows one of the pictures
 */
export async function documentsShowing(
  db: Firestore,
  { names, of, limit, fieldsOf }: Wanted,
  get: typeof run = run,
): Promise<Showing[]> {
  const found = await Promise.all(
    of.map(async (row) => {
      const { collection, within }: ReferringCollection = PICTURE_REFERENCES[row];
      const all = within === undefined ? db.collection(collection) : db.collectionGroup(collection);
      const showing = all.where('pictures', 'array-contains-any', names);
      const { docs } = await get(showing.limit(limit).select('pictures', ...fieldsOf(row)));
      return docs.map((document) => ({ of: row, document }));
    }),
  );
  return found.flat();
}
