import { commentApi } from '@inkwell/shared/comments';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../../lib/api.ts';

/** Comments fetched at a time. */
export const COMMENT_PAGE_SIZE = 20;

/** Reading comments, newest first. */
export const commentQueries = {
  all: ['comments'] as const,
  list: (postId: string) =>
    infiniteQueryOptions({
      queryKey: ['comments', 'list', postId],
      queryFn: ({ pageParam, signal }) =>
        callPage(
          commentApi.list,
          {
            params: { id: postId },
            query: { limit: String(COMMENT_PAGE_SIZE), ...(pageParam !== null && { cursor: pageParam }) },
          },
          { signal },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
};
