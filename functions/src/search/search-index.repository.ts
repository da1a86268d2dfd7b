import { popularityOf } from '@inkwell/shared/posts';
import { slugOf } from '@inkwell/shared/slug';
import {
  type DocumentData,
  FieldPath,
  FieldValue,
  Filter,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
} from 'firebase-admin/firestore';
import { nextById } from '../firestore/next-by-id.ts';
import { isMissing, runTransaction } from '../firestore/transaction.ts';
import type { PageDone } from '../jobs/job.ts';
import type { PostIndex } from '../posts/consequences.repository.ts';
import { authorIdsOf, decodePost, firstPublishing } from '../posts/posts.converter.ts';
import { tagsForSearch } from '../tags/tags-of-post.repository.ts';
import { namesForSearch } from '../users/authors-of-post.repository.ts';
import {
  ENTRY_VERSION,
  type IndexEntry,
  indexEntryOf,
  KEYS_VERSION,
  keysOfFilters,
  type Searchable,
  type SearchFilters,
  type ShownEntry,
} from './index-entry.ts';

/** The index entries of published posts. */
export interface SearchIndex extends PostIndex {
  /** Whether search finds posts by this author's names. Reads 1 document. */
  knowsAuthor(authorId: string): Promise<boolean>;
  /** Rewrites the entries of the author's next 50 published posts after the post `after`. Safe to repeat. */
  reindexAuthor(authorId: string, after: string | null): Promise<PageDone<string>>;
  /** The same for a category's posts. */
  reindexCategory(categoryId: number, after: string | null): Promise<PageDone<string>>;
  /** The same for a tag's posts. */
  reindexTag(tagId: string, after: string | null): Promise<PageDone<string>>;
  /** Whether there are entries without keys, which searches for several words do not find. Reads 1 document. */
  hasOlder(): Promise<boolean>;
  /** Rewrites an entry of a published post. Safe to repeat. */
  reindex(postId: string): Promise<void>;
  /** Entries with one of these tokens, most popular or newest first. Reads at most `limit` documents. */
  lookUp(tokens: readonly string[], options: { limit: number; order: SearchOrder }): Promise<FoundEntry[]>;
  /** Entries that have a key of every group and pass the filters, in no particular order. Reads at most `limit` documents. */
  withAll(
    groups: readonly (readonly string[])[],
    options: { limit: number; filters: SearchFilters },
  ): Promise<FoundEntry[]>;
  /** The number of such entries, at most `limit`. Reads 1 document. */
  countWithAll(
    groups: readonly (readonly string[])[],
    options: { limit: number; filters: SearchFilters },
  ): Promise<number>;
}

export type SearchOrder = 'popularity' | 'publishedAt';

export interface FoundEntry extends Pick<IndexEntry, 'title' | 'head' | 'body'> {
  readonly postId: string;
  readonly popularity: number;
  readonly publishedAt: Date | null;
  readonly categoryId: number | null;
  readonly authorIds: readonly string[];
  readonly tagIds: readonly string[];
  /** Null in an older entry. */
  readonly shown: ShownEntry | null;
}

/** A stored entry. */
export const encodeEntry = (post: Searchable, shown: ShownEntry, popularity: number): DocumentData => ({
  ...indexEntryOf(post),
  shown,
  categoryId: post.categoryId,
  authorIds: post.authorIds,
  tagIds: post.tagIds,
  publishedAt: post.publishedAt,
  popularity: coarse(popularity),
  indexedAt: FieldValue.serverTimestamp(),
  schemaVersion: ENTRY_VERSION,
});

/** The largest power of two up to `popularity`: 0, 1, 2, 4, 8, ... */
const coarse = (popularity: number): number => (popularity < 1 ? 0 : 2 ** Math.floor(Math.log2(popularity)));

const REINDEX_PAGE = 50;

