import { postApi } from '@inkwell/shared/posts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call } from '../../../lib/api.ts';
import { nullIfMissing } from '../../../lib/refusal-body.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { refreshAfterSave } from './save-post.ts';

/** The time until which a post can be restored from the trash; null for a post that is not in the trash. */
export const trashQuery = (id: string) =>
  queryOptions({
    queryKey: ['posts', 'trash', id],
    queryFn: ({ signal }) => call(postApi.trash, { params: { id } }, { signal }).catch(nullIfMissing),
    staleTime: 0,
  });

/** Restores a post from the trash. */
export function useUndelete(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(postApi.undelete, { params: { id } }),
    onSuccess: (post) => {
      toastSuccess('Success', 'Post restored as a draft!');
      refreshAfterSave(client, post, { isNew: true });
    },
    onError: (error) => toastError('Error', ...actionFailure('restore post', error)),
  });
}
