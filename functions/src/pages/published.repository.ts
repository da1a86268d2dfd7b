import type { Firestore } from 'firebase-admin/firestore';
import { decodePost, isThere, type PickedPost, postMask, type StoredPost } from '../posts/posts.converter.ts';
import { newestPublished, publishedWithin } from '../posts/published-order.repository.ts';

const addressMask = postMask('title', 'updatedAt');
const datedMask = postMask('publishedAt');

/** Enough of a post to name its address. */
export type PostAddress = PickedPost<(typeof addressMask.fields)[number]>;

/** What feeds and sitemaps are made from. */
export interface PublishedRepository {
  /** The posts published last with their texts, optionally of one category. Reads `limit` documents. */
  newest(limit: number, categoryId?: number): Promise<StoredPost[]>;
  /** Addresses of published posts, those published last first; first published between two times if given. Reads one document for each. */
  addresses(limit: number, between?: { from: Date; to: Date }): Promise<PostAddress[]>;
  /** The earliest publishing of a post that is still published; null when there is none. Reads 1 document. */
  firstPublishedAt(): Promise<Date | null>;
}

export function createPublishedRepository(db: Firestore): PublishedRepository {
  const published = db.collection('posts').where('isPublished', '==', true);

  return {
    async newest(limit, categoryId) {
      const query = categoryId === undefined ? published : published.where('categoryId', '==', categoryId);
      return (await newestPublished(query, { limit, after: null }, decodePost)).filter(isThere);
    },

    async addresses(limit, between) {
      const { docs } = await (between ? publishedWithin(published, between) : published)
        .orderBy('publishedAt', 'desc')
        .limit(limit)
        .select(...addressMask.fields)
        .get();
      return docs.map(addressMask.decode).filter((post) => post !== null);
    },

    async firstPublishedAt() {
      const { docs } = await published
        .orderBy('publishedAt', 'asc')
        .limit(1)
        .select(...datedMask.fields)
        .get();
      return docs.map(datedMask.decode)[0]?.publishedAt ?? null;
    },
  };
}
