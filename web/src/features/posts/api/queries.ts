import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { postApi } from '@inkwell/shared/posts';
import { LIST_PAGE_SIZE, servedKeys } from '@inkwell/shared/served-keys';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../../lib/api.ts';

/** Reading posts. Served pages bring the answers of some along (shared/src/served-keys.ts). */
export const postQueries = {
  all: ['posts'] as const,
  /** Published posts, newest first, optionally of one category. Pages of `LIST_PAGE_SIZE`. */
  list: ({ categoryId }: { categoryId: number | null }) =>
    infiniteQueryOptions({
      queryKey: servedKeys.postList({ categoryId }),
      queryFn: ({ pageParam, signal }) =>
        callPage(
          postApi.list,
          {
            query: {
              limit: String(LIST_PAGE_SIZE),
              ...(categoryId !== null && { categoryId: String(categoryId) }),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
          { signal },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
  popular: () =>
    queryOptions({
      queryKey: servedKeys.popularPosts(),
      queryFn: ({ signal }) => call(postApi.popular, { query: { limit: String(POST_LIMITS.popular) } }, { signal }),
    }),
  /** Only runs for a query that is not blank. */
  search: (query: string) =>
    queryOptions({
      queryKey: ['posts', 'search', query],
      queryFn: ({ signal }) =>
        call(postApi.search, { query: { q: query, limit: String(POST_LIMITS.search) } }, { signal }),
      enabled: query.trim() !== '',
    }),
  byId: (id: string) =>
    queryOptions({
      queryKey: servedKeys.post(id),
      queryFn: ({ signal }) => call(postApi.byId, { params: { id } }, { signal }),
    }),
  similar: (id: string) =>
    queryOptions({
      queryKey: servedKeys.similarPosts(id),
      queryFn: ({ signal }) => call(postApi.similar, { params: { id } }, { signal }),
    }),
  /** Of the signed-in reader; never fetched for visitors. */
  likeStatus: (id: string) =>
    queryOptions({
      queryKey: ['posts', 'like-status', id],
      queryFn: ({ signal }) => call(postApi.likeStatus, { params: { id } }, { signal }),
    }),
};
