import { randomUUID } from 'node:crypto';
import { canStep, REVIEW_STEPS, type ReviewStep, reviewStateOf } from '@inkwell/shared/reviews';
import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import type { StoredPost } from '../posts.converter.ts';

/** The stored fields of a post without a review. */
export const NO_REVIEW = { inReviewSince: null, submittedBy: null, reviewTakenBy: null, returnedAt: null } as const;

export type ReviewFields = Pick<StoredPost, keyof typeof NO_REVIEW>;

export const reviewOf = ({ inReviewSince, submittedBy, reviewTakenBy, returnedAt }: StoredPost): ReviewFields => ({
  inReviewSince,
  submittedBy,
  reviewTakenBy,
  returnedAt,
});

/** A stored step. */
export interface StoredStep {
  readonly id: string;
  readonly step: ReviewStep;
  readonly actorId: string;
  readonly note: string | null;
  /** The reviewer until then. */
  readonly takenBy: string | null;
  readonly at: Date;
}

export const newStep = (step: Omit<StoredStep, 'id'>): StoredStep => ({ ...step, id: randomUUID() });

/** The document with the steps of a post's review and its number of notes. */
export const reviewRef = (db: Firestore, postId: string) => db.collection('reviews').doc(postId);

/** The step that ends a post's review when a change is stored; null without a review, or if the post stays unpublished and unscheduled. */
export function endingStep(before: StoredPost, after: StoredPost): ReviewStep | null {
  const state = reviewStateOf(after);
  const step = (['publish', 'schedule'] as const).find((one) => REVIEW_STEPS[one].to === state);
  return step && canStep(step, reviewStateOf(before)) ? step : null;
}

/**
 * Records how a review ended, in the transaction that ends it by writing `NO_REVIEW` into the post. Reads nothing, writes 1 document, or none for a
 * post without a review.
 */
export function noteEnd(
  db: Firestore,
  transaction: Transaction,
  before: StoredPost,
  { step, actorId, at }: Pick<StoredStep, 'step' | 'actorId' | 'at'>,
): void {
  if (!canStep(step, reviewStateOf(before))) return;
  const made = newStep({ step, actorId, note: null, takenBy: before.reviewTakenBy, at });
  const steps = { steps: FieldValue.arrayUnion(made), due: FieldValue.arrayUnion(made.id), isNotificationDue: true };
  transaction.set(reviewRef(db, before.id), { ...steps, schemaVersion: 1 }, { merge: true });
}
