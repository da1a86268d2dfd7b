import type { Firestore } from 'firebase-admin/firestore';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { parseTextSearch } from '../common/text-search.ts';
import { findableIn, type Order, ordered, readFiltered, readIndexed } from '../firestore/list-pages.ts';
import { cardMask, postMask, type StoredCard, type StoredPost } from '../posts/posts.converter.ts';
import { createTextRepository, STATUSES_THERE } from '../posts/posts.repository.ts';

const placeMask = postMask('title', 'slug', 'updatedAt', 'isHiddenFromSearch');

/** A published page that search engines may find. */
export interface PublishedPage {
  readonly title: string;
  readonly slug: string;
  readonly updatedAt: Date;
}

/** Reads the site's pages, from the collection `pages`. */
export interface SitePageRepository {
  /** A page, published or not. Reads 1 document. */
  find(id: string): Promise<StoredPost | null>;
  /** The same, including the trash. */
  findWithTrash(id: string): Promise<StoredPost | null>;
  /**
   * All pages, most recently changed first; with `q`, those that contain each word; or those in the trash. Reads the page and 1 for each 1,000, at
   * most 204 with several words.
   */
  list(filter: { q?: string | undefined; isTrash: boolean }, page: PageRequest): Promise<PageOfMany<StoredCard>>;
  /** The findable words of the most recently changed pages outside the trash. Reads at most `limit`. */
  wordsOfNewest(limit: number): Promise<string[][]>;
  /** Published pages for search engines, most recently changed first. Reads at most `limit`, at least 1. */
  published(limit: number): Promise<PublishedPage[]>;
}

const BY_CHANGE: Order = { field: 'updatedAt', holds: 'time', direction: 'desc' };

export function createSitePageRepository(db: Firestore): SitePageRepository {
  const pages = db.collection('pages');

  return {
    ...createTextRepository(db, 'pages'),

    async list({ q, isTrash }, page) {
      const all = pages.where('deletedAt', '==', null);
      const query = isTrash ? all.where('status', '==', 'trash') : all.where('status', 'in', STATUSES_THERE);
      const list = { order: BY_CHANGE, page, decode: cardMask.decode };
      if (!q) return readIndexed({ ...list, query });
      const search = parseTextSearch(q);
      const [words] = search.groups;
      if (words === undefined) return { items: [], total: 0, next: null, documents: 0 };
      const found = query.where('wordPrefixes', 'array-contains-any', words);
      if (search.isDecidedByIndex) return readIndexed({ ...list, query: found });
      return readFiltered({
        ...list,
        query: found,
        isMatch: ({ title }, document) => search.matches(title, document.get('wordPrefixes')),
      });
    },

    wordsOfNewest(limit) {
      const there = pages.where('deletedAt', '==', null).where('status', 'in', STATUSES_THERE);
      return findableIn(ordered(there, BY_CHANGE).limit(limit));
    },

    async published(limit) {
      const published = pages.where('isPublished', '==', true).orderBy('updatedAt', 'desc').limit(limit);
      const { docs } = await published.select(...placeMask.fields).get();
      return docs.flatMap((document) => {
        const page = placeMask.decode(document);
        if (!page?.slug || page.isHiddenFromSearch) return [];
        return [{ title: page.title, slug: page.slug, updatedAt: page.updatedAt }];
      });
    },
  };
}
