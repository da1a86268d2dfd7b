import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, PageQuery, requiredText } from './fields.ts';
import { Author } from './users.ts';

export const COMMENT_LIMITS = { content: 2_000 } as const;

export const Comment = z.object({
  id: DocumentId,
  postId: DocumentId,
  content: z.string(),
  authorId: z.string(),
  author: Author,
  createdAt: Instant,
});
export type Comment = z.infer<typeof Comment>;

export const CommentInput = z.object({
  content: requiredText(COMMENT_LIMITS.content, {
    required: 'Please enter a comment',
    tooLong: `Comment too long (at most ${COMMENT_LIMITS.content} characters)`,
  }),
});
export type CommentInput = z.infer<typeof CommentInput>;

export const commentApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/posts/:id/comments',
    access: 'public',
    summary: 'The comments on a post, newest first.',
    params: IdParams,
    query: PageQuery,
    response: z.array(Comment),
    paged: true,
    cacheable: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/posts/:id/comments',
    access: 'signed-in',
    summary: 'Comments on a post.',
    params: IdParams,
    body: CommentInput,
    response: Comment,
    status: 201,
    rate: { bucket: 'comment', by: 'user', perMinute: 30, scope: 'instance' },
    newcomerRate: { bucket: 'newcomer-comment', by: 'user', perMinute: 5, scope: 'everywhere' },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/comments/:id',
    access: 'signed-in',
    summary: "Deletes one of the caller's comments.",
    params: IdParams,
  }),
} as const;
