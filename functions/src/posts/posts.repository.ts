import { FieldPath, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import type { PageRequest } from '../common/paging.ts';
import { cardMask, decodeCard, decodePost, isThere, type StoredCard, type StoredPost } from './posts.converter.ts';
import { createPublishedOrder } from './published-order.repository.ts';

/** Which posts a list holds. */
export type PostFilter =
  | { readonly kind: 'published'; readonly categoryId?: number | undefined }
  | { readonly kind: 'all' };

/** Reading posts. Deleted ones are nowhere, even where the deletion was interrupted. */
export interface PostRepository {
  /**
   * A page, and how many posts the whole list has: published posts in the order of their first publishing, all in that of their creation,
   * newest first. Reads the page and one document.
   */
  list(filter: PostFilter, page: PageRequest): Promise<{ items: StoredCard[]; total: number }>;
  /** Published posts, most popular first; of one category if given. Reads `limit` documents. */
  popular(limit: number, categoryId?: number): Promise<StoredCard[]>;
  /** The whole post. Reads 1 document. */
  find(id: string): Promise<StoredPost | null>;
  /** The post without its text. Reads 1 document. */
  findCard(id: string): Promise<StoredCard | null>;
  /** Posts without their texts, in the order of `ids`; what is gone is left out. Reads one document for each. */
  findCards(ids: readonly string[]): Promise<StoredCard[]>;
}

export function createPostRepository(db: Firestore): PostRepository {
  const posts = db.collection('posts');
  const published = posts.where('isPublished', '==', true);
  const order = createPublishedOrder(db);

  const cards = async (query: Query): Promise<StoredCard[]> => {
    const { docs } = await query.select(...cardMask.fields).get();
    return docs.map(decodeCard).filter(isThere);
  };

  const findCards = async (ids: readonly string[]): Promise<StoredCard[]> => {
    if (ids.length === 0) return [];
    const snapshots = await db.getAll(...ids.map((id) => posts.doc(id)), { fieldMask: cardMask.fields });
    return snapshots.map(decodeCard).filter(isThere);
  };

  /** Totals are kept, not counted: counting would cost more with each post. */
  const totalOf = async (filter: PostFilter): Promise<number> => {
    if (filter.kind === 'published' && filter.categoryId !== undefined) {
      return Number((await db.doc(`categories/${filter.categoryId}`).get()).get('postCount') ?? 0);
    }
    return Number((await postTotals(db).get()).get(filter.kind === 'all' ? 'total' : 'published') ?? 0);
  };

  return {
    async list(filter, page) {
      const [items, total] = await Promise.all([pageOf(filter, page), totalOf(filter)]);
      return { items, total };
    },

    popular: (limit, categoryId) => cards(publishedIn(categoryId).orderBy('popularity', 'desc').limit(limit)),

    async find(id) {
      const post = decodePost(await posts.doc(id).get());
      return post && isThere(post) ? post : null;
    },

    findCard: async (id) => (await findCards([id]))[0] ?? null,
    findCards,
  };

  async function pageOf(filter: PostFilter, page: PageRequest): Promise<StoredCard[]> {
    if (filter.kind === 'published') {
      const found = await order.newest(publishedIn(filter.categoryId), page, decodeCard, cardMask.fields);
      return found.filter(isThere);
    }
    const all = posts.where('deletedAt', '==', null);
    const ordered = all.orderBy('createdAt', 'desc').orderBy(FieldPath.documentId(), 'desc');
    const { limit, after } = page;
    const rest = after ? ordered.startAfter(Timestamp.fromMillis(after.createdAtMs), after.id) : ordered;
    return cards(rest.limit(limit));
  }

  function publishedIn(categoryId: number | undefined): Query {
    return categoryId === undefined ? published : published.where('categoryId', '==', categoryId);
  }
}

/** How many posts there are: `{published, total}`, moved in the transactions that change them. */
export const postTotals = (db: Firestore) => db.doc('counters/posts');
