import { AppError } from '@inkwell/shared/errors';
import {
  type Actor,
  canReviewPosts,
  canSeeNotes,
  canSeePost,
  canSubmitPost,
  type Viewer,
} from '@inkwell/shared/permissions';
import { type Review, reviewStateOf, type WaitingReview } from '@inkwell/shared/reviews';
import type { Author } from '@inkwell/shared/users';
import type { Clock } from '../common/clock.ts';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import { authorIdsOf, type StoredCard } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { PostService } from '../posts/posts.service.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import type { ReviewNotifications } from './review-notifications.service.ts';
import type { StoredReview, WantedStep } from './reviews.converter.ts';
import type { ReviewRepository } from './reviews.repository.ts';

interface Dependencies {
  readonly reviews: ReviewRepository;
  readonly posts: Pick<PostRepository, 'findCard'>;
  readonly cards: Pick<PostService, 'staffCards'>;
  readonly authors: AuthorCache;
  readonly notifications: Pick<ReviewNotifications, 'follow'>;
  readonly clock: Clock;
}

/**
 * The review of posts: their authors submit them, staff take, return and publish them. Every step is safe to repeat, notifies people, and is
 * refused with `not-found`, also for a post that the caller may not see; `forbidden`; `conflict` with the review as its body.
 */
export interface ReviewService {
  /** @throws AppError `not-found`, `forbidden` */
  state(actor: Actor, postId: string): Promise<Review>;
  submit(actor: Actor, postId: string, note: string | null): Promise<Review>;
  /** @throws AppError also `conflict` if somebody else has taken the post */
  take(actor: Actor, postId: string): Promise<Review>;
  return(actor: Actor, postId: string, note: string | null): Promise<Review>;
  withdraw(actor: Actor, postId: string): Promise<Review>;
  /** Posts in review, longest waiting first. @throws AppError `forbidden` */
  waiting(actor: Actor, page: PageRequest): Promise<Page<WaitingReview>>;
}

export function createReviewService(dependencies: Dependencies): ReviewService {
  const { reviews, posts, cards, authors, notifications, clock } = dependencies;

  async function present(post: StoredCard, { steps }: StoredReview, viewer: Actor): Promise<Review> {
    const { submittedBy, reviewTakenBy: takenBy } = post;
    const people = [submittedBy, takenBy, ...steps.map(({ actorId }) => actorId)].filter((id) => id !== null);
    const names = await authors.getAll(people);
    const person = (id: string): Author => toAuthor(id, names.get(id), viewer);
    return {
      state: reviewStateOf(post),
      since: (post.inReviewSince ?? post.returnedAt)?.toISOString() ?? null,
      submittedBy: submittedBy === null ? null : person(submittedBy),
      takenBy: takenBy === null ? null : person(takenBy),
      history: steps.map(({ id, step, actorId, at, note }) => ({
        id,
        step,
        note,
        by: person(actorId),
        at: at.toISOString(),
      })),
    };
  }

  const make = async (
    actor: Actor,
    postId: string,
    step: Pick<WantedStep, 'step' | 'note'>,
    isAllowed: (viewer: Viewer, post: { authorIds: readonly string[] }) => boolean,
  ): Promise<Review> => {
    const wanted = { ...step, actorId: actor.id, at: clock.now() };
    const outcome = await reviews.make(postId, wanted, (account, post) => {
      const governed = { ...post, authorIds: authorIdsOf(post) };
      if (!canSeePost(account, governed)) throw new AppError('not-found');
      if (!isAllowed(account, governed)) throw new AppError('forbidden');
    });
    if (outcome.kind === 'not-found') throw new AppError('not-found');
    const review = await present(outcome.post, outcome.review, actor);
    if (outcome.kind === 'conflict') throw new AppError('conflict', undefined, { body: review });
    notifications.follow(postId);
    return review;
  };

  return {
    async state(actor, postId) {
      const post = await posts.findCard(postId);
      const governed = post && { ...post, authorIds: authorIdsOf(post) };
      if (!governed || !canSeePost(actor, governed)) throw new AppError('not-found');
      if (!canSeeNotes(actor, governed)) throw new AppError('forbidden');
      return present(governed, await reviews.find(postId), actor);
    },

    submit: (actor, postId, note) => make(actor, postId, { step: 'submit', note }, canSubmitPost),
    take: (actor, postId) => make(actor, postId, { step: 'take', note: null }, canReviewPosts),
    return: (actor, postId, note) => make(actor, postId, { step: 'return', note }, canReviewPosts),
    withdraw: (actor, postId) => make(actor, postId, { step: 'withdraw', note: null }, canSubmitPost),

    async waiting(actor, page) {
      if (!canReviewPosts(actor)) throw new AppError('forbidden');
      const { items, total } = await reviews.waiting(page);
      const [shown, names] = await Promise.all([
        cards.staffCards(actor, items),
        authors.getAll(items.flatMap((post) => [post.submittedBy, post.reviewTakenBy]).filter((id) => id !== null)),
      ]);
      const person = (id: string | null | undefined): Author | null => (id ? toAuthor(id, names.get(id), actor) : null);
      const waiting = shown.map((post, n) => ({
        id: post.id,
        createdAt: post.inReviewSince ?? post.createdAt,
        review: {
          post,
          since: post.inReviewSince ?? post.createdAt,
          submittedBy: person(items[n]?.submittedBy),
          takenBy: person(items[n]?.reviewTakenBy),
        },
      }));
      const whole = toPage(waiting, total, page);
      return { ...whole, items: waiting.map(({ review }) => review) };
    },
  };
}
