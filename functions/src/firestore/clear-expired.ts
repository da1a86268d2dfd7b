import type { Query } from 'firebase-admin/firestore';
import { deleteUnchanged } from './delete-all.ts';

const PAGE = 200;

/**
 * Deletes documents whose `expireAt` has passed. In production, time-to-live policies do the same within about a day. Safe to repeat and to
 * interrupt.
 * @returns the number of deleted documents
 */
export async function clearExpired(collection: Query, at: Date): Promise<number> {
  const { docs } = await collection.where('expireAt', '<=', at).orderBy('expireAt').limit(PAGE).select().get();
  // A document that has been written since the query is not deleted.
  const results = await Promise.all(docs.map(deleteUnchanged));
  return results.filter(Boolean).length;
}
