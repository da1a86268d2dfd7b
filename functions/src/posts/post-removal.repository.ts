import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { deleteAll } from '../firestore/delete-all.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import type { PostIndex } from './post-index.repository.ts';
import { movePostCounts } from './post-writes.repository.ts';
import { decodeCard } from './posts.converter.ts';
import { postTotals } from './posts.repository.ts';

/** Deletes posts in steps. An interruption after any step is harmless: a repeat goes on. */
export interface PostRemover {
  /**
   * Hides the post everywhere, in one transaction: from lists, counts, search and its preview link; its references to pictures go too. Then
   * removes its revisions, comments and likes, and at last the post itself. @returns false when there is nothing (more) to delete
   */
  remove(id: string, actorId: string, at: Date): Promise<boolean>;
  /** Finishes deletions that were interrupted. @returns how many */
  finishAll(): Promise<number>;
}

interface Options {
  readonly searchIndex: PostIndex;
  readonly pictures: Pick<PictureTable, 'move'>;
}

const NOT_PLANNED = { publishAt: null, scheduledBy: null, status: 'draft' };

export function createPostRemover(db: Firestore, { searchIndex, pictures }: Options): PostRemover {
  const posts = db.collection('posts');
  const comments = db.collection('comments');
  const commentsOf = (id: string) => comments.where('onPostId', '==', id);
  const likesOf = (id: string) => posts.doc(id).collection('likes');
  const revisionsOf = (id: string) => posts.doc(id).collection('revisions');

  const hide = (id: string, actorId: string, at: Date) =>
    runTransaction(db, async (transaction) => {
      const ref = posts.doc(id);
      const snapshot = await transaction.get(ref);
      const post = decodeCard(snapshot);
      if (!post) return false;
      if (post.deletedAt) return true;

      const before = referencesOf(PICTURE_REFERENCES.posts, snapshot.data() ?? {});
      const references = await pictures.move(transaction, { before, after: [] }, at);
      transaction.update(ref, { deletedAt: at, isPublished: false, ...NOT_PLANNED, pictures: [] });
      transaction.delete(db.doc(`previews/${id}`));
      references.write();
      const totals = { total: FieldValue.increment(-1), published: FieldValue.increment(post.isPublished ? -1 : 0) };
      transaction.set(postTotals(db), totals, { merge: true });
      movePostCounts(db, transaction, post, null);
      if (post.isPublished) searchIndex.remove(transaction, id);
      const deleted = { title: post.title, authorId: post.authorId, isPublished: post.isPublished };
      const entry = { actorId, action: 'post.delete', target: ref.path, name: post.title } as const;
      appendAudit(db, transaction, { ...entry, before: deleted, after: null }, at);
      return true;
    });

  /**
   * Removes the post unless a like or comment came in meanwhile: those look whether the post is there, then write. After this
   * transaction their update of the post's counters fails, and with it all they wanted to write. A like of a crowded post writes to a
   * shard in its place: whoever folds that finds no post, and removes the like.
   */
  const removeEmptied = (id: string) =>
    runTransaction(db, async (transaction) => {
      const ref = posts.doc(id);
      const left = await Promise.all(
        [commentsOf(id), likesOf(id)].map((query) => transaction.get(query.limit(1).select())),
      );
      if (left.some(({ empty }) => !empty)) return false;
      transaction.delete(ref);
      return true;
    });

  const finish = async (id: string): Promise<void> => {
    // No change can keep one any more: each looks in its transaction whether the post is there.
    await deleteAll(db, revisionsOf(id));
    do {
      for (const query of [commentsOf(id), likesOf(id)]) await deleteAll(db, query);
    } while (!(await removeEmptied(id)));
  };

  return {
    async remove(id, actorId, at) {
      if (!(await hide(id, actorId, at))) return false;
      await finish(id);
      return true;
    },

    async finishAll() {
      const { docs } = await posts.where('deletedAt', '>', new Date(0)).select().get();
      for (const { id } of docs) await finish(id);
      return docs.length;
    },
  };
}
