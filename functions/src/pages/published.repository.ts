import { FieldPath, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import { decodePost, isThere, type PickedPost, postMask, type StoredPost } from '../posts/posts.converter.ts';

const addressMask = postMask('title', 'updatedAt');
const createdMask = postMask('createdAt');

/** Enough of a post to name its address. */
export type PostAddress = PickedPost<(typeof addressMask.fields)[number]>;

/** What feeds and sitemaps are made from. */
export interface PublishedRepository {
  /** The newest published posts with their texts, optionally of one category. Reads `limit` documents. */
  newest(limit: number, categoryId?: number): Promise<StoredPost[]>;
  /** Addresses of published posts, newest first; of one month if given. Reads one document for each. */
  addresses(limit: number, between?: { from: Date; to: Date }): Promise<PostAddress[]>;
  /** When the first post still published was created; null when there is none. Reads 1 document. */
  firstCreatedAt(): Promise<Date | null>;
}

export function createPublishedRepository(db: Firestore): PublishedRepository {
  const published = db.collection('posts').where('isPublished', '==', true);

  return {
    async newest(limit, categoryId) {
      const query = categoryId === undefined ? published : published.where('categoryId', '==', categoryId);
      const { docs } = await newestFirst(query).limit(limit).get();
      return docs.map(decodePost).filter(isThere);
    },

    async addresses(limit, between) {
      const query = between
        ? published
            .where('createdAt', '>=', Timestamp.fromDate(between.from))
            .where('createdAt', '<', Timestamp.fromDate(between.to))
        : published;
      const { docs } = await newestFirst(query)
        .limit(limit)
        .select(...addressMask.fields)
        .get();
      return docs.map(addressMask.decode).filter((post) => post !== null);
    },

    async firstCreatedAt() {
      const { docs } = await published
        .orderBy('createdAt', 'asc')
        .limit(1)
        .select(...createdMask.fields)
        .get();
      return docs.map(createdMask.decode)[0]?.createdAt ?? null;
    },
  };
}

/** The order of the lists, so that one index serves both. */
const newestFirst = (query: Query): Query => query.orderBy('createdAt', 'desc').orderBy(FieldPath.documentId(), 'desc');
