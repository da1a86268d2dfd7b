import { FieldPath, type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { PageRequest } from '../common/paging.ts';
import { createGroupCommit } from '../firestore/group-commit.ts';
import { isMissing, runTransaction } from '../firestore/transaction.ts';
import { countersUpdate } from '../posts/post-counters.converter.ts';
import type { PostIndex } from '../posts/post-index.repository.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import { decodeComment, encodeComment, type StoredComment } from './comments.converter.ts';

type Operation =
  | { readonly kind: 'create'; readonly comment: StoredComment }
  | { readonly kind: 'remove'; readonly id: string; readonly authorId: string };

export interface CommentRepository {
  /** A page of a post's comments, newest first. Reads the page. */
  list(postId: string, page: PageRequest): Promise<StoredComment[]>;
  /** Reads 1 document. */
  find(id: string): Promise<StoredComment | null>;
  /**
   * Stores a comment and moves the counters of `post` in one transaction; a comment that has its id already is answered as it
   * is, so a retry is safe. Null when the post is gone. Reads 1 document, writes 2.
   */
  create(comment: StoredComment, post: StoredCard): Promise<StoredComment | null>;
  /** Removes the author's comment and moves the counters, in one transaction. @returns false when it is gone already */
  remove(comment: StoredComment, post: StoredCard): Promise<boolean>;
}

export function createCommentRepository(
  db: Firestore,
  searchIndex: Pick<PostIndex, 'followPopularity'>,
): CommentRepository {
  const comments = db.collection('comments');

  const idOf = (operation: Operation) => (operation.kind === 'create' ? operation.comment.id : operation.id);

  /** Plays the operations on one post through in their order and writes what comes out. */
  const commit = async (postId: string, operations: readonly Operation[]): Promise<(StoredComment | null)[]> => {
    try {
      return await runTransaction(db, async (transaction) => {
        const ids = [...new Set(operations.map(idOf))];
        const found = await transaction.getAll(...ids.map((id) => comments.doc(id)));
        const before = new Map(found.map((snapshot) => [snapshot.id, decodeComment(snapshot)]));
        const after = new Map(before);
        const outcomes = operations.map((operation) => {
          const existing = after.get(idOf(operation)) ?? null;
          if (operation.kind === 'create') {
            if (!existing) after.set(operation.comment.id, operation.comment);
            return existing ?? operation.comment;
          }
          if (existing?.authorId !== operation.authorId) return null;
          after.set(operation.id, null);
          return existing;
        });

        const changed = ids.filter((id) => before.get(id) !== after.get(id));
        let moved = 0;
        for (const id of changed) {
          const comment = after.get(id);
          if (comment) transaction.set(comments.doc(id), encodeComment(comment));
          else transaction.delete(comments.doc(id));
          moved += comment ? 1 : -1;
        }
        const post = db.collection('posts').doc(postId);
        if (changed.length > 0) transaction.update(post, countersUpdate({ commentsCount: moved }));
        return outcomes;
      });
    } catch (error) {
      if (isMissing(error)) return operations.map(() => null);
      throw error;
    }
  };
  const enqueue = createGroupCommit(commit);

  return {
    async list(postId, { limit, after }) {
      const ordered = comments
        .where('postId', '==', postId)
        .orderBy('createdAt', 'desc')
        .orderBy(FieldPath.documentId(), 'desc');
      const rest = after ? ordered.startAfter(Timestamp.fromMillis(after.createdAtMs), after.id) : ordered;
      const { docs } = await rest.limit(limit).get();
      return docs.map(decodeComment).filter((comment) => comment !== null);
    },

    find: async (id) => decodeComment(await comments.doc(id).get()),

    async create(comment, post) {
      const stored = await enqueue(post.id, { kind: 'create', comment });
      if (stored === comment) await searchIndex.followPopularity(post, { commentsCount: 1 });
      return stored;
    },

    async remove({ id, authorId }, post) {
      const removed = await enqueue(post.id, { kind: 'remove', id, authorId });
      if (removed) await searchIndex.followPopularity(post, { commentsCount: -1 });
      return removed !== null;
    },
  };
}
