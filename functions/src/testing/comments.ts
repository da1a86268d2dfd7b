import { encodeComment, newComment, type StoredComment } from '../comments/comments.converter.ts';
import { recountComments } from './recount.ts';
import { clock, db } from './server.ts';

/** A comment as it is stored, visible unless it says otherwise. */
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

/** Stores comments as they are, and nothing beside them. */
export async function storeComments(comments: readonly StoredComment[]): Promise<void> {
  const batch = db.batch();
  for (const comment of comments) batch.set(db.doc(`comments/${comment.id}`), encodeComment(comment));
  await batch.commit();
}

/** What is counted wrongly at the moment, in words; empty where all is exact. */
export const recount = (): Promise<string[]> => recountComments(db);
