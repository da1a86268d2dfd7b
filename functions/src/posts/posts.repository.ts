import { PostStatus } from '@inkwell/shared/schedule';
import { FieldPath, Filter, type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import type { PageRequest } from '../common/paging.ts';
import type { EditedDocument } from './edited-document.ts';
import {
  cardMask,
  decodeCard,
  isStored,
  isThere,
  type ShownCard,
  type StoredCard,
  type StoredPost,
  shownMask,
  wholeMask,
} from './posts.converter.ts';
import { newestPublished } from './published-order.repository.ts';

/** Posts that have something in common; without any condition, all posts. */
export interface PostGroup {
  readonly categoryId?: number | undefined;
  readonly tagId?: string | undefined;
  readonly authorId?: string | undefined;
  readonly seriesId?: string | undefined;
}

/** The maximum number of groups in one query: Firestore takes 30 alternatives. */
export const MOST_GROUPS = 30;

/** The published posts of a group. */
export function publishedIn(db: Firestore, group: PostGroup): Query {
  const published = db.collection('posts').where('isPublished', '==', true);
  const only = filterOf(group);
  return only ? published.where(only) : published;
}

function filterOf({ categoryId, tagId, authorId, seriesId }: PostGroup): Filter | null {
  if (categoryId !== undefined) return Filter.where('categoryId', '==', categoryId);
  if (authorId !== undefined) return Filter.where('authorIds', 'array-contains', authorId);
  if (seriesId !== undefined) return Filter.where('seriesId', '==', seriesId);
  return tagId === undefined ? null : Filter.where('tagIds', 'array-contains', tagId);
}

/** The stored number of a group's published posts. */
function totalOf({ categoryId, tagId, authorId }: PostGroup): { readonly path: string; readonly field: string } {
  if (categoryId !== undefined) return { path: `categories/${categoryId}`, field: 'postCount' };
  if (authorId !== undefined) return { path: `authors/${authorId}`, field: 'postCount' };
  return tagId === undefined ? TOTAL : { path: `tags/${tagId}`, field: 'postCount' };
}

/** Reads posts. Only `findCardsAndTrash` returns posts in the trash. */
export interface PostRepository {
  /**
   * A page of a group's published posts, most recently published first, with their total and the ids of the group's featured ones, oldest first.
   * Reads the page and one document.
   */
  listPublished(
    group: PostGroup,
    page: PageRequest,
  ): Promise<{ items: ShownCard[]; total: number; featured: readonly string[] }>;
  /** Posts of at most 30 groups that were first published before a time, latest first. Reads at most `limit` documents, at least 1. */
  publishedBefore(
    groups: readonly PostGroup[],
    span: { readonly before: Date; readonly limit: number },
  ): Promise<ShownCard[]>;
  /** A page of all posts outside the trash, most recently created first, with the total. Reads the page and one document. */
  listAll(page: PageRequest): Promise<{ items: StoredCard[]; total: number }>;
  /** Published posts, most popular first; optionally of one category. Reads `limit` documents. */
  popular(limit: number, categoryId?: number): Promise<ShownCard[]>;
  /** The whole post. Reads 1 document. */
  find(id: string): Promise<StoredPost | null>;
  /** The post without its text. Reads 1 document. */
  findCard(id: string): Promise<StoredCard | null>;
  /** Posts without their texts, in the order of `ids`, without deleted ones. Reads one document for each. */
  findCards(ids: readonly string[]): Promise<StoredCard[]>;
  /** The same with their texts. */
  findTexts(ids: readonly string[]): Promise<StoredPost[]>;
  /** Like `findCards`, including posts in the trash. */
  findCardsAndTrash(ids: readonly string[]): Promise<StoredCard[]>;
}

/** The stored statuses of posts that are not in the trash. Documents of all versions have a status. */
export const STATUSES_THERE = PostStatus.options.filter((status) => status !== 'trash');

/** Reads whole posts, or documents of another edited collection: 1 document each, at most. */
export function createTextRepository(db: Firestore, edited: EditedDocument['collection']) {
  async function findWithTrash(id: string): Promise<StoredPost | null> {
    const [snapshot] = await db.getAll(db.collection(edited).doc(id), { fieldMask: wholeMask.fields });
    const text = snapshot ? wholeMask.decode(snapshot) : null;
    return isStored(text) ? text : null;
  }

  async function find(id: string): Promise<StoredPost | null> {
    const text = await findWithTrash(id);
    return isThere(text) ? text : null;
  }

  return { find, findWithTrash };
}

export function createPostRepository(db: Firestore): PostRepository {
  const posts = db.collection('posts');

  const findCardsAndTrash = async (ids: readonly string[]): Promise<StoredCard[]> => {
    if (ids.length === 0) return [];
    const snapshots = await db.getAll(...ids.map((id) => posts.doc(id)), { fieldMask: cardMask.fields });
    return snapshots.map(decodeCard).filter(isStored);
  };
  const findTexts = async (ids: readonly string[]): Promise<StoredPost[]> => {
    if (ids.length === 0) return [];
    const snapshots = await db.getAll(...ids.map((id) => posts.doc(id)), { fieldMask: wholeMask.fields });
    return snapshots.map(wholeMask.decode).filter(isThere);
  };
  const findCards = async (ids: readonly string[]) => (await findCardsAndTrash(ids)).filter(isThere);

  const countIn = async ({ path, field }: typeof TOTAL): Promise<number> =>
    Number((await db.doc(path).get()).get(field) ?? 0);

  return {
    // The total is stored, because counting would cost more with each post.
    async listPublished(group, page) {
      const [found, counter] = await Promise.all([
        newestPublished(publishedIn(db, group), page, shownMask.decode, shownMask.fields),
        db.doc(totalOf(group).path).get(),
      ]);
      const featured: readonly string[] = counter.get('featured') ?? [];
      return {
        items: found,
        total: Number(counter.get(totalOf(group).field) ?? 0),
        featured,
      };
    },

    async publishedBefore(groups, { before, limit }) {
      const filters = groups.slice(0, MOST_GROUPS).flatMap((group) => filterOf(group) ?? []);
      if (filters.length === 0) return [];
      const older = publishedIn(db, {})
        .where(Filter.or(...filters))
        .where('publishedAt', '<', Timestamp.fromDate(before));
      return newestPublished(older, { limit, after: null }, shownMask.decode, shownMask.fields);
    },

    async listAll({ limit, after }) {
      const all = posts.where('deletedAt', '==', null).where('status', 'in', STATUSES_THERE);
      const ordered = all.orderBy('createdAt', 'desc').orderBy(FieldPath.documentId(), 'desc');
      const rest = after ? ordered.startAfter(Timestamp.fromMillis(after.createdAtMs), after.id) : ordered;
      const [{ docs }, total] = await Promise.all([
        rest
          .limit(limit)
          .select(...cardMask.fields)
          .get(),
        countIn({ path: TOTAL.path, field: 'total' }),
      ]);
      return { items: docs.map(decodeCard).filter(isThere), total };
    },

    async popular(limit, categoryId) {
      const query = publishedIn(db, { categoryId }).orderBy('popularity', 'desc').limit(limit);
      const { docs } = await query.select(...shownMask.fields).get();
      return docs.map(shownMask.decode).filter((post) => post !== null);
    },

    find: createTextRepository(db, 'posts').find,
    findCard: async (id) => (await findCards([id]))[0] ?? null,
    findCards,
    findTexts,
    findCardsAndTrash,
  };
}

/** The numbers of posts, `{published, total}`, updated in the transactions that change them. */
export const postTotals = (db: Firestore) => db.doc(TOTAL.path);

const TOTAL = { path: 'counters/posts', field: 'published' };
