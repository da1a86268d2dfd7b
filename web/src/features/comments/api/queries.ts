import { commentApi } from '@inkwell/shared/comments';
import { postApi } from '@inkwell/shared/posts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { callQuery, pagedQuery } from '../../../lib/call-query.ts';

/** Threads per call, and replies of a thread. */
const PAGE_SIZE = 20;

/** Comments are not refetched on focus, so that they do not move while somebody reads. */
const UNMOVED = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export const commentQueries = {
  all: ['comments'] as const,
  /** The threads below a post, newest first. */
  list: (postId: string) =>
    infiniteQueryOptions({
      ...pagedQuery(['comments', 'list', postId], commentApi.list, PAGE_SIZE, { params: { id: postId } }),
      ...UNMOVED,
    }),
  /** All replies of a thread, oldest first. */
  answers: (threadId: string) =>
    infiniteQueryOptions({
      ...pagedQuery(['comments', 'answers', threadId], commentApi.answers, PAGE_SIZE, { params: { id: threadId } }),
      ...UNMOVED,
    }),
  /** The thread that contains a comment, including that comment. */
  thread: (commentId: string) =>
    queryOptions({
      ...callQuery(['comments', 'thread', commentId], commentApi.thread, { params: { id: commentId } }),
      ...UNMOVED,
    }),
  /** Why the reader cannot comment on a post; null if they can. */
  refusal: (postId: string) =>
    queryOptions({
      queryKey: ['comments', 'refusal', postId],
      queryFn: async ({ signal }) => (await call(commentApi.access, { params: { id: postId } }, { signal })).refused,
    }),
  /** The current number of comments of a post: 1 read, or none if the server has it cached. Fetched on demand. */
  count: (postId: string) =>
    queryOptions({
      queryKey: ['comments', 'count', postId],
      queryFn: async ({ signal }) => (await call(postApi.byId, { params: { id: postId } }, { signal })).commentsCount,
      enabled: false,
    }),
};
