import { postApi } from '@inkwell/shared/posts';
import { previewApi } from '@inkwell/shared/previews';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call, isApiError } from '../../../lib/api.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { ownZone, spelledTime } from '../zoned-time.ts';
import { schedulingQueries } from './queries.ts';

/** Sets, moves or cancels (null) the time at which a post is published; pending until the lists show it. */
export function useSchedule(postId: string) {
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
      if (post.publishAt === null) toastSuccess('Schedule Cancelled', 'The post stays a draft.');
      else toastSuccess('Post Scheduled', `It goes out on ${spelledTime(post.publishAt, ownZone())}.`);
      await refresh();
    },
    onError: async (error, publishAt) => {
      if (isApiError(error, 409)) {
        toastError('Published Already', 'The post went out before your change arrived. To plan it anew, unpublish it.');
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
      toastSuccess('Link Ended', 'It shows nothing any more.');
    },
    onError: (error) => toastError('Error', ...actionFailure('end preview link', error)),
  });
}
