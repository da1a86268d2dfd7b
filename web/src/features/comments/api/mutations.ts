import { type Comment, commentApi } from '@inkwell/shared/comments';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Page } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { commentQueries } from './queries.ts';

type Pages = InfiniteData<Page<Comment>>;

/** Told by how much the number of comments on the post has changed. */
export type CountChange = (by: 1 | -1) => void;

interface CommentsOfPost {
  readonly postId: string;
  readonly onCountChange: CountChange;
}

/** Shows a change in the list at once, passes it on, and asks for the truth after. */
function useCommentChange({ postId, onCountChange }: CommentsOfPost) {
  const client = useQueryClient();
  const { queryKey } = commentQueries.list(postId);

  return (items: (items: Comment[], pageIndex: number) => Comment[], by: 1 | -1) => {
    client.setQueryData(
      queryKey,
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
    onCountChange(by);
    void client.invalidateQueries({ queryKey });
  };
}

interface NewComments extends CommentsOfPost {
  /** Told what the server has stored, also when the page that sent it is gone. */
  readonly onStored: (content: string) => void;
}

/** Comments on a post. The text stays with the caller until the server has stored it. */
export function useAddComment({ onStored, ...comments }: NewComments) {
  const change = useCommentChange(comments);
  return useMutation({
    mutationFn: (content: string) => call(commentApi.create, { params: { id: comments.postId }, body: { content } }),
    onSuccess(comment, content) {
      onStored(content);
      change((items, index) => (index === 0 ? [comment, ...items] : items), 1);
      toastSuccess('Success', 'Comment added successfully');
    },
    onError: () => toastError('Error', 'Failed to add comment'),
  });
}

/** Deletes a comment of the reader. */
export function useDeleteComment(comments: CommentsOfPost) {
  const change = useCommentChange(comments);
  return useMutation({
    mutationFn: (commentId: string) => call(commentApi.remove, { params: { id: commentId } }),
    onSuccess(_answer, commentId) {
      change((items) => items.filter((comment) => comment.id !== commentId), -1);
      toastSuccess('Success', 'Comment deleted successfully');
    },
    onError: (error) => toastError('Error', 'Failed to delete comment', failureText(error)),
  });
}
