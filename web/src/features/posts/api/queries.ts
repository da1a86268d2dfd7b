import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { postApi } from '@inkwell/shared/posts';
import { seriesApi } from '@inkwell/shared/series';
import { LIST_PAGE_SIZE, servedKeys } from '@inkwell/shared/served-keys';
import { tagApi } from '@inkwell/shared/tags';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../../lib/api.ts';

/** Queries of posts. Served pages contain the answers of some (shared/src/served-keys.ts). */
export const postQueries = {
  all: ['posts'] as const,
  /** Published posts, newest first, optionally of one category, tag or author; of a series in their order. Pages of `LIST_PAGE_SIZE`. */
  list: (filter: Parameters<typeof servedKeys.postList>[0]) =>
    infiniteQueryOptions({
      queryKey: servedKeys.postList(filter),
      queryFn: ({ pageParam, signal }) =>
        callPage(
          postApi.list,
          {
            query: {
              limit: String(LIST_PAGE_SIZE),
              ...('categoryId' in filter
                ? filter.categoryId !== null && { categoryId: String(filter.categoryId) }
                : filter),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
          { signal },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
  /** The tag that has or had a slug, if it has posts. */
  tag: (slug: string) =>
    queryOptions({
      queryKey: servedKeys.tag(slug),
      queryFn: ({ signal }) => call(tagApi.bySlug, { params: { slug } }, { signal }),
    }),
  /** The series that has or had a slug, if it has posts. */
  series: (slug: string) =>
    queryOptions({
      queryKey: servedKeys.series(slug),
      queryFn: ({ signal }) => call(seriesApi.bySlug, { params: { slug } }, { signal }),
    }),
  popular: () =>
    queryOptions({
      queryKey: servedKeys.popularPosts(),
      queryFn: ({ signal }) => call(postApi.popular, { query: { limit: String(POST_LIMITS.popular) } }, { signal }),
    }),
  /** Disabled for a blank query. */
  search: (query: string) =>
    queryOptions({
      queryKey: ['posts', 'search', query],
      queryFn: ({ signal }) =>
        callPage(postApi.search, { query: { q: query, limit: String(POST_LIMITS.search) } }, { signal }),
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
  /** For the signed-in reader; never fetched for visitors. */
  likeStatus: (id: string) =>
    queryOptions({
      queryKey: ['posts', 'like-status', id],
      queryFn: ({ signal }) => call(postApi.likeStatus, { params: { id } }, { signal }),
    }),
};
