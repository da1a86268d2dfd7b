import { ReviewStep, reviewStateOf } from '@inkwell/shared/reviews';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';
import type { StoredPost } from '../posts/posts.converter.ts';
import { NO_REVIEW, type ReviewFields, type StoredStep } from '../posts/saving/review-of-post.repository.ts';

const ReviewDocument = z.object({
  /** Oldest first. */
  steps: z._default(
    z.array(
      z.object({
        id: z.string(),
        step: ReviewStep,
        actorId: z.string(),
        note: z.nullable(z.string()),
        takenBy: z.nullable(z.string()),
        at: Moment,
      }),
    ),
    [],
  ),
  /** The ids of steps with due notifications. */
  due: z._default(z.array(z.string()), []),
});

/** The steps of a post's review. */
export interface StoredReview {
  readonly steps: readonly StoredStep[];
  readonly due: readonly string[];
}

/** A post without a document has had no step yet. */
export const decodeReview = (snapshot: DocumentSnapshot): StoredReview =>
  z.parse(ReviewDocument, snapshot.data() ?? {});

type MadeStep = Extract<ReviewStep, 'submit' | 'take' | 'return' | 'withdraw'>;

/** The review fields of a post after a step. */
export function fieldsAfter(
  step: MadeStep,
  { actorId, at }: Pick<StoredStep, 'actorId' | 'at'>,
): Partial<ReviewFields> {
  switch (step) {
    case 'submit':
      return { ...NO_REVIEW, inReviewSince: at, submittedBy: actorId };
    case 'take':
      return { reviewTakenBy: actorId };
    case 'return':
      return { ...NO_REVIEW, returnedAt: at };
    case 'withdraw':
      return NO_REVIEW;
  }
}

/** The step that a call requests. */
export interface WantedStep extends Pick<StoredStep, 'actorId' | 'note' | 'at'> {
  readonly step: MadeStep;
}

/** Whether this was the last step: its answer was lost, and the caller repeats the call. */
export function isRepeat({ steps }: StoredReview, post: StoredPost, { step, actorId, note, at }: WantedStep): boolean {
  const last = steps.at(-1);
  const isSame = last?.step === step && last.actorId === actorId && last.note === note;
  return isSame && reviewStateOf(post) === reviewStateOf({ ...post, ...fieldsAfter(step, { actorId, at }) });
}
