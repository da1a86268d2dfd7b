import { popularityOf } from '@inkwell/shared/posts';
import { type DocumentData, FieldPath, type Firestore, type Query } from 'firebase-admin/firestore';
import { isMissing, runTransaction } from '../firestore/transaction.ts';
import type { PageDone } from '../jobs/job.ts';
import type { PostIndex } from '../posts/post-index.repository.ts';
import { authorIdsOf, decodePost } from '../posts/posts.converter.ts';
import { namesForSearch } from '../users/authors-of-post.repository.ts';
import { ENTRY_VERSION, type IndexEntry, indexEntryOf } from './index-entry.ts';

/** The index entries of published posts. */
export interface SearchIndex extends PostIndex {
  /** Whether search finds posts by the names of this author. Reads 1 document. */
  knowsAuthor(authorId: string): Promise<boolean>;
  /** Rewrites the entries of the author's next 50 published posts after the post `after`. Safe to repeat. */
  reindexAuthor(authorId: string, after: string | null): Promise<PageDone<string>>;
  /** The same for the posts of a category. */
  reindexCategory(categoryId: number, after: string | null): Promise<PageDone<string>>;
  /** Entries with one of these tokens, most popular first. Reads at most `limit` documents. */
  lookUp(tokens: readonly string[], options: { limit: number; withBody: boolean }): Promise<FoundEntry[]>;
}

export interface FoundEntry extends Pick<IndexEntry, 'title' | 'head' | 'body'> {
  readonly postId: string;
  readonly popularity: number;
}

/** The largest power of two up to `popularity`: 0, 1, 2, 4, 8, ... */
const coarse = (popularity: number): number => (popularity < 1 ? 0 : 2 ** Math.floor(Math.log2(popularity)));

const REINDEX_PAGE = 50;

export function createSearchIndex(db: Firestore): SearchIndex {
  const entries = db.collection('searchIndex');
  const posts = db.collection('posts');

  const prepare: SearchIndex['prepare'] = async (transaction, post) => {
    const category = post.categoryId === null ? null : db.doc(`categories/${post.categoryId}`);
    const [authorNames, categorySnapshot] = await Promise.all([
      namesForSearch(db, transaction, authorIdsOf(post)),
      category && transaction.get(category),
    ]);
    const entry = indexEntryOf({ ...post, categoryName: categorySnapshot?.get('name') ?? null, authorNames });
    const document: DocumentData = { ...entry, popularity: coarse(popularityOf(post)), schemaVersion: ENTRY_VERSION };
    return { write: () => void transaction.set(entries.doc(post.id), document) };
  };

  const publishedBy = (authorId: string) =>
    posts.where('authorIds', 'array-contains', authorId).where('isPublished', '==', true).select();

  const reindex = (postId: string) =>
    runTransaction(db, async (transaction) => {
      const post = decodePost(await transaction.get(posts.doc(postId)));
      if (!post?.isPublished) return;
      (await prepare(transaction, post)).write();
    });

  async function reindexPage(query: Query, after: string | null): Promise<PageDone<string>> {
    const byId = query.orderBy(FieldPath.documentId()).limit(REINDEX_PAGE);
    const { docs } = await (after === null ? byId : byId.startAfter(after)).get();
    await Promise.all(docs.map(({ id }) => reindex(id)));
    return { count: docs.length, next: docs.length < REINDEX_PAGE ? null : (docs.at(-1)?.id ?? null) };
  }

  return {
    prepare,

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

    async lookUp(tokens, { limit, withBody }) {
      const fields = withBody ? ['title', 'head', 'body', 'popularity'] : ['title', 'head', 'popularity'];
      const found = entries.where('tokens', 'array-contains-any', tokens).orderBy('popularity', 'desc').limit(limit);
      const { docs } = await found.select(...fields).get();
      return docs.map((entry) => ({
        postId: entry.id,
        title: String(entry.get('title')),
        head: String(entry.get('head')),
        body: String(entry.get('body') ?? ''),
        popularity: Number(entry.get('popularity')),
      }));
    },
  };
}
