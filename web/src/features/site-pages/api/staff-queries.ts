import type { QueryInput } from '@inkwell/shared/endpoint';
import { sitePageApi } from '@inkwell/shared/site-pages';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../../lib/api.ts';
import { sitePageQueries } from './queries.ts';

/** Rows fetched at a time. */
const PAGE_SIZE = 30;

/** Pages of the site as staff see them. Sign-out clears these queries, as all of `admin`. */
export const staffPageQueries = {
  all: ['admin', 'site-pages'] as const,
  list: (filters: Omit<QueryInput<typeof sitePageApi.list>, 'limit' | 'cursor'>) =>
    infiniteQueryOptions({
      queryKey: ['admin', 'site-pages', 'list', filters],
      queryFn: ({ pageParam, signal }) =>
        callPage(
          sitePageApi.list,
          { query: { ...filters, limit: String(PAGE_SIZE), ...(pageParam !== null && { cursor: pageParam }) } },
          { signal },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  byId: (id: string) =>
    queryOptions({
      queryKey: ['admin', 'site-pages', 'by-id', id],
      queryFn: ({ signal }) => call(sitePageApi.byId, { params: { id } }, { signal }),
    }),
  /** What the address of a slug leads to, as seen from the page `id`, if given. */
  slugState: (slug: string, id: string | null) =>
    queryOptions({
      queryKey: ['admin', 'site-pages', 'slug', slug, id],
      queryFn: ({ signal }) =>
        call(sitePageApi.slugState, { params: { slug }, query: id === null ? {} : { id } }, { signal }),
      staleTime: 0,
    }),
};

/** Everything that shows pages of the site. */
export const refreshPages = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [staffPageQueries.all, sitePageQueries.all, ['admin', 'redirects']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
