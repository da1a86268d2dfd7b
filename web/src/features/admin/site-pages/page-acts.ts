import { type SitePageCard, sitePageApi } from '@inkwell/shared/site-pages';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { toastSuccess } from '../../../lib/toast.ts';
import { statusAgain, undoButton } from '../../posts/api/undo.ts';
import { refreshPages, SHOW_PAGES } from '../../site-pages/api/staff-queries.ts';
import { useStaffChange } from '../api/staff-change.ts';
import { showActionError } from '../api/unauthorized.ts';

const undo = (client: QueryClient, takeBack: () => Promise<string>) =>
  undoButton(client, () => takeBack().finally(() => refreshPages(client)), 'page');

/** Publishes a page, or takes it back; its toast undoes that, with the time at which the page was planned to come out. */
export function usePublishPage({ id, isPublished, updatedAt, publishAt }: SitePageCard) {
  const client = useQueryClient();
  const act = isPublished ? 'unpublish' : 'publish';
  const takeBack = async (baseUpdatedAt: string) => {
    const body = { isPublished, baseUpdatedAt, undo: true, ...(publishAt !== null && { publishAt }) };
    return statusAgain('page', (await call(sitePageApi.update, { params: { id }, body })).status);
  };
  return useMutation({
    mutationFn: () =>
      call(sitePageApi.update, { params: { id }, body: { isPublished: !isPublished, baseUpdatedAt: updatedAt } }),
    onSuccess: (after) =>
      toastSuccess('Success', `Page ${act}ed successfully!`, {
        action: undo(client, () => takeBack(after.updatedAt)),
      }),
    onError: (error) => showActionError(`${act} page`, error),
    onSettled: () => refreshPages(client),
  });
}

/** Moves a page to the trash; its toast takes that back. */
export function useDeletePage({ id }: Pick<SitePageCard, 'id'>) {
  const client = useQueryClient();
  const takeBack = async () => {
    await call(sitePageApi.undelete, { params: { id } });
    return 'The page is restored as a draft.';
  };
  return useMutation({
    mutationFn: () => call(sitePageApi.remove, { params: { id } }),
    onSuccess: () => toastSuccess('Success', 'Page deleted successfully!', { action: undo(client, takeBack) }),
    onError: (error) => showActionError('delete page', error),
    onSettled: () => refreshPages(client),
  });
}

/** Restores a page from the trash. */
export const useRestorePage = ({ id }: Pick<SitePageCard, 'id'>) =>
  useStaffChange({
    send: () => call(sitePageApi.undelete, { params: { id } }),
    done: 'Page restored as a draft!',
    action: 'restore page',
    stale: SHOW_PAGES,
  });
