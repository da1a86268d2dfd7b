import { authorApi } from '@inkwell/shared/authors';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';
import { namesFrom } from '../../../lib/named-list-queries.ts';

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
export const useAuthorNames = (lists: readonly (readonly string[])[]) =>
  namesFrom(useQuery(authorChoiceQueries.named([...new Set(lists.flat())].sort())), 'author');
