import { revisionApi } from '@inkwell/shared/revisions';
import { sitePageRevisionApi } from '@inkwell/shared/site-page-revisions';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, isApiError } from '../../../lib/api.ts';
import { callQuery, pagedQuery } from '../../../lib/call-query.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { undoButton } from '../../posts/api/undo.ts';
import { refreshPages } from '../../site-pages/api/staff-queries.ts';
import { kindOfId, storedId } from '../edited-kind.ts';
import { refreshAfterSave } from './save-post.ts';

const PAGE = 50;

const apiOf = (postId: string) => (kindOfId(postId) === 'page' ? sitePageRevisionApi : revisionApi);

export const revisionQueries = {
  all: (postId: string) => ['revisions', postId] as const,
  list: (postId: string) =>
    infiniteQueryOptions({
      ...pagedQuery(['revisions', postId, 'list'], apiOf(postId).list, PAGE, { params: { id: storedId(postId) } }),
      staleTime: 0,
    }),
  byId: (postId: string, revisionId: string) =>
    queryOptions({
      ...callQuery(['revisions', postId, 'by-id', revisionId], apiOf(postId).byId, {
        params: { id: storedId(postId), revisionId },
      }),
      // A revision never changes.
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

interface Restore {
  readonly revisionId: string;
  /** `updatedAt` of the post that the writer saw, so that a newer post is not overwritten. */
  readonly baseUpdatedAt: string;
  /** The post's revision before the restore, for Undo; null if unknown. */
  readonly revisionBefore: string | null;
}

/** Restores a revision and updates the queries. @returns the new `updatedAt` of the post or page */
async function restoreOf(
  client: QueryClient,
  postId: string,
  { revisionId, baseUpdatedAt }: Pick<Restore, 'revisionId' | 'baseUpdatedAt'>,
): Promise<string> {
  const request = { params: { id: storedId(postId), revisionId }, body: { baseUpdatedAt } };
  if (kindOfId(postId) === 'page') {
    const page = await call(sitePageRevisionApi.restore, request);
    void refreshPages(client);
    return page.updatedAt;
  }
  const post = await call(revisionApi.restore, request);
  refreshAfterSave(client, post, { isNew: false });
  return post.updatedAt;
}

/** Restores a revision of a post. */
export function useRestoreRevision(postId: string) {
  const client = useQueryClient();
  const noun = kindOfId(postId);
  return useMutation({
    mutationFn: (restore: Restore) => restoreOf(client, postId, restore),
    onSuccess: (updatedAt, { revisionBefore, baseUpdatedAt }) => {
      void client.invalidateQueries({ queryKey: revisionQueries.list(postId).queryKey });
      const canUndo = revisionBefore !== null && updatedAt !== baseUpdatedAt;
      const takeBack = async (revisionId: string) => {
        await restoreOf(client, postId, { revisionId, baseUpdatedAt: updatedAt });
        return `The ${noun} is as it was before.`;
      };
      toastSuccess('Success', `The ${noun} was restored. Its previous version is still among the revisions.`, {
        ...(canUndo && { action: undoButton(client, () => takeBack(revisionBefore)) }),
      });
    },
    onError: (error) => {
      if (isApiError(error, 409)) {
        void client.invalidateQueries({ queryKey: revisionQueries.list(postId).queryKey });
        toastError('Not Restored', `The ${noun} has changed in the meantime. Please review its newest version first.`);
      } else {
        toastError('Error', `The version could not be restored. ${failureText(error)}`);
      }
    },
  });
}
