import type { Post } from '@inkwell/shared/posts';
import { revisionApi } from '@inkwell/shared/revisions';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callPage, isApiError } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { undoButton } from '../../posts/api/undo.ts';
import { refreshAfterSave } from './save-post.ts';

const PAGE = 50;

export const revisionQueries = {
  all: (postId: string) => ['revisions', postId] as const,
  list: (postId: string) =>
    infiniteQueryOptions({
      queryKey: ['revisions', postId, 'list'],
      queryFn: ({ pageParam, signal }) =>
        callPage(
          revisionApi.list,
          { params: { id: postId }, query: { limit: String(PAGE), ...(pageParam && { cursor: pageParam }) } },
          { signal },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      staleTime: 0,
    }),
  byId: (postId: string, revisionId: string) =>
    queryOptions({
      queryKey: ['revisions', postId, 'by-id', revisionId],
      queryFn: ({ signal }) => call(revisionApi.byId, { params: { id: postId, revisionId } }, { signal }),
      // A revision never changes.
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

interface Restore {
  readonly revisionId: string;
  /** `updatedAt` of the post that the writer saw: a newer post is not overwritten. */
  readonly baseUpdatedAt: string;
  /** The revision of the post before it is restored, which Undo restores; null if it is not known. */
  readonly revisionBefore: string | null;
}

async function takeBack(client: QueryClient, { id, updatedAt }: Post, revisionId: string): Promise<string> {
  const request = { params: { id, revisionId }, body: { baseUpdatedAt: updatedAt } };
  client.setQueryData(postQueries.byId(id).queryKey, await call(revisionApi.restore, request));
  return 'The post is as it was before.';
}

/** Restores a revision of a post. */
export function useRestoreRevision(postId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ revisionId, baseUpdatedAt }: Restore) =>
      call(revisionApi.restore, { params: { id: postId, revisionId }, body: { baseUpdatedAt } }),
    onSuccess: (post, { revisionBefore, baseUpdatedAt }) => {
      refreshAfterSave(client, post, { isNew: false });
      void client.invalidateQueries({ queryKey: revisionQueries.list(postId).queryKey });
      const canUndo = revisionBefore !== null && post.updatedAt !== baseUpdatedAt;
      toastSuccess('Success', 'The post was restored. Its previous version is still among the revisions.', {
        ...(canUndo && { action: undoButton(client, () => takeBack(client, post, revisionBefore)) }),
      });
    },
    onError: (error) => {
      if (isApiError(error, 409)) {
        void client.invalidateQueries({ queryKey: revisionQueries.list(postId).queryKey });
        toastError('Not Restored', 'The post has changed in the meantime. Please review its newest version first.');
      } else {
        toastError('Error', `The version could not be restored. ${failureText(error)}`);
      }
    },
  });
}
