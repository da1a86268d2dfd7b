import { StaffTag, tagApi } from '@inkwell/shared/tags';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { NAMES_STALE_MS, namedListQueries } from '../../../lib/named-list-queries.ts';
import { refusalBody } from '../../../lib/refusal-body.ts';

/** Tags as staff see them. Sign-out clears these queries, as all of `admin`. */
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

/** Creates a tag, or finds the one that has the name already. */
export async function createTag(name: string): Promise<StaffTag> {
  try {
    return await call(tagApi.create, { body: { name } });
  } catch (error) {
    const stored = refusalBody(error, 409, StaffTag);
    if (!stored) throw error;
    return stored;
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
