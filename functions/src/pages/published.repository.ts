import type { Firestore } from 'firebase-admin/firestore';
import {
  addressesOf,
  addressOf,
  isForSearch,
  type PostAddress,
} from '../posts/addresses/published-addresses.repository.ts';
import { postMask, type StoredPost, wholeMask } from '../posts/posts.converter.ts';
import { type PostGroup, publishedIn } from '../posts/posts.repository.ts';
import { newestPublished } from '../posts/published-order.repository.ts';

const newestMask = postMask('title', 'slug', 'updatedAt', 'isHiddenFromSearch', 'canonicalUrl');
const datedMask = postMask('publishedAt');

export interface PublishedRepository {
  /** The most recently published posts of a group with their texts. Reads `limit` documents. */
  newest(limit: number, group: PostGroup): Promise<StoredPost[]>;
  /** Addresses of the most recently published posts. Reads `limit` documents. */
  newestAddresses(limit: number): Promise<PostAddress[]>;
  /** Addresses of the posts that were first published in a month (`2026-11`). Reads at most 128 documents. */
  addressesOf(month: string): Promise<PostAddress[]>;
  /** The earliest publication of a published post; null if there is none. Reads 1 document. */
  firstPublishedAt(): Promise<Date | null>;
}

export function createPublishedRepository(db: Firestore): PublishedRepository {
  const published = db.collection('posts').where('isPublished', '==', true);

  return {
    newest: (limit, group) =>
      newestPublished(publishedIn(db, group), { limit, after: null }, wholeMask.decode, wholeMask.fields),

    async newestAddresses(limit) {
      const { docs } = await published
        .orderBy('publishedAt', 'desc')
        .limit(limit)
        .select(...newestMask.fields)
        .get();
      return docs
        .map(newestMask.decode)
        .filter((post) => post !== null)
        .filter(isForSearch)
        .map(addressOf);
    },

    addressesOf: (month) => addressesOf(db, month),

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
