import { popularityOf } from '@inkwell/shared/posts';
import type { DocumentData, Firestore } from 'firebase-admin/firestore';
import { isMissing, runTransaction } from '../firestore/transaction.ts';
import type { PostIndex } from '../posts/post-index.repository.ts';
import { decodePost } from '../posts/posts.converter.ts';
import { decodeAuthor } from '../users/authors.ts';
import { type IndexEntry, indexEntryOf } from './index-entry.ts';

/** The entries of published posts, kept beside them. */
export interface SearchIndex extends PostIndex {
  /** Writes the entries of an author's published posts anew, after the author was renamed. Safe to repeat. */
  reindexAuthor(authorId: string): Promise<number>;
  /** Entries that hold a token, most popular first. Reads at most `limit` documents. */
  lookUp(token: string, options: { limit: number; withBody: boolean }): Promise<FoundEntry[]>;
}

export interface FoundEntry extends Pick<IndexEntry, 'title' | 'head' | 'body'> {
  readonly postId: string;
  readonly popularity: number;
}

/** The largest power of two within: 0, 1, 2, 4, 8, ... */
export const coarse = (popularity: number): number => (popularity < 1 ? 0 : 2 ** Math.floor(Math.log2(popularity)));

const REINDEX_PAGE = 50;

export function createSearchIndex(db: Firestore): SearchIndex {
  const entries = db.collection('searchIndex');
  const posts = db.collection('posts');

  const prepare: SearchIndex['prepare'] = async (transaction, post) => {
    const author = db.collection('users').doc(post.authorId);
    const category = post.categoryId === null ? null : db.doc(`categories/${post.categoryId}`);
    const [authorSnapshot, categorySnapshot] = await transaction.getAll(author, ...(category ? [category] : []), {
      fieldMask: ['displayName', 'firstName', 'name'],
    });
    const names = decodeAuthor(authorSnapshot?.data() ?? {});
    const entry = indexEntryOf({
      ...post,
      categoryName: categorySnapshot?.get('name') ?? null,
      authorNames: [names.displayName, names.firstName],
    });
    const document: DocumentData = { ...entry, popularity: coarse(popularityOf(post)), schemaVersion: 1 };
    return { write: () => void transaction.set(entries.doc(post.id), document) };
  };

  const reindex = (postId: string) =>
    runTransaction(db, async (transaction) => {
      const post = decodePost(await transaction.get(posts.doc(postId)));
      if (!post?.isPublished || post.deletedAt) return;
      (await prepare(transaction, post)).write();
    });

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
        // Unpublished in the meantime: there is nothing to follow.
        if (!isMissing(error)) throw error;
      }
    },

    async reindexAuthor(authorId) {
      const own = posts.where('authorId', '==', authorId).where('isPublished', '==', true).select();
      const { docs } = await own.get();
      for (let start = 0; start < docs.length; start += REINDEX_PAGE) {
        await Promise.all(docs.slice(start, start + REINDEX_PAGE).map(({ id }) => reindex(id)));
      }
      return docs.length;
    },

    async lookUp(token, { limit, withBody }) {
      const fields = withBody ? ['title', 'head', 'body', 'popularity'] : ['title', 'head', 'popularity'];
      const found = entries.where('tokens', 'array-contains', token).orderBy('popularity', 'desc').limit(limit);
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
