import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, optionalText, PageQuery } from './fields.ts';
import { StaffPostCard } from './posts.ts';
import { Author } from './users.ts';

export const REVIEW_LIMITS = { note: 2_000, history: 100 } as const;

/** The state of a post between its authors and staff. */
export const ReviewState = z.enum(['draft', 'in-review', 'returned', 'scheduled', 'published']);
export type ReviewState = z.infer<typeof ReviewState>;

/** `end`: the post was moved to the trash, or its author lost the right to write. */
export const ReviewStep = z.enum(['submit', 'take', 'return', 'withdraw', 'publish', 'schedule', 'end']);
export type ReviewStep = z.infer<typeof ReviewStep>;

interface Transition {
  readonly from: readonly ReviewState[];
  readonly to: ReviewState;
}

/** Every step of a review: the states from which it is allowed, and the next state. Steps from other states are answered 409. */
export const REVIEW_STEPS: Readonly<Record<ReviewStep, Transition>> = {
  submit: { from: ['draft', 'returned'], to: 'in-review' },
  take: { from: ['in-review'], to: 'in-review' },
  return: { from: ['in-review'], to: 'returned' },
  withdraw: { from: ['in-review'], to: 'draft' },
  publish: { from: ['in-review', 'returned'], to: 'published' },
  schedule: { from: ['in-review', 'returned'], to: 'scheduled' },
  end: { from: ['in-review', 'returned'], to: 'draft' },
};

export const canStep = (step: ReviewStep, state: ReviewState): boolean => REVIEW_STEPS[step].from.includes(state);

interface Reviewed {
  readonly isPublished: boolean;
  /** Set, or null; a time in any form. */
  readonly publishAt: unknown;
  readonly inReviewSince: unknown;
  readonly returnedAt: unknown;
}

export function reviewStateOf({ isPublished, publishAt, inReviewSince, returnedAt }: Reviewed): ReviewState {
  if (isPublished) return 'published';
  if (publishAt) return 'scheduled';
  if (inReviewSince) return 'in-review';
  return returnedAt ? 'returned' : 'draft';
}

/** A step that was made. */
export const ReviewEntry = z.object({
  id: DocumentId,
  step: ReviewStep,
  by: Author,
  at: Instant,
  note: z.nullable(z.string()),
});
export type ReviewEntry = z.infer<typeof ReviewEntry>;

export const Review = z.object({
  state: ReviewState,
  /** When the post was submitted for review, or returned; otherwise null. */
  since: z.nullable(Instant),
  submittedBy: z.nullable(Author),
  takenBy: z.nullable(Author),
  /** The newest steps, oldest first. */
  history: z.array(ReviewEntry),
});
export type Review = z.infer<typeof Review>;

/** A post that waits for staff. */
export const WaitingReview = z.object({
  post: StaffPostCard,
  since: Instant,
  submittedBy: z.nullable(Author),
  takenBy: z.nullable(Author),
});
export type WaitingReview = z.infer<typeof WaitingReview>;

export const ReviewInput = z.object({
  note: z._default(
    optionalText(REVIEW_LIMITS.note, { tooLong: `Note too long (at most ${REVIEW_LIMITS.note} characters)` }),
    null,
  ),
});
export type ReviewInput = z.infer<typeof ReviewInput>;

/** The refusal when a post's authors change it while staff review it. */
export const IN_REVIEW_TEXT =
  'This post is in review, so only staff can change it. Withdraw it first, or wait until it is returned.';

const REVIEW_RATE = { bucket: 'review', by: 'user', perMinute: 30, scope: 'instance' } as const;

export const reviewApi = {
  state: endpoint({
    method: 'GET',
    path: '/api/posts/:id/review',
    access: 'writer',
    scope: 'posts:read',
    summary: `The state of a post's review, and the newest ${REVIEW_LIMITS.history} steps: for staff and the post's authors.`,
    params: IdParams,
    response: Review,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/posts/:id/review',
    access: 'writer',
    scope: 'posts:write',
    invalidates: 'nothing',
    summary:
      'Submits an own unpublished post for review. Until the review ends, only staff can change it. Safe to repeat.',
    params: IdParams,
    body: ReviewInput,
    bodyOptional: true,
    response: Review,
    conflict: Review,
    rate: REVIEW_RATE,
  }),
  take: endpoint({
    method: 'POST',
    path: '/api/posts/:id/review/take',
    access: 'staff',
    invalidates: 'nothing',
    summary: 'Makes the caller the reviewer of the post; 409 if it already has another. Safe to repeat.',
    params: IdParams,
    response: Review,
    conflict: Review,
    rate: REVIEW_RATE,
  }),
  return: endpoint({
    method: 'POST',
    path: '/api/posts/:id/review/return',
    access: 'staff',
    invalidates: 'nothing',
    summary: 'Returns a post in review to its authors, who can change it again. Safe to repeat.',
    params: IdParams,
    body: ReviewInput,
    bodyOptional: true,
    response: Review,
    conflict: Review,
    rate: REVIEW_RATE,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/posts/:id/review/withdraw',
    access: 'writer',
    scope: 'posts:write',
    invalidates: 'nothing',
    summary: "Withdraws the caller's own post from review. Safe to repeat.",
    params: IdParams,
    response: Review,
    conflict: Review,
    rate: REVIEW_RATE,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/reviews',
    access: 'staff',
    scope: 'posts:read',
    summary: 'The posts in review, longest waiting first.',
    query: PageQuery,
    response: z.array(WaitingReview),
    paged: true,
  }),
} as const;
