import type { QueryInput } from '@inkwell/shared/endpoint';
import { StaffTag, tagApi } from '@inkwell/shared/tags';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call, callPage, isApiError } from '../../../lib/api.ts';

/** Rows fetched at a time. */
const PAGE_SIZE = 30;
/** Completions of what was typed. */
const FOUND_SIZE = 8;
/** Names may be of this age, as in answers. */
const STALE_MS = 30_000;

/** Tags as staff see them. Sign-out clears these queries, as all of `admin`. */
export const tagQueries = {
  all: ['admin', 'tags'] as const,
  list: (filters: Omit<QueryInput<typeof tagApi.adminList>, 'limit' | 'cursor'>) =>
    infiniteQueryOptions({
      queryKey: ['admin', 'tags', 'list', filters],
      queryFn: ({ pageParam, signal }) =>
        callPage(
          tagApi.adminList,
          { query: { ...filters, limit: String(PAGE_SIZE), ...(pageParam !== null && { cursor: pageParam }) } },
          { signal },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  /** Those in whose names the words begin words; without words, those with the most posts. */
  found: (q: string) =>
    queryOptions({
      queryKey: ['admin', 'tags', 'found', q],
      queryFn: ({ signal }) =>
        callPage(tagApi.adminList, { query: { ...(q && { q }), limit: String(FOUND_SIZE) } }, { signal }),
      placeholderData: keepPreviousData,
      staleTime: STALE_MS,
    }),
  named: (ids: readonly string[]) =>
    queryOptions({
      queryKey: ['admin', 'tags', 'named', [...ids].sort()],
      queryFn: ({ signal }) => call(tagApi.byIds, { query: { ids: ids.join(',') } }, { signal }),
      enabled: ids.length > 0,
      placeholderData: keepPreviousData,
      staleTime: STALE_MS,
    }),
};

/** Creates a tag, or finds the one that has the name already. */
export async function createTag(name: string): Promise<StaffTag> {
  try {
    return await call(tagApi.create, { body: { name } });
  } catch (error) {
    if (!isApiError(error, 409)) throw error;
    return z.parse(StaffTag, JSON.parse(error.body));
  }
}

/** The names of tags in a list of their ids, as a text. */
export function useTagNames(lists: readonly (readonly string[])[]): (ids: readonly string[]) => string {
  const named = useQuery(tagQueries.named([...new Set(lists.flat())]));
  return (ids) => {
    if (ids.length === 0) return 'None';
    if (!named.data) return named.isError ? 'The names of the tags could not be loaded.' : 'Loading tags...';
    const names = new Map(named.data.map(({ askedId, name }) => [askedId, name]));
    return ids.map((id) => names.get(id) ?? 'a deleted tag').join(', ');
  };
}
