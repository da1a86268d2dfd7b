import { StaffTag, tagApi } from '@inkwell/shared/tags';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { createOrFind, NAMES_STALE_MS, namedListQueries, namesFrom } from '../../../lib/named-list-queries.ts';

/** Tags for staff. Sign-out clears these queries, like all of `admin`. */
export const tagQueries = {
  ...namedListQueries('tags', tagApi.adminList),
  named: (ids: readonly string[]) =>
    queryOptions({
      ...callQuery(['admin', 'tags', 'named', [...ids].sort()], tagApi.byIds, { query: { ids: ids.join(',') } }),
      enabled: ids.length > 0,
      placeholderData: keepPreviousData,
      staleTime: NAMES_STALE_MS,
    }),
};

/** Creates a tag, or returns the existing one with that name. */
export const createTag = (name: string): Promise<StaffTag> =>
  createOrFind(() => call(tagApi.create, { body: { name } }), StaffTag);

/** The names for a list of tag ids, as a text. */
export const useTagNames = (lists: readonly (readonly string[])[]) =>
  namesFrom(useQuery(tagQueries.named([...new Set(lists.flat())])), 'tag');
