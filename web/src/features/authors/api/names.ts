import { authorApi } from '@inkwell/shared/authors';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';

/** Names may be of this age. */
const STALE_MS = 60_000;

/** Whom staff may name as authors. Sign-out clears these queries, as all of `admin`. */
export const authorChoiceQueries = {
  /** With `q`, those in whose names each word begins a word. */
  found: (q = '') =>
    queryOptions({
      ...callQuery(['admin', 'authors', 'choices', q], authorApi.choices, { query: q === '' ? {} : { q } }),
      staleTime: STALE_MS,
    }),
  named: (ids: readonly string[]) =>
    queryOptions({
      ...callQuery(['admin', 'authors', 'named', ...ids], authorApi.named, { query: { ids: ids.join(',') } }),
      enabled: ids.length > 0,
      staleTime: STALE_MS,
    }),
};

/** The names of authors in a list of their ids, as a text. */
export function useAuthorNames(lists: readonly (readonly string[])[]): (ids: readonly string[]) => string {
  const named = useQuery(authorChoiceQueries.named([...new Set(lists.flat())].sort()));
  return (ids) => {
    if (ids.length === 0) return 'None';
    if (!named.data) return named.isError ? 'The names of the authors could not be loaded.' : 'Loading authors...';
    const names = new Map(named.data.map(({ askedId, name }) => [askedId, name]));
    return ids.map((id) => names.get(id) ?? 'a deleted author').join(', ');
  };
}
