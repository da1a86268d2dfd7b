import { type DocumentSnapshot, FieldPath, type Query, Timestamp } from 'firebase-admin/firestore';
import type { PageRequest } from '../common/paging.ts';

/**
 * Reads one page of `query`, newest `field` first, then by descending id, and counts the whole. Documents without the field are excluded.
 * Reads the documents of the page and one aggregation.
 * @param fields the fields to read; all by default
 */
export async function readNewest<T>(
  query: Query,
  field: string,
  { limit, after }: PageRequest,
  decode: (snapshot: DocumentSnapshot) => T | null,
  fields?: readonly string[],
): Promise<{ items: T[]; total: number }> {
  const ordered = query.orderBy(field, 'desc').orderBy(FieldPath.documentId(), 'desc');
  const rest = after ? ordered.startAfter(Timestamp.fromMillis(after.createdAtMs), after.id) : ordered;
  const page = fields ? rest.limit(limit).select(...fields) : rest.limit(limit);
  const [snapshot, counted] = await Promise.all([page.get(), ordered.count().get()]);
  const items = snapshot.docs.map(decode).filter((item) => item !== null);
  return { items, total: counted.data().count };
}
