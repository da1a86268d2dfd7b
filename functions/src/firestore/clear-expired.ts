import type { Query } from 'firebase-admin/firestore';
import { deleteUnchanged } from './delete-all.ts';

const PAGE = 200;

/**
 * Deletes the documents of a collection, or of a group, whose `expireAt` has passed. Time-to-live policies do the same in production, some time
 * within a day. Safe to repeat and to interrupt.
 * @returns how many documents it deleted
 */
export async function clearExpired(collection: Query, at: Date): Promise<number> {
  const expired = collection.where('expireAt', '<=', at).orderBy('expireAt').limit(PAGE).select();
  let deleted = 0;
  for (;;) {
    const { docs } = await expired.get();
    // What was written again since the query stays; the next run looks again.
    const results = await Promise.all(docs.map(deleteUnchanged));
    const count = results.filter(Boolean).length;
    deleted += count;
    if (count === 0) return deleted;
  }
}
