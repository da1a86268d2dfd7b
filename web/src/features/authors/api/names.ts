import { authorApi } from '@inkwell/shared/authors';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../lib/api.ts';
import { newId } from '../../../lib/autosave/record.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { failureText } from '../../../lib/failure.ts';
import { namesFrom } from '../../../lib/named-list-queries.ts';
import { toastError } from '../../../lib/toast.ts';

/** Names may be this old. */
const STALE_MS = 60_000;

/** People who can be named as authors. Sign-out clears these queries, like all of `admin`. */
export const authorChoiceQueries = {
  /** With `q`, people whose names contain words that begin with each of its words. */
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

/** The names for a list of author ids, as a text. */
export const useAuthorNames = (lists: readonly (readonly string[])[]) =>
  namesFrom(useQuery(authorChoiceQueries.named([...new Set(lists.flat())].sort())), 'author');

/** Creates a guest author from a name only. Repeating a name after a lost answer uses the same key, so that it is created once. */
export function useCreateGuest() {
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>());
  return useMutation({
    mutationFn: (name: string) => {
      const key = keys.current.get(name) ?? newId();
      keys.current.set(name, key);
      return call(authorApi.create, { body: { name } }, { headers: { 'Idempotency-Key': key } });
    },
    onSuccess: (_, name) => keys.current.delete(name),
    onError: (error) => toastError('Error', `Failed to add the author. ${failureText(error)}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'authors'] }),
  });
}
