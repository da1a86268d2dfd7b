import { type BulkAction, bulkActionApi } from '@inkwell/shared/bulk-actions';
import { counted } from '@inkwell/shared/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { toast, toastSuccess } from '../../../lib/toast.ts';
import { undoButton } from '../../posts/api/undo.ts';
import { BULK_DONE, changedBack } from './bulk-texts.ts';
import { refreshPosts } from './post-actions.ts';
import { showActionError } from './unauthorized.ts';

/** Answers what was taken back; null if all of the posts were edited since. */
async function takeBack(changes: Extract<BulkAction, { action: 'undo' }>['changes']): Promise<string | null> {
  const { results } = await call(bulkActionApi.posts, { body: { action: 'undo', changes } });
  const left = results.filter(({ ok }) => !ok).length;
  if (left === results.length) return null;
  return changedBack('undo', results.length - left, left);
}

/** Answers what was restored from the trash; null if all of the posts are gone. */
async function undelete(ids: string[]): Promise<string | null> {
  const { results } = await call(bulkActionApi.posts, { body: { action: 'undelete', ids } });
  const restored = results.filter(({ ok }) => ok).length;
  return restored === 0 ? null : changedBack('delete', restored, 0);
}

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
      const done = `${counted(results.length - failed.length, 'post', 'posts')} ${BULK_DONE[action]}`;
      const changes = results.flatMap(({ id, undo }) => (undo ? [{ id, ...undo }] : []));
      const deleted = action === 'delete' ? results.flatMap(({ id, ok }) => (ok ? [id] : [])) : [];
      const undo = changes.length + deleted.length > 0 && {
        action: undoButton(client, () => (deleted.length > 0 ? undelete(deleted) : takeBack(changes))),
      };
      if (failed.length === 0) toastSuccess('Success', `${done} successfully!`, { ...undo });
      else {
        const message = `${done}, ${counted(failed.length, 'post', 'posts')} failed.`;
        toast({ title: 'Error', tone: 'error', message, ...undo });
      }
      onDone(new Map(failed.map(({ id, message }) => [id, message ?? 'Failed'])));
      await refreshPosts(client);
    },
    onError: (error) => showActionError('change the selected posts', error),
  });
}
