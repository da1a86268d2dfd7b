import { type Answer, COMMENT_LIMITS, commentApi, type LegalReportInput } from '@inkwell/shared/comments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, isApiError } from '../../../lib/api.ts';
import type { Attempt } from '../../../lib/autosave/fields.ts';
import { failureText } from '../../../lib/failure.ts';
import { tellIfLate } from '../../../lib/tell-if-late.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { notificationQueries } from '../../notifications/api/queries.ts';
import type { Removed } from '../threads.ts';
import { type CommentsOfPost, useCommentCache } from './cache.ts';
import { commentQueries } from './queries.ts';

interface NewComments extends CommentsOfPost {
  /** The parent comment; null for a new thread. */
  readonly parentId: string | null;
  /** The comment that the writer chose to reply to, if it is not loaded and the start of its thread is the parent instead. */
  readonly chosenId?: string;
  /** Called with the stored comment, also after the page that sent it was closed. */
  readonly onStored: (content: string, comment: Answer, attempt: Attempt) => void;
}

interface Sending {
  readonly content: string;
  /** Removed once the server has answered. */
  readonly attempt: Attempt;
}

/**
 * Sends a comment or a reply. The caller keeps the text until the server has stored it. Repeating the same text repeats the same comment, because a
 * lost answer must not create two.
 */
export function useAddComment({ parentId, chosenId, onStored, ...comments }: NewComments) {
  const cache = useCommentCache(comments);
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ content, attempt }: Sending) => {
      const body = { content, ...(parentId !== null && { parentId }) };
      const headers = { 'Idempotency-Key': attempt.key(JSON.stringify({ content, to: chosenId ?? parentId })) };
      return tellIfLate(call(commentApi.create, { params: { id: comments.postId }, body }, { headers }));
    },
    onSuccess(comment, { content, attempt }) {
      onStored(content, comment, attempt);
      cache.add(comment);
      toastSuccess('Success', 'Comment added successfully');
    },
    onError(error) {
      toastError('Error', 'Failed to add comment', failureText(error));
      // Commenting may have been closed since.
      if (isApiError(error, 403)) void client.invalidateQueries(commentQueries.refusal(comments.postId));
    },
    onSettled: (_comment, _error, { attempt }) => attempt.release(),
  });
}

interface ChangedComment extends CommentsOfPost {
  /** Called after the text is stored, even if the page was closed. */
  readonly onStored: (content: string, attempt: Attempt) => void;
  readonly attempt: () => Attempt;
}

/** Edits a comment of the reader. */
export function useEditComment({ onStored, attempt, ...comments }: ChangedComment) {
  const cache = useCommentCache(comments);
  return useMutation({
    mutationFn: ({ comment, content }: { comment: Answer; content: string }) =>
      tellIfLate(call(commentApi.edit, { params: { id: comment.id }, body: { content } })),
    onMutate: attempt,
    onSuccess({ answers: _answers, answersCount: _count, ...after }, { comment, content }, begun) {
      onStored(content, begun);
      cache.change(comment, after);
      toastSuccess('Success', 'Comment updated successfully');
    },
    onError: (error) => toastError('Error', 'Failed to update comment', failureText(error)),
    onSettled: (_comment, _error, _change, begun) => begun?.release(),
  });
}

/** Replaces a deleted comment for readers. */
const placeOf = (comment: Answer): Answer => ({ ...comment, state: 'deleted', content: '', reason: null });

interface Deletion extends CommentsOfPost {
  readonly onRemoved: (removed: Removed) => void;
}

/** Deletes a comment of the reader; its place stays while it can be restored. */
export function useDeleteComment({ onRemoved, ...comments }: Deletion) {
  const cache = useCommentCache(comments);
  return useMutation({
    mutationFn: async (comment: Answer) => {
      const untilMs = Date.now() + COMMENT_LIMITS.restoreMs;
      await call(commentApi.remove, { params: { id: comment.id } });
      return { comment, untilMs };
    },
    onSuccess(removed, comment) {
      onRemoved(removed);
      cache.change(comment, placeOf(comment));
      toastSuccess('Success', 'Comment deleted successfully');
    },
    onError: (error) => toastError('Error', 'Failed to delete comment', failureText(error)),
  });
}

/** Restores a recently deleted comment. */
export function useRestoreComment(comments: CommentsOfPost) {
  const cache = useCommentCache(comments);
  return useMutation({
    mutationFn: (comment: Answer) => call(commentApi.restore, { params: { id: comment.id } }),
    onSuccess({ answers: _answers, answersCount: _count, ...after }, comment) {
      cache.change(placeOf(comment), after);
      toastSuccess('Success', 'Comment restored');
    },
    onError: (error) =>
      toastError(
        'Error',
        'Failed to restore comment',
        isApiError(error, 404) ? 'It was deleted too long ago.' : failureText(error),
      ),
  });
}

/** Removes the place of a comment that can no longer be restored. */
export function useForgetComment(comments: CommentsOfPost) {
  const cache = useCommentCache(comments);
  return (comment: Answer) => cache.change(placeOf(comment), null);
}

/** Reports a comment: signed-in readers report to staff, visitors make a legal report. */
export const useReport = (commentId: string, isSignedIn: boolean) =>
  useMutation({
    mutationFn: ({ reason, email }: LegalReportInput) =>
      isSignedIn
        ? call(commentApi.report, { params: { id: commentId }, body: { reason } })
        : call(commentApi.legalReport, { params: { id: commentId }, body: { reason, ...(email && { email }) } }),
  });

/** Changes the reader's subscription to a thread. */
export function useMute(threadId: string) {
  const client = useQueryClient();
  const { queryKey } = notificationQueries.choices();
  return useMutation({
    mutationFn: (muted: boolean) => call(commentApi.changeSubscription, { params: { id: threadId }, body: { muted } }),
    onSuccess(_, muted) {
      client.setQueryData(
        queryKey,
        (settings) =>
          settings && {
            ...settings,
            mutedThreads: [...settings.mutedThreads.filter((id) => id !== threadId), ...(muted ? [threadId] : [])],
          },
      );
      toastSuccess(
        'Success',
        muted ? 'You will not be notified of new replies here' : 'You will be notified of new replies here again',
      );
    },
    onError: (error) => toastError('Error', 'Failed to change notifications', failureText(error)),
  });
}
