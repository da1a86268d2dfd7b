import type { seriesApi } from '@inkwell/shared/series';
import type { tagApi } from '@inkwell/shared/tags';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callPage } from './api.ts';
import type { Filters } from './call-query.ts';
import { refusalBody } from './refusal-body.ts';
import { staffListQuery } from './staff-list-query.ts';

/** Rows fetched at a time. */
const PAGE_SIZE = 30;
/** Completions while typing. */
const FOUND_SIZE = 8;
/** Names may be this old, as in answers. */
export const NAMES_STALE_MS = 30_000;

type AdminList = typeof tagApi.adminList | typeof seriesApi.adminList;

/** Tags or series for staff. Sign-out clears these queries, like all of `admin`. */
export const namedListQueries = (noun: 'tags' | 'series', adminList: AdminList) => ({
  all: ['admin', noun] as const,
  list: (filters: Filters<AdminList>) =>
    staffListQuery(['admin', noun, 'list', filters], adminList, { query: filters }, PAGE_SIZE),
  /** Lists whose names contain words that begin with the typed ones; without a query, the lists with the most posts. */
  found: (q: string) =>
    queryOptions({
      queryKey: ['admin', noun, 'found', q],
      queryFn: ({ signal }) =>
        callPage(adminList, { query: { ...(q && { q }), limit: String(FOUND_SIZE) } }, { signal }),
      placeholderData: keepPreviousData,
      staleTime: NAMES_STALE_MS,
    }),
});

interface Named {
  readonly data: readonly { readonly askedId: string; readonly name: string }[] | undefined;
  readonly isError: boolean;
}

/** The names for ids, as a text. @param noun the kind: 'tag' */
export const namesFrom =
  ({ data, isError }: Named, noun: string) =>
  (ids: readonly string[]): string => {
    if (ids.length === 0) return 'None';
    if (!data) return isError ? `The names of the ${noun}s could not be loaded.` : `Loading ${noun}s...`;
    const names = new Map(data.map(({ askedId, name }) => [askedId, name]));
    return ids.map((id) => names.get(id) ?? `a deleted ${noun}`).join(', ');
  };

/** Creates a tag or series, or returns the existing one with that name. */
export async function createOrFind<T>(create: () => Promise<T>, schema: z.ZodMiniType<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    const stored = refusalBody(error, 409, schema);
    if (!stored) throw error;
    return stored;
  }
}
