import { reviewApi } from '@inkwell/shared/reviews';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callPage } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';

/** How often an open editor checks for steps of others. */
export const ASK_AGAIN_MS = 30_000;

const PAGE_SIZE = 20;

/** Below the key of staff lists, so that a saved post makes them stale. */
export const reviewQueries = {
  all: ['admin', 'reviews'] as const,
  waiting: () =>
    infiniteQueryOptions({
      queryKey: ['admin', 'reviews', 'waiting'],
      queryFn: async ({ pageParam, signal }) => {
        const query = { limit: String(PAGE_SIZE), ...(pageParam !== null && { cursor: pageParam }) };
        const page = await callPage(reviewApi.list, { query }, { signal });
        return { ...page, items: page.items.map((item) => ({ ...item, id: item.post.id })) };
      },
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      staleTime: 0,
    }),
  /** The number of posts that wait for review. */
  count: () =>
    queryOptions({
      queryKey: ['admin', 'reviews', 'count'],
      queryFn: async ({ signal }) => (await callPage(reviewApi.list, { query: { limit: '1' } }, { signal })).total,
    }),
  ofPost: (id: string) =>
    queryOptions({
      ...callQuery(['admin', 'reviews', 'of', id], reviewApi.state, { params: { id } }),
      staleTime: 0,
      refetchInterval: ASK_AGAIN_MS,
    }),
};
