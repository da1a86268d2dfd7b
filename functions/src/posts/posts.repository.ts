import { FieldPath, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import type { PageRequest } from '../common/paging.ts';
import { cardMask, decodeCard, decodePost, isThere, type StoredCard, type StoredPost } from './posts.converter.ts';

/** Which posts a list holds. */
export type PostFilter =
  | { readonly kind: 'published'; readonly categoryId?: number | undefined }
  | { readonly kind: 'all' };

/** Reading posts. Deleted ones are nowhere, even where the deletion was interrupted. */
export interface PostRepository {
  /** A page, newest first, and how many posts the whole list has. Reads the page and one document. */
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
    async list(filter, { limit, after }) {
      const ordered = queryOf(filter).orderBy('createdAt', 'desc').orderBy(FieldPath.documentId(), 'desc');
      const rest = after ? ordered.startAfter(Timestamp.fromMillis(after.createdAtMs), after.id) : ordered;
      const [items, total] = await Promise.all([cards(rest.limit(limit)), totalOf(filter)]);
      return { items, total };
    },

    popular: (limit, categoryId) => {
      const query = categoryId === undefined ? published : published.where('categoryId', '==', categoryId);
      return cards(query.orderBy('popularity', 'desc').limit(limit));
    },

    async find(id) {
      const post = decodePost(await posts.doc(id).get());
      return post && isThere(post) ? post : null;
    },

    findCard: async (id) => (await findCards([id]))[0] ?? null,
    findCards,
  };

  function queryOf(filter: PostFilter): Query {
    if (filter.kind === 'all') return posts.where('deletedAt', '==', null);
    return filter.categoryId === undefined ? published : published.where('categoryId', '==', filter.categoryId);
  }
}

/** How many posts there are: `{published, total}`, moved in the transactions that change them. */
export const postTotals = (db: Firestore) => db.doc('counters/posts');
