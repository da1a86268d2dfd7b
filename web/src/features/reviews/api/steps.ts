import { Review, type ReviewStep, reviewApi } from '@inkwell/shared/reviews';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actionFailure } from '../../../lib/action-failure.ts';
import { call } from '../../../lib/api.ts';
import { refusalBody } from '../../../lib/refusal-body.ts';
import { showAnswer } from '../../../lib/show-answer.ts';
import { toastError, toastSuccess } from '../../../lib/toast.ts';
import { reviewQueries } from './queries.ts';

/** The steps that people request; the others follow from their actions on the post. */
export type AskedStep = Extract<ReviewStep, 'submit' | 'take' | 'return' | 'withdraw'>;

export const STEP_TEXTS = {
  submit: {
    label: 'Submit for Review',
    pending: 'Submitting...',
    done: 'Submitted for review',
    act: 'submit the post',
  },
  take: {
    label: 'Start Review',
    pending: 'Starting...',
    done: 'You are now reviewing this post',
    act: 'start the review',
  },
  return: { label: 'Return', pending: 'Returning...', done: 'Returned to its authors', act: 'return the post' },
  withdraw: { label: 'Withdraw', pending: 'Withdrawing...', done: 'Withdrawn from review', act: 'withdraw the post' },
} as const satisfies Record<AskedStep, object>;

interface Asked {
  readonly postId: string;
  readonly step: AskedStep;
  readonly note?: string | null;
}

function send({ postId: id, step, note = null }: Asked): Promise<Review> {
  const params = { id };
  if (step === 'submit') return call(reviewApi.submit, { params, body: { note } });
  if (step === 'return') return call(reviewApi.return, { params, body: { note } });
  return call(step === 'take' ? reviewApi.take : reviewApi.withdraw, { params });
}

/** Makes a step of a review. If somebody else was faster, their step is shown, and a toast says so. */
export function useReviewStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess(review, { postId, step }) {
      showAnswer(client, reviewQueries.ofPost(postId).queryKey, review);
      toastSuccess('Success', STEP_TEXTS[step].done);
    },
    onError(error, { postId, step }) {
      // Shows the step that somebody else made meanwhile.
      const theirs = refusalBody(error, 409, Review);
      if (!theirs) {
        toastError('Error', ...actionFailure(STEP_TEXTS[step].act, error));
        return;
      }
      showAnswer(client, reviewQueries.ofPost(postId).queryKey, theirs);
      toastError(
        step === 'take' ? 'Someone else has already started this review' : 'Someone else has changed this review',
        'Please check it again.',
      );
    },
    onSettled: (_review, _error, { postId }) => {
      void client.invalidateQueries({
        queryKey: reviewQueries.all,
        predicate: ({ queryKey }) => queryKey[3] !== postId,
      });
      void client.invalidateQueries({ queryKey: ['admin', 'posts'] });
    },
  });
}
