import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { postApi } from '@inkwell/shared/posts';
import { seriesApi } from '@inkwell/shared/series';
import { FIRST_POSTS, LIST_PAGE_SIZE, servedKeys } from '@inkwell/shared/served-keys';
import { tagApi } from '@inkwell/shared/tags';
import { queryOptions } from '@tanstack/react-query';
import { callPage } from '../../../lib/api.ts';
import { callQuery, pagedQuery } from '../../../lib/call-query.ts';

/** Queries of posts. Served pages contain some of the answers (shared/src/served-keys.ts). */
export const postQueries = {
  all: ['posts'] as const,
  /** Published posts, newest first, optionally of one category, tag or author; for a series, in its order. Pages of `LIST_PAGE_SIZE`; the first page of all posts has `FIRST_POSTS`. */
  list: (filter: Parameters<typeof servedKeys.postList>[0]) => {
    const isAll = 'categoryId' in filter && filter.categoryId === null;
    const query = 'categoryId' in filter ? { ...(!isAll && { categoryId: String(filter.categoryId) }) } : filter;
    const firstPageSize = isAll ? FIRST_POSTS : LIST_PAGE_SIZE;
    return pagedQuery(servedKeys.postList(filter), postApi.list, LIST_PAGE_SIZE, { query }, firstPageSize);
  },
  /** The tag that has or had a slug, if it has posts. */
  tag: (slug: string) => callQuery(servedKeys.tag(slug), tagApi.bySlug, { params: { slug } }),
  /** The series that has or had a slug, if it has posts. */
  series: (slug: string) => callQuery(servedKeys.series(slug), seriesApi.bySlug, { params: { slug } }),
  popular: () =>
    callQuery(servedKeys.popularPosts(), postApi.popular, { query: { limit: String(POST_LIMITS.popular) } }),
  /** Disabled for a blank query. */
  search: (query: string) =>
    queryOptions({
      queryKey: ['posts', 'search', query],
      queryFn: ({ signal }) =>
        callPage(postApi.search, { query: { q: query, limit: String(POST_LIMITS.search) } }, { signal }),
      enabled: query.trim() !== '',
    }),
  newest: () => callQuery(servedKeys.newestPosts(), postApi.list, { query: { limit: String(POST_LIMITS.newest) } }),
  byId: (id: string) => callQuery(servedKeys.post(id), postApi.byId, { params: { id } }),
  similar: (id: string) => callQuery(servedKeys.similarPosts(id), postApi.similar, { params: { id } }),
  /** For the signed-in reader; never fetched for visitors. */
  likeStatus: (id: string) => callQuery(['posts', 'like-status', id], postApi.likeStatus, { params: { id } }),
};
