import { type SitePageCard, sitePageApi } from '@inkwell/shared/site-pages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call } from '../../../lib/api.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { refreshPages } from '../../site-pages/api/staff-queries.ts';
import { showActionError } from '../api/unauthorized.ts';

/** Publishes a page, or takes it back. */
export function usePublishPage({ id, isPublished, updatedAt }: SitePageCard) {
  const client = useQueryClient();
  const act = isPublished ? 'unpublish' : 'publish';
  return useMutation({
    mutationFn: () =>
      call(sitePageApi.update, { params: { id }, body: { isPublished: !isPublished, baseUpdatedAt: updatedAt } }),
    onSuccess: () => toastSuccess('Success', `Page ${act}ed successfully!`),
    onError: (error) => showActionError(`${act} page`, error),
    onSettled: () => refreshPages(client),
  });
}

/** Moves a page to the trash; its toast takes that back. */
export function useDeletePage({ id }: Pick<SitePageCard, 'id'>) {
  const client = useQueryClient();
  const undo = async () => {
    try {
      await call(sitePageApi.undelete, { params: { id } });
      toastSuccess('Undone', 'The page is restored as a draft.');
    } catch (error) {
      toastError('Error', ...actionFailure('undo this', error));
    }
    await refreshPages(client);
  };
  return useMutation({
    mutationFn: () => call(sitePageApi.remove, { params: { id } }),
    onSuccess: () =>
      toastSuccess('Success', 'Page deleted successfully!', { action: { label: 'Undo', run: () => void undo() } }),
    onError: (error) => showActionError('delete page', error),
    onSettled: () => refreshPages(client),
  });
}

/** Restores a page from the trash. */
export function useRestorePage({ id }: Pick<SitePageCard, 'id'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(sitePageApi.undelete, { params: { id } }),
    onSuccess: () => toastSuccess('Success', 'Page restored as a draft!'),
    onError: (error) => showActionError('restore page', error),
    onSettled: () => refreshPages(client),
  });
}