export function createSearchIndex(db: Firestore): SearchIndex {
  const entries = db.collection('searchIndex');
  const posts = db.collection('posts');

  const prepareMany: SearchIndex['prepareMany'] = async (transaction, indexed) => {
    const categoryIds = [...new Set(indexed.flatMap(({ categoryId }) => categoryId ?? []))];
    const tagIds = [...new Set(indexed.flatMap(({ tagIds }) => tagIds))];
    const [namesOfAuthors, tagsById, categories] = await Promise.all([
      namesForSearch(db, transaction, [...new Set(indexed.flatMap(authorIdsOf))]),
      tagsForSearch(db, transaction, tagIds),
      categoryIds.length > 0 ? transaction.getAll(...categoryIds.map((id) => db.doc(`categories/${id}`))) : [],
    ]);
    const documents = indexed.map((post): [string, DocumentData] => {
      const { categoryId } = post;
      const authorIds = authorIdsOf(post);
      const authorNames = authorIds.flatMap((id) => namesOfAuthors.get(id) ?? []);
      const tags = post.tagIds.flatMap((id) => tagsById.get(id) ?? []);
      const categoryName = categories.find(({ id }) => id === String(categoryId))?.get('name') ?? null;
      const filtered = { categoryId, authorIds, tagIds: post.tagIds, publishedAt: firstPublishing(post) };
      const searchable = { ...post, ...filtered, categoryName, authorNames, tagNames: tags.map(({ name }) => name) };
      const shown: ShownEntry = {
        title: post.title,
        slug: slugOf(post),
        tags,
        category: categoryId !== null && categoryName !== null ? { id: categoryId, name: categoryName } : null,
        authors: authorIds.flatMap((id) => {
          const name = namesOfAuthors.get(id)?.find(Boolean);
          return name ? [{ id, name }] : [];
        }),
      };
      return [post.id, encodeEntry(searchable, shown, popularityOf(post))];
    });
    return {
      write() {
        for (const [id, document] of documents) transaction.set(entries.doc(id), document);
      },
    };
  };
  const prepare: SearchIndex['prepare'] = (transaction, post) => prepareMany(transaction, [post]);

  const has = (key: string) => Filter.where(new FieldPath('keys', key), '==', true);
  /** By equality only, so that Firestore merges the indexes of single keys. */
  const allOf = (groups: readonly (readonly string[])[], filters: SearchFilters): Query =>
    entries.where(
      Filter.and(
        ...keysOfFilters(filters).map(has),
        ...groups.map((keys) => (keys.length === 1 ? has(keys[0] ?? '') : Filter.or(...keys.map(has)))),
      ),
    );

  const publishedBy = (authorId: string) =>
    posts.where('authorIds', 'array-contains', authorId).where('isPublished', '==', true).select();

  const reindex = (postId: string): Promise<void> =>
    runTransaction(db, async (transaction) => {
      const post = decodePost(await transaction.get(posts.doc(postId)));
      if (!post?.isPublished) return;
      (await prepare(transaction, post)).write();
    });

  async function reindexPage(query: Query, after: string | null): Promise<PageDone<string>> {
    const { docs, next } = await nextById(query, after, REINDEX_PAGE);
    await Promise.all(docs.map(({ id }) => reindex(id)));
    return { count: docs.length, next };
  }

  return {
    prepare,
    prepareMany,

    remove: (transaction, postId) => void transaction.delete(entries.doc(postId)),

    async followPopularity(post, change) {
      const before = popularityOf(post);
      const after = before + popularityOf(change);
      if (coarse(before) === coarse(after)) return;
      try {
        await entries.doc(post.id).update({ popularity: coarse(after) });
      } catch (error) {
        // The post was unpublished in the meantime.
        if (!isMissing(error)) throw error;
      }
    },

    knowsAuthor: async (authorId) => !(await publishedBy(authorId).limit(1).get()).empty,

    reindexAuthor: (authorId, after) => reindexPage(publishedBy(authorId), after),

    reindexCategory(categoryId, after) {
      const published = posts.where('categoryId', '==', categoryId).where('isPublished', '==', true);
      return reindexPage(published.select(), after);
    },

    reindexTag(tagId, after) {
      const published = posts.where('tagIds', 'array-contains', tagId).where('isPublished', '==', true);
      return reindexPage(published.select(), after);
    },

    reindex,

    hasOlder: async () => !(await entries.where('schemaVersion', '<', KEYS_VERSION).limit(1).select().get()).empty,

    async lookUp(tokens, { limit, order }) {
      const found = entries.where('tokens', 'array-contains-any', tokens).orderBy(order, 'desc').limit(limit);
      return (await found.select(...SHOWN).get()).docs.map(decode);
    },

    async withAll(groups, { limit, filters }) {
      const { docs } = await allOf(groups, filters)
        .limit(limit)
        .select(...SHOWN)
        .get();
      return docs.map(decode);
    },

    async countWithAll(groups, { limit, filters }) {
      return (await allOf(groups, filters).limit(limit).count().get()).data().count;
    },
  };
}

const SHOWN = ['title', 'head', 'body', 'popularity', 'publishedAt', 'categoryId', 'authorIds', 'tagIds', 'shown'];

const decode = (entry: QueryDocumentSnapshot): FoundEntry => ({
  postId: entry.id,
  title: String(entry.get('title')),
  head: String(entry.get('head')),
  body: String(entry.get('body') ?? ''),
  popularity: Number(entry.get('popularity')),
  publishedAt: entry.get('publishedAt')?.toDate() ?? null,
  categoryId: entry.get('categoryId') ?? null,
  authorIds: entry.get('authorIds') ?? [],
  tagIds: entry.get('tagIds') ?? [],
  shown: entry.get('shown') ?? null,
});
