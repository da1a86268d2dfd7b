import { FieldValue, type Firestore, type Query } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { heldBy, PICTURE_HOLDERS } from '../pictures/holders.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import type { PostIndex } from './post-index.repository.ts';
import { movePostCounts } from './post-writes.repository.ts';
import { decodeCard } from './posts.converter.ts';
import { postTotals } from './posts.repository.ts';

/** Deleting posts in steps that can be interrupted anywhere and repeated. */
export interface PostRemover {
  /**
   * Hides the post everywhere, in one transaction: lists, counts, search, and who shows which pictures. Then removes revisions,
   * comments and likes, and at last the post itself. @returns false when there is nothing (more) to delete
   */
  remove(id: string, actorId: string, at: Date): Promise<boolean>;
  /** Finishes deletions that were interrupted. @returns how many */
  finishAll(): Promise<number>;
}

interface Options {
  readonly searchIndex: PostIndex;
  readonly pictures: Pick<PictureTable, 'move'>;
}

const CHUNK = 200;

export function createPostRemover(db: Firestore, { searchIndex, pictures }: Options): PostRemover {
  const posts = db.collection('posts');
  const commentsOf = (id: string) => db.collection('comments').where('postId', '==', id);
  const likesOf = (id: string) => posts.doc(id).collection('likes');
  const revisionsOf = (id: string) => posts.doc(id).collection('revisions');

  const hide = (id: string, actorId: string, at: Date) =>
    runTransaction(db, async (transaction) => {
      const ref = posts.doc(id);
      const snapshot = await transaction.get(ref);
      const post = decodeCard(snapshot);
      if (!post) return false;
      if (post.deletedAt) return true;

      const before = heldBy(PICTURE_HOLDERS.posts, snapshot.data() ?? {});
      const references = await pictures.move(transaction, { before, after: [] }, at);
      transaction.update(ref, { deletedAt: at, isPublished: false, pictures: [] });
      references.write();
      const totals = { total: FieldValue.increment(-1), published: FieldValue.increment(post.isPublished ? -1 : 0) };
      transaction.set(postTotals(db), totals, { merge: true });
      movePostCounts(db, transaction, post, null);
      if (post.isPublished) searchIndex.remove(transaction, id);
      const deleted = { title: post.title, authorId: post.authorId, isPublished: post.isPublished };
      const entry = { actorId, action: 'post.delete', target: `posts/${id}` } as const;
      appendAudit(db, transaction, { ...entry, before: deleted, after: null }, at);
      return true;
    });

  const empty = async (query: Query): Promise<void> => {
    for (;;) {
      const { docs } = await query.limit(CHUNK).select().get();
      if (docs.length === 0) return;
      const batch = db.batch();
      for (const { ref } of docs) batch.delete(ref);
      await batch.commit();
      if (docs.length < CHUNK) return;
    }
  };

  /**
   * Removes the post unless a like or comment came in meanwhile: those look whether the post is there, then write. After this
   * transaction their update of the post's counters fails, and with it all they wanted to write.
   */
  const removeEmptied = (id: string) =>
    runTransaction(db, async (transaction) => {
      const ref = posts.doc(id);
      const [comments, likes] = await Promise.all([
        transaction.get(commentsOf(id).limit(1).select()),
        transaction.get(likesOf(id).limit(1).select()),
      ]);
      if (!comments.empty || !likes.empty) return false;
      transaction.delete(ref);
      return true;
    });

  const finish = async (id: string): Promise<void> => {
    // No change can keep one any more: each looks in its transaction whether the post is there.
    await empty(revisionsOf(id));
    do {
      await empty(commentsOf(id));
      await empty(likesOf(id));
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
