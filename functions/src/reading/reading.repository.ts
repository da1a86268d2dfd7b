import { READING_LIMITS } from '@inkwell/shared/reading';
import type { Firestore } from 'firebase-admin/firestore';
import { runTransaction } from '../firestore/transaction.ts';
import { decodeReading, encodeReading, type StoredPlace } from './reading.converter.ts';

/** An account's positions in its most recently read posts, in one document. */
export interface ReadingRepository {
  /** Most recently read first. Reads 1 document. */
  find(userId: string): Promise<StoredPlace[]>;
  /** Of two positions in a post, the later one is kept. Beyond the limit, the posts read longest ago are removed. Reads 1 document, writes 0 or 1. */
  note(userId: string, places: readonly StoredPlace[]): Promise<void>;
}

export function createReadingRepository(db: Firestore): ReadingRepository {
  const refOf = (userId: string) => db.collection('reading').doc(userId);
  return {
    find: async (userId) => decodeReading(await refOf(userId).get()),

    note: (userId, places) =>
      runTransaction(db, async (transaction) => {
        const stored = decodeReading(await transaction.get(refOf(userId)));
        const byPost = new Map(stored.map((place) => [place.id, place]));
        const newer = places.filter(({ id, at }) => (byPost.get(id)?.at.getTime() ?? 0) < at.getTime());
        if (newer.length === 0) return;
        for (const place of newer) {
          if ((byPost.get(place.id)?.at.getTime() ?? 0) < place.at.getTime()) byPost.set(place.id, place);
        }
        const posts = [...byPost.values()].sort((a, b) => b.at.getTime() - a.at.getTime());
        transaction.set(refOf(userId), encodeReading(posts.slice(0, READING_LIMITS.posts)));
      }),
  };
}
