import type { Firestore } from 'firebase-admin/firestore';
import { decodeComment, isListed, type StoredComment } from '../comments/comments.converter.ts';

const countBy = <T>(items: readonly T[], keyOf: (item: T) => string | null): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/**
 * Counts again what is counted along: visible comments of each post, visible answers of each thread, and which comments are listed.
 * @returns what differs, in words; empty where all is exact
 */
export async function recountComments(db: Firestore): Promise<string[]> {
  const [posts, found] = await Promise.all([db.collection('posts').get(), db.collection('comments').get()]);
  const documents = found.docs.map((snapshot) => ({
    comment: decodeComment(snapshot) as StoredComment,
    data: snapshot.data(),
  }));
  const visible = documents.map(({ comment }) => comment).filter(({ state }) => state === 'visible');
  const ofPost = countBy(visible, ({ postId }) => postId);
  const ofThread = countBy(visible, ({ parentId }) => parentId);
  return [
    ...posts.docs.flatMap((post) => {
      const [counted, is] = [Number(post.get('commentsCount') ?? 0), ofPost.get(post.id) ?? 0];
      return counted === is ? [] : [`${post.id} counts ${counted} comments and has ${is}`];
    }),
    ...documents.flatMap(({ comment, data }) => {
      const is = ofThread.get(comment.id) ?? 0;
      const isInList = data.postId !== undefined;
      return [
        ...(comment.answersCount === is ? [] : [`${comment.id} counts ${comment.answersCount} answers and has ${is}`]),
        ...(isInList === (comment.parentId === null && isListed(comment))
          ? []
          : [`${comment.id} is listed: ${isInList}`]),
      ];
    }),
  ];
}
