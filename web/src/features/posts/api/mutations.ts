import { type LikeStatus, type Post, postApi } from '@inkwell/shared/posts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { toastError } from '../../../lib/toast.ts';
import { postQueries } from './queries.ts';
import { forgetLike, type Liking, rememberLike } from './unanswered-like.ts';

/**
 * Likes or unlikes a post. The count changes at once, and back if the call fails. The call sends the new state, so that a repeat changes nothing, and
 * it outlives the page. The tab remembers it until it is answered: see `unansweredLike`.
 */
export function useLike({ postId, userId }: Liking) {
  const client = useQueryClient();
  const statusKey = postQueries.likeStatus(postId).queryKey;
  const postKey = postQueries.byId(postId).queryKey;

  const show = (status: LikeStatus) => {
    showAnswer(client, statusKey, status);
    client.setQueryData(postKey, (post: Post | undefined) => post && { ...post, likesCount: status.count });
  };

  return useMutation({
    // Quick clicks are sent one after the other, so that the last one wins.
    scope: { id: `like ${postId}` },
    mutationFn: (liked: boolean) =>
      call(postApi.like, { params: { id: postId }, body: { liked } }, { keepalive: true }),
    async onMutate(liked) {
      const remembered = rememberLike({ postId, userId }, liked);
      await Promise.all([
        client.cancelQueries({ queryKey: statusKey }),
        client.cancelQueries({ queryKey: postKey, exact: true }),
      ]);
      const before = client.getQueryData(statusKey);
      const count = before?.count ?? client.getQueryData(postKey)?.likesCount ?? 0;
      const change = Number(liked) - Number(before?.liked ?? false);
      show({ liked, count: Math.max(0, count + change) });
      return { before, count, remembered };
    },
    onError(error, _liked, context) {
      if (context?.before) show(context.before);
      else if (context) {
        // It is as unknown as before whether the reader likes the post.
        client.setQueryData(postKey, (post: Post | undefined) => post && { ...post, likesCount: context.count });
        void client.resetQueries({ queryKey: statusKey, exact: true });
      }
      toastError('Error', 'Failed to update like status', failureText(error));
    },
    onSuccess: show,
    onSettled: (_status, _error, _liked, context) => context && forgetLike(postId, context.remembered),
  });
}

/** Changes the displayed number of comments, then reloads it. */
export function useCommentCount(postId: string) {
  const client = useQueryClient();
  const { queryKey } = postQueries.byId(postId);

  return (by: number) => {
    client.setQueryData(
      queryKey,
      (post: Post | undefined) => post && { ...post, commentsCount: Math.max(0, post.commentsCount + by) },
    );
    void client.invalidateQueries({ queryKey, exact: true });
  };
}
