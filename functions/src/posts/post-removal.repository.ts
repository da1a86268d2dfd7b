import { FieldValue, type Firestore, type Query } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { withoutQuery } from '../uploads/image-url.ts';
import type { PostIndex } from './post-index.repository.ts';
import { movePostCounts } from './post-writes.repository.ts';
import { decodeCard } from './posts.converter.ts';
import { postTotals } from './posts.repository.ts';

/** Deleting posts in steps that can be interrupted anywhere and repeated. */
export interface PostRemover {
  /**
   * Hides the post everywhere, in one transaction: lists, counts, search. Then removes comments, likes and picture, and at
   * last the post itself. @returns false when there is nothing (more) to delete
   */
  remove(id: string, actorId: string, at: Date): Promise<boolean>;
  /** Finishes deletions that were interrupted. @returns how many */
  finishAll(): Promise<number>;
}

interface Options {
  readonly searchIndex: PostIndex;
  /** Removes a picture from storage; nothing happens when it is not there. */
  readonly removeImage: (url: string) => Promise<void>;
}

const CHUNK = 200;

/** Above every character that an address may hold. */
const LAST_CHARACTER = '\uf8ff';

/**
 * Firestore refuses longer values in a query (1,500 bytes). Our own pictures have addresses of some 200, and no other is
 * removed.
 */
const MAX_PATH_BYTES = 1400;

/** Who shows the picture at `path`, whatever stands behind it: `?alt=media`, a download token, an anchor. */
function whereImage(query: Query, field: string, path: string): Query {
  return query.where(field, '>=', path).where(field, '<', `${path}${LAST_CHARACTER}`);
}

export function createPostRemover(db: Firestore, { searchIndex, removeImage }: Options): PostRemover {
  const posts = db.collection('posts');
  const commentsOf = (id: string) => db.collection('comments').where('postId', '==', id);
  const likesOf = (id: string) => posts.doc(id).collection('likes');

  const hide = (id: string, actorId: string, at: Date) =>
    runTransaction(db, async (transaction) => {
      const ref = posts.doc(id);
      const post = decodeCard(await transaction.get(ref));
      if (!post) return false;
      if (post.deletedAt) return true;

      transaction.update(ref, { deletedAt: at, isPublished: false });
      const totals = { total: FieldValue.increment(-1), published: FieldValue.increment(post.isPublished ? -1 : 0) };
      transaction.set(postTotals(db), totals, { merge: true });
      movePostCounts(db, transaction, post, null);
      if (post.isPublished) searchIndex.remove(transaction, id);
      const before = { title: post.title, authorId: post.authorId, isPublished: post.isPublished };
      appendAudit(db, transaction, { actorId, action: 'post.delete', target: `posts/${id}`, before, after: null }, at);
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

  const removeUnusedImage = async (id: string): Promise<void> => {
    const url: unknown = (await posts.doc(id).get()).get('featuredImage');
    if (typeof url !== 'string') return;
    const path = withoutQuery(url);
    if (Buffer.byteLength(path) > MAX_PATH_BYTES) return;
    const [shown, worn] = await Promise.all([
      whereImage(posts, 'featuredImage', path).limit(2).select().get(),
      whereImage(db.collection('users'), 'profileImageUrl', path).limit(1).select().get(),
    ]);
    if (worn.empty && shown.docs.every((other) => other.id === id)) await removeImage(url);
  };

  const finish = async (id: string): Promise<void> => {
    await removeUnusedImage(id);
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
