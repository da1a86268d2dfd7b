import { newComment, type StoredComment } from '../comments/comments.converter.ts';
import { newPost, type StoredPost } from '../posts/posts.converter.ts';

/** The time of sample documents. */
export const SAMPLED_AT = new Date('2026-01-15T10:00:00.000Z');

/** The published post `p` by `writer`. */
export const samplePost = (changes: Partial<StoredPost> = {}): StoredPost => ({
  ...newPost({ title: 'T', content: 'C', isPublished: true }, { id: 'p', authorId: 'writer', at: SAMPLED_AT }),
  ...changes,
});

/** A visible comment by `ada` on the post `p` that starts a thread. */
export const sampleComment = (id: string, changes: Partial<StoredComment> = {}): StoredComment => ({
  ...newComment({
    id,
    postId: 'p',
    content: 'Words',
    authorId: 'ada',
    createdAt: SAMPLED_AT,
    parentId: null,
    replyTo: null,
    heldBy: null,
  }),
  ...changes,
});
