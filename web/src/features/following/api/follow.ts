import { type FollowTarget, followingApi } from '@inkwell/shared/following';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { postIdAt } from '../../../lib/open-post.ts';
import { toastError } from '../../../lib/toast.ts';
import { followingQueries } from './queries.ts';

/** Follows or unfollows: at once on screen, and reverted if it fails. */
export function useFollow(userId: string, { kind, id }: FollowTarget) {
  const client = useQueryClient();
  const { queryKey } = followingQueries.status(userId, { kind, id });
  return useMutation({
    // Quick presses are sent one after the other, so that the last one wins.
    scope: { id: `follow ${kind} ${id}` },
    mutationFn: (isFollowed: boolean) =>
      isFollowed
        ? call(
            followingApi.follow,
            { params: { kind, id }, body: { postId: postIdAt(window.location.pathname) } },
            { keepalive: true },
          )
        : call(followingApi.unfollow, { params: { kind, id } }, { keepalive: true }),
    async onMutate(isFollowed) {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, { isFollowed });
    },
    onSuccess: () =>
      // The list does not change while it is shown, so that something unfollowed by mistake can be followed again there.
      client.invalidateQueries({ queryKey: followingQueries.all, refetchType: 'none' }),
    onError(error, isFollowed) {
      client.setQueryData(queryKey, { isFollowed: !isFollowed });
      toastError('Error', isFollowed ? 'It could not be followed' : 'It could not be unfollowed', failureText(error));
    },
  });
}
