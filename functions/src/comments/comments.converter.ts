import type { Comment } from '@inkwell/shared/comments';
import type { Viewer } from '@inkwell/shared/permissions';
import { type DocumentData, type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { type AuthorNames, toAuthor } from '../users/authors.ts';

export interface StoredComment {
  readonly id: string;
  readonly postId: string;
  readonly content: string;
  readonly authorId: string;
  readonly createdAt: Date;
}

export function decodeComment(snapshot: DocumentSnapshot): StoredComment | null {
  const data = snapshot.data();
  if (data === undefined) return null;
  return {
    id: snapshot.id,
    postId: String(data.postId),
    content: String(data.content),
    authorId: String(data.authorId),
    createdAt: data.createdAt instanceof Timestamp ? data.createdAt.toDate() : new Date(0),
  };
}

export const encodeComment = ({ id: _id, ...comment }: StoredComment): DocumentData => ({
  ...comment,
  schemaVersion: 1,
});

export const toComment = (comment: StoredComment, author: AuthorNames | null | undefined, viewer: Viewer): Comment => ({
  id: comment.id,
  postId: comment.postId,
  content: comment.content,
  authorId: comment.authorId,
  author: toAuthor(comment.authorId, author, viewer),
  createdAt: comment.createdAt.toISOString(),
});
