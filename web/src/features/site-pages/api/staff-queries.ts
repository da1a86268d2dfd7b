import { sitePageApi } from '@inkwell/shared/site-pages';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callQuery, type Filters } from '../../../lib/call-query.ts';
import { staffListQuery } from '../../../lib/staff-list-query.ts';
import { sitePageQueries } from './queries.ts';

/** Rows fetched at a time. */
const PAGE_SIZE = 30;

/** Site pages for staff. Sign-out clears these queries, like all of `admin`. */
export const staffPageQueries = {
  all: ['admin', 'site-pages'] as const,
  list: (filters: Filters<typeof sitePageApi.list>) =>
    staffListQuery(['admin', 'site-pages', 'list', filters], sitePageApi.list, { query: filters }, PAGE_SIZE),
  byId: (id: string) => callQuery(['admin', 'site-pages', 'by-id', id], sitePageApi.byId, { params: { id } }),
  /** Where the address of a slug leads, not counting the page `id` itself. */
  slugState: (slug: string, id: string | null) =>
    queryOptions({
      ...callQuery(['admin', 'site-pages', 'slug', slug, id], sitePageApi.slugState, {
        params: { slug },
        query: id === null ? {} : { id },
      }),
      staleTime: 0,
    }),
};

/** Keys of all queries that contain site pages. */
export const SHOW_PAGES = [staffPageQueries.all, sitePageQueries.all, ['admin', 'redirects']];

export const refreshPages = (client: QueryClient): Promise<unknown> =>
  Promise.all(SHOW_PAGES.map((queryKey) => client.invalidateQueries({ queryKey })));
