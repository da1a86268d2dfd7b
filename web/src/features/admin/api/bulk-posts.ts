import { type BulkAction, bulkActionApi } from '@inkwell/shared/bulk-actions';
import { counted } from '@inkwell/shared/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { refreshPosts } from './post-actions.ts';
import { showActionError } from './unauthorized.ts';

/** The action in the words of the toast. */
const DONE: Readonly<Record<BulkAction['action'], string>> = {
  publish: 'published',
  unpublish: 'unpublished',
  category: 'moved',
  delete: 'deleted',
};

/**
 * A bulk action on posts. Posts that were already deleted count as deleted.
 * @param onDone gets the reasons of failures by id
 */
export function useBulkPosts(onDone: (failures: ReadonlyMap<string, string>) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BulkAction) => call(bulkActionApi.posts, { body }),
    onSuccess: async ({ results }, { action }) => {
      const failed = results.filter(({ ok, status }) => !ok && !(action === 'delete' && status === 404));
      const done = counted(results.length - failed.length, 'post', 'posts');
      if (failed.length === 0) toastSuccess('Success', `${done} ${DONE[action]} successfully!`);
      else toastError('Error', `${done} ${DONE[action]}, ${counted(failed.length, 'post', 'posts')} failed.`);
      onDone(new Map(failed.map(({ id, message }) => [id, message ?? 'Failed'])));
      await refreshPosts(client);
    },
    onError: (error) => showActionError('act on the chosen posts', error),
  });
}
