import { type DocumentReference, FieldPath, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import type { PageRequest } from '../common/paging.ts';
import {
  cardMask,
  decodeCard,
  decodePost,
  isThere,
  type ShownCard,
  type StoredCard,
  type StoredPost,
  shownMask,
} from './posts.converter.ts';
import { newestPublished } from './published-order.repository.ts';

/** Reads posts. Deleted posts are never answered, even if the deletion was interrupted. */
export interface PostRepository {
  /**
   * A page of the published posts, of one category if given, those published last first, and how many there are. Reads the page and one
   * document.
   */
  listPublished(categoryId: number | undefined, page: PageRequest): Promise<{ items: ShownCard[]; total: number }>;
  /** A page of all posts, those created last first, and how many there are. Reads the page and one document. */
  listAll(page: PageRequest): Promise<{ items: StoredCard[]; total: number }>;
  /** Published posts, most popular first; of one category if given. Reads `limit` documents. */
  popular(limit: number, categoryId?: number): Promise<ShownCard[]>;
  /** The whole post. Reads 1 document. */
  find(id: string): Promise<StoredPost | null>;
  /** The post without its text. Reads 1 document. */
  findCard(id: string): Promise<StoredCard | null>;
  /** Posts without their texts, in the order of `ids`, without those that are deleted. Reads one document for each. */
  findCards(ids: readonly string[]): Promise<StoredCard[]>;
}

export function createPostRepository(db: Firestore): PostRepository {
  const posts = db.collection('posts');
  const published = posts.where('isPublished', '==', true);

  const findCards = async (ids: readonly string[]): Promise<StoredCard[]> => {
    if (ids.length === 0) return [];
    const snapshots = await db.getAll(...ids.map((id) => posts.doc(id)), { fieldMask: cardMask.fields });
    return snapshots.map(decodeCard).filter(isThere);
  };

  const publishedIn = (categoryId: number | undefined): Query =>
    categoryId === undefined ? published : published.where('categoryId', '==', categoryId);

  const countIn = async (counter: DocumentReference, field: string): Promise<number> =>
    Number((await counter.get()).get(field) ?? 0);

  return {
    // The total is stored: counting would cost more with each post.
    async listPublished(categoryId, page) {
      const [found, total] = await Promise.all([
        newestPublished(publishedIn(categoryId), page, shownMask.decode, shownMask.fields),
        categoryId === undefined
          ? countIn(postTotals(db), 'published')
          : countIn(db.doc(`categories/${categoryId}`), 'postCount'),
      ]);
      return { items: found.filter(isThere), total };
    },

    async listAll({ limit, after }) {
      const all = posts.where('deletedAt', '==', null);
      const ordered = all.orderBy('createdAt', 'desc').orderBy(FieldPath.documentId(), 'desc');
      const rest = after ? ordered.startAfter(Timestamp.fromMillis(after.createdAtMs), after.id) : ordered;
      const [{ docs }, total] = await Promise.all([
        rest
          .limit(limit)
          .select(...cardMask.fields)
          .get(),
        countIn(postTotals(db), 'total'),
      ]);
      return { items: docs.map(decodeCard).filter(isThere), total };
    },

    async popular(limit, categoryId) {
      const query = publishedIn(categoryId).orderBy('popularity', 'desc').limit(limit);
      const { docs } = await query.select(...shownMask.fields).get();
      return docs.map(shownMask.decode).filter(isThere);
    },

    async find(id) {
      const post = decodePost(await posts.doc(id).get());
      return post && isThere(post) ? post : null;
    },

    findCard: async (id) => (await findCards([id]))[0] ?? null,
    findCards,
  };
}

/** How many posts there are: `{published, total}`, moved in the transactions that change them. */
export const postTotals = (db: Firestore) => db.doc('counters/posts');
