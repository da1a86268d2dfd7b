import { FieldPath, type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { PageRequest } from '../common/paging.ts';
import { nextById } from '../firestore/next-by-id.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { defineUpgrade, type Upgrade } from '../jobs/data-version.ts';
import { isThere, type PickedPost, postMask } from '../posts/posts.converter.ts';
import { decodeComment, LISTED_FIELDS, type StoredComment } from './comments.converter.ts';

const mask = postMask('title', 'slug', 'commentsCount', 'trashedAt', 'deletedAt');

/** A post with comments, and when a comment last appeared. */
export type CommentedCard = PickedPost<(typeof mask.fields)[number]> & { readonly lastCommentAt: Date };

export interface CommentedPostRepository {
  /**
   * Posts of an author that ever had comments, most recently commented first. Posts that were deleted meanwhile or have no comments left are omitted
   * from the page. Reads `limit` documents. @returns also the last one read, after which the next page begins; null on the last page
   */
  commentedLast(
    authorId: string,
    page: PageRequest,
  ): Promise<{ items: CommentedCard[]; documents: number; next: PageRequest['after'] }>;
  /** The newest visible comments of a post. Reads at most `limit` documents. */
  newestOn(postId: string, limit: number): Promise<StoredComment[]>;
}

export function createCommentedPostRepository(db: Firestore): CommentedPostRepository {
  return {
    async commentedLast(authorId, { limit, after }) {
      const commented = db
        .collection('posts')
        .where('authorIds', 'array-contains', authorId)
        // Posts without comments lack the field.
        .where('lastCommentAt', '>', new Date(0))
        .orderBy('lastCommentAt', 'desc')
        .orderBy(FieldPath.documentId(), 'desc');
      const rest = after ? commented.startAfter(Timestamp.fromMillis(after.createdAtMs), after.id) : commented;
      const { docs } = await rest
        .limit(limit)
        .select(...mask.fields, 'lastCommentAt')
        .get();
      const items = docs
        .map((snapshot) => ({ post: mask.decode(snapshot), lastCommentAt: timeIn(snapshot.get('lastCommentAt')) }))
        .flatMap(({ post, lastCommentAt }) =>
          isThere(post) && post.commentsCount > 0 ? [{ ...post, lastCommentAt }] : [],
        );
      const last = docs.length < limit ? undefined : docs.at(-1);
      const next = last ? { createdAtMs: timeIn(last.get('lastCommentAt')).getTime(), id: last.id } : null;
      return { items, documents: Math.max(1, docs.length), next };
    },

    async newestOn(postId, limit) {
      const { docs } = await newestVisible(db, postId)
        .limit(limit)
        .select(...LISTED_FIELDS)
        .get();
      return docs.map(decodeComment).filter((comment) => comment !== null);
    },
  };
}

const newestVisible = (db: Firestore, postId: string) =>
  db
    .collection('comments')
    .where('onPostId', '==', postId)
    .where('state', '==', 'visible')
    .orderBy('createdAt', 'desc');

const timeIn = (value: unknown): Date => (value instanceof Timestamp ? value.toDate() : new Date(0));

const PAGE = 100;

/**
 * Adds the time of the newest visible comment to older posts with comments. Checks the field instead of the post's version, because instances with
 * older code write comments without the field. Reads 100 posts, and 2 documents and writes 1 for each without it.
 */
export const commentedUpgrade = (db: Firestore): Upgrade =>
  defineUpgrade({
    version: 8,
    about: 'Posts know when somebody last commented on them',
    cursor: z.string(),
    async step(after) {
      const { docs, next } = await nextById(
        db.collection('posts').select('commentsCount', 'lastCommentAt'),
        after,
        PAGE,
      );
      const isOlder = (post: { get(field: string): unknown }) =>
        Number(post.get('commentsCount') ?? 0) > 0 && post.get('lastCommentAt') === undefined;
      await Promise.all(
        docs.filter(isOlder).map(async ({ id, ref }) => {
          const [newest] = (await newestVisible(db, id).limit(1).select('createdAt').get()).docs;
          if (!newest) return;
          await runTransaction(db, async (transaction) => {
            const post = await transaction.get(ref);
            if (post.exists && isOlder(post)) transaction.update(ref, { lastCommentAt: newest.get('createdAt') });
          });
        }),
      );
      return { count: docs.length, next };
    },
  });
