import { commentApi } from '@inkwell/shared/comments';
import { postApi } from '@inkwell/shared/posts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../../lib/api.ts';

/** Threads, and answers of a thread, in one call. */
const PAGE_SIZE = 20;

const pageQuery = (cursor: string | null) => ({ limit: String(PAGE_SIZE), ...(cursor !== null && { cursor }) });

/** Comments are not refetched on focus, so that they do not move while they are read. */
const UNMOVED = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export const commentQueries = {
  all: ['comments'] as const,
  /** The threads below a post, newest first. */
  list: (postId: string) =>
    infiniteQueryOptions({
      queryKey: ['comments', 'list', postId],
      queryFn: ({ pageParam, signal }) =>
        callPage(commentApi.list, { params: { id: postId }, query: pageQuery(pageParam) }, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      ...UNMOVED,
    }),
  /** All answers of a thread, oldest first. */
  answers: (threadId: string) =>
    infiniteQueryOptions({
      queryKey: ['comments', 'answers', threadId],
      queryFn: ({ pageParam, signal }) =>
        callPage(commentApi.answers, { params: { id: threadId }, query: pageQuery(pageParam) }, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      ...UNMOVED,
    }),
  /** The thread of one comment, with that comment in it. */
  thread: (commentId: string) =>
    queryOptions({
      queryKey: ['comments', 'thread', commentId],
      queryFn: ({ signal }) => call(commentApi.thread, { params: { id: commentId } }, { signal }),
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
