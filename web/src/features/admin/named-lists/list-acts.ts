import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { toastSuccess } from '../../../lib/toast.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { adminQueries } from '../api/queries.ts';
import { showActionError } from '../api/unauthorized.ts';
import type { ListBody, NamedList } from './named-list.ts';

/** The lists, the posts that show them, and the jobs that change posts. */
export function useRefreshedLists(all: QueryKey): () => Promise<unknown> {
  const client = useQueryClient();
  const keys = [all, postQueries.all, adminQueries.everyPost, adminQueries.unfinishedJobs().queryKey];
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

interface Saving {
  /** `Tag`, `Series`. */
  readonly noun: string;
  readonly all: QueryKey;
  readonly isNew: boolean;
  readonly send: (body: ListBody) => Promise<NamedList>;
}

/** Creates a tag or series, or changes one. The form shows failures. */
export function useSaveList({ noun, all, isNew, send }: Saving) {
  return useMutation({
    mutationFn: send,
    onSuccess: ({ name }) => toastSuccess('Success', `${noun} ${name} ${isNew ? 'created' : 'saved'}`),
    onSettled: useRefreshedLists(all),
  });
}

interface Deleting {
  readonly noun: string;
  readonly all: QueryKey;
  readonly name: string;
  readonly send: () => Promise<unknown>;
}

export function useDeleteList({ noun, all, name, send }: Deleting) {
  return useMutation({
    mutationFn: send,
    onSuccess: () => toastSuccess('Success', `${noun} ${name} deleted`),
    onError: (error) => showActionError(`delete ${noun.toLowerCase()}`, error),
    onSettled: useRefreshedLists(all),
  });
}
