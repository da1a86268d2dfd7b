import { expect, vi } from 'vitest';
import { encodeComment, newComment, type StoredComment } from '../comments/comments.converter.ts';
import { recountComments } from './recount.ts';
import { clock, db } from './server.ts';

/** A stored comment, visible by default. */
export const aComment = (
  fields: Pick<StoredComment, 'id' | 'postId' | 'authorId'> & Partial<StoredComment>,
): StoredComment => ({
  ...newComment({
    content: `Text of ${fields.id}`,
    createdAt: clock.now(),
    parentId: null,
    replyTo: null,
    heldBy: null,
    ...fields,
  }),
  ...fields,
});

/** Stores only the comments, without updating counters. */
export async function storeComments(comments: readonly StoredComment[]): Promise<void> {
  const batch = db.batch();
  for (const comment of comments) batch.set(db.doc(`comments/${comment.id}`), encodeComment(comment));
  await batch.commit();
}

/** Waits until all notifications about comments are sent. The server sends them after it has answered. */
export const notificationsSent = (): Promise<void> =>
  vi.waitFor(
    async () => {
      for (const path of ['comments', 'removedComments'])
        expect((await db.collection(path).where('isNotificationDue', '==', true).get()).size).toBe(0);
    },
    { interval: 20 },
  );

/** Wrong counters, in words; empty if there are none. */
export const recount = (): Promise<string[]> => recountComments(db);
