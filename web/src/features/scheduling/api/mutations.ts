import { postApi } from '@inkwell/shared/posts';
import { previewApi } from '@inkwell/shared/previews';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call, isApiError } from '../../../lib/api.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { STATUS_AGAIN, undoButton } from '../../posts/api/undo.ts';
import { ownZone, spelledTime } from '../zoned-time.ts';
import { schedulingQueries } from './queries.ts';

/** Sets, changes or cancels (null) the time of a post; pending until the lists show it. */
export function useSchedule(postId: string, publishAtBefore: string | null) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['admin'] }),
      client.invalidateQueries({ queryKey: postQueries.byId(postId).queryKey }),
    ]);
  return useMutation({
    mutationFn: (publishAt: string | null) => call(postApi.update, { params: { id: postId }, body: { publishAt } }),
    onSuccess: async (post) => {
      client.setQueryData(postQueries.byId(postId).queryKey, post);
      const action = undoButton(client, async () => {
        const body = { publishAt: publishAtBefore, basePublishAt: post.publishAt, undo: true };
        return STATUS_AGAIN[(await call(postApi.update, { params: { id: postId }, body })).status];
      });
      if (post.publishAt === null) toastSuccess('Schedule Cancelled', 'The post stays a draft.', { action });
      else toastSuccess('Post Scheduled', `It goes out on ${spelledTime(post.publishAt, ownZone())}.`, { action });
      await refresh();
    },
    onError: async (error, publishAt) => {
      if (isApiError(error, 409)) {
        toastError(
          'Already Published',
          'The post was published before your change arrived. To schedule it again, unpublish it.',
        );
        await refresh();
      } else toastError('Error', ...actionFailure(publishAt === null ? 'cancel schedule' : 'schedule post', error));
    },
  });
}

/** Makes a preview link, which replaces an earlier one. */
export function useCreatePreview(postId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(previewApi.create, { params: { id: postId } }),
    onSuccess: ({ expiresAt }) => client.setQueryData(schedulingQueries.preview(postId).queryKey, { expiresAt }),
    onError: (error) => toastError('Error', ...actionFailure('create preview link', error)),
  });
}

export function useEndPreview(postId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(previewApi.remove, { params: { id: postId } }),
    onSuccess: () => {
      client.setQueryData(schedulingQueries.preview(postId).queryKey, { expiresAt: null });
      toastSuccess('Link Ended', 'It no longer works.');
    },
    onError: (error) => toastError('Error', ...actionFailure('end preview link', error)),
  });
}
