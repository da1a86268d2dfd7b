import { type Comment, commentApi } from '@inkwell/shared/comments';
import type { Post } from '@inkwell/shared/posts';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Page } from '../../../lib/api.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { postQueries } from '../../posts/api/queries.ts';
import { commentQueries } from './queries.ts';

type Pages = InfiniteData<Page<Comment>>;

/** Shows a change of the comments at once, in the list and in the count of the post, and asks for the truth after. */
function useCommentCache(postId: string) {
  const client = useQueryClient();
  const listKey = commentQueries.list(postId).queryKey;
  const postKey = postQueries.byId(postId).queryKey;

  return {
    change(items: (items: Comment[], pageIndex: number) => Comment[], by: 1 | -1) {
      client.setQueryData(
        listKey,
        (data: Pages | undefined) =>
          data && {
            ...data,
            pages: data.pages.map((page, index) => ({
              ...page,
              items: items(page.items, index),
              total: Math.max(0, page.total + by),
            })),
          },
      );
      client.setQueryData(
        postKey,
        (post: Post | undefined) => post && { ...post, commentsCount: Math.max(0, post.commentsCount + by) },
      );
    },
    refresh: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: listKey }),
        client.invalidateQueries({ queryKey: postKey, exact: true }),
      ]),
  };
}

/** Comments on a post. The text stays with the caller until the server has stored it. */
export function useAddComment(postId: string) {
  const cache = useCommentCache(postId);
  return useMutation({
    mutationFn: (content: string) => call(commentApi.create, { params: { id: postId }, body: { content } }),
    onSuccess(comment) {
      cache.change((items, index) => (index === 0 ? [comment, ...items] : items), 1);
      toastSuccess('Success', 'Comment added successfully');
      void cache.refresh();
    },
    onError: () => toastError('Error', 'Failed to add comment'),
  });
}

/** Deletes an own comment. */
export function useDeleteComment(postId: string) {
  const cache = useCommentCache(postId);
  return useMutation({
    mutationFn: (commentId: string) => call(commentApi.remove, { params: { id: commentId } }),
    onSuccess(_answer, commentId) {
      cache.change((items) => items.filter((comment) => comment.id !== commentId), -1);
      toastSuccess('Success', 'Comment deleted successfully');
      void cache.refresh();
    },
    onError: () => toastError('Error', 'Failed to delete comment'),
  });
}
