import { authorApi } from '@inkwell/shared/authors';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../lib/api.ts';
import { newId } from '../../../lib/autosave/record.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { failureText } from '../../../lib/failure.ts';
import { namesFrom } from '../../../lib/named-list-queries.ts';
import { toastError } from '../../../lib/toast.ts';

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

/** Creates a guest author of whom only the name is known. A name whose answer was lost has the same key again, so that it is created once. */
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
