import { revisionApi } from '@inkwell/shared/revisions';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage, isApiError } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
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
  /** The post as the writer saw it: restored over nothing newer. */
  readonly baseUpdatedAt: string;
}

/** Makes a post what it was. */
export function useRestoreRevision(postId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ revisionId, baseUpdatedAt }: Restore) =>
      call(revisionApi.restore, { params: { id: postId, revisionId }, body: { baseUpdatedAt } }),
    onSuccess: (post) => {
      refreshAfterSave(client, post, { isNew: false });
      void client.invalidateQueries({ queryKey: revisionQueries.list(postId).queryKey });
      toastSuccess('Success', 'The post is what it was then. The version before is kept too.');
    },
    onError: (error) => {
      if (isApiError(error, 409)) {
        void client.invalidateQueries({ queryKey: revisionQueries.list(postId).queryKey });
        toastError('Not Restored', 'The post was changed meanwhile. Please look at its newest version first.');
      } else {
        toastError('Error', `The version could not be restored. ${failureText(error)}`);
      }
    },
  });
}
