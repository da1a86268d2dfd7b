import { type DocumentSnapshot, FieldPath, type Query, Timestamp } from 'firebase-admin/firestore';
import type { PageRequest } from '../common/paging.ts';

type Decode<T> = (snapshot: DocumentSnapshot) => T | null;

const decoded = async <T>(query: Query, decode: Decode<T>): Promise<T[]> =>
  (await query.get()).docs.map(decode).filter((post) => post !== null);

/**
 * A page of published posts by their first publication, latest first, then by descending id. Reads the page.
 * @param fields the fields to read; all by default
 */
export function newestPublished<T>(
  published: Query,
  { limit, after }: PageRequest,
  decode: Decode<T>,
  fields?: readonly string[],
): Promise<T[]> {
  const ordered = published.orderBy('publishedAt', 'desc').orderBy(FieldPath.documentId(), 'desc');
  const rest = after ? ordered.startAfter(Timestamp.fromMillis(after.createdAtMs), after.id) : ordered;
  return decoded(fields ? rest.limit(limit).select(...fields) : rest.limit(limit), decode);
}

/** Posts that were first published from one time (inclusive) to another (exclusive). */
export const publishedWithin = (published: Query, { from, to }: { readonly from: Date; readonly to: Date }): Query =>
  published.where('publishedAt', '>=', Timestamp.fromDate(from)).where('publishedAt', '<', Timestamp.fromDate(to));

/** Posts that were first published in a period, latest first. Reads at most `limit` documents. */
export const publishedBetween = <T>(
  published: Query,
  { limit, ...span }: { readonly from: Date; readonly to: Date; readonly limit: number },
  decode: Decode<T>,
  fields: readonly string[],
): Promise<T[]> =>
  decoded(
    publishedWithin(published, span)
      .orderBy('publishedAt', 'desc')
      .limit(limit)
      .select(...fields),
    decode,
  );
