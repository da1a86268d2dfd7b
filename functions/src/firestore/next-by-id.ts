import { FieldPath, type Query, type QueryDocumentSnapshot } from 'firebase-admin/firestore';

/** The next documents of a query, by id, and the id to continue after; null at the end. Reads at most `limit` documents, at least 1. */
export async function nextById(
  query: Query,
  after: string | null,
  limit: number,
): Promise<{ docs: QueryDocumentSnapshot[]; next: string | null }> {
  const byId = query.orderBy(FieldPath.documentId()).limit(limit);
  const { docs } = await (after === null ? byId : byId.startAfter(after)).get();
  return { docs, next: docs.length < limit ? null : (docs.at(-1)?.id ?? null) };
}
