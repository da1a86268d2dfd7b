import { commentApi } from '@inkwell/shared/comments';
import { postApi } from '@inkwell/shared/posts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../../lib/api.ts';

/** Threads, and answers of one, fetched at a time. */
const PAGE_SIZE = 20;

const pageQuery = (cursor: string | null) => ({ limit: String(PAGE_SIZE), ...(cursor !== null && { cursor }) });

/** What somebody reads stays in its place: nothing of it is asked for again because they come back to the window. */
const UNMOVED = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** Reading comments. */
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
  /** Why the reader cannot comment on a post; null where they can. */
  refusal: (postId: string) =>
    queryOptions({
      queryKey: ['comments', 'refusal', postId],
      queryFn: async ({ signal }) => (await call(commentApi.access, { params: { id: postId } }, { signal })).refused,
    }),
  /** How many comments a post has by now: 1 document, none where the server has kept it. Asked for when somebody says so. */
  count: (postId: string) =>
    queryOptions({
      queryKey: ['comments', 'count', postId],
      queryFn: async ({ signal }) => (await call(postApi.byId, { params: { id: postId } }, { signal })).commentsCount,
      enabled: false,
    }),
};
