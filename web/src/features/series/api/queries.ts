import { StaffSeries, seriesApi } from '@inkwell/shared/series';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { call, isApiError } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { createOrFind, NAMES_STALE_MS, namedListQueries } from '../../../lib/named-list-queries.ts';

/** Series for staff. Sign-out clears these queries, like all of `admin`. */
export const seriesQueries = {
  ...namedListQueries('series', seriesApi.adminList),
  /** Null for a deleted series. */
  named: (id: string) =>
    queryOptions({
      queryKey: ['admin', 'series', 'named', id],
      queryFn: async ({ signal }): Promise<StaffSeries | null> => {
        try {
          return await call(seriesApi.byId, { params: { id } }, { signal });
        } catch (error) {
          if (isApiError(error, 404)) return null;
          throw error;
        }
      },
      enabled: id !== '',
      staleTime: NAMES_STALE_MS,
    }),
  /** The posts of a series in order. */
  posts: (id: string) =>
    queryOptions({ ...callQuery(['admin', 'series', 'posts', id], seriesApi.posts, { params: { id } }), staleTime: 0 }),
};

/** Creates a series, or returns the existing one with that name. */
export const createSeries = (name: string): Promise<StaffSeries> =>
  createOrFind(() => call(seriesApi.create, { body: { name } }), StaffSeries);

/** The name of a series by its id, which is empty or null for none. */
export function useSeriesNames(ids: readonly (string | null)[]): (id: string | null) => string {
  const uniqueIds = [...new Set(ids)].filter((id): id is string => !!id);
  const answers = useQueries({ queries: uniqueIds.map((id) => seriesQueries.named(id)) });
  return (id) => {
    if (!id) return 'None';
    const { data, isError } = answers[uniqueIds.indexOf(id)] ?? {};
    if (data) return data.name;
    if (data === null) return 'a deleted series';
    return isError ? 'The name of the series could not be loaded.' : 'Loading series...';
  };
}
