import type { StudioKind } from '@inkwell/shared/personal-kinds';
import type { ReviewStep } from '@inkwell/shared/reviews';
import { withoutMeter } from '../common/meter.ts';
import { underWay } from '../common/under-way.ts';
import type { StudioNotifier } from '../personal-notifications/studio-notifications.service.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { StoredStep } from '../posts/saving/review-of-post.repository.ts';
import type { DueReview, ReviewRepository } from './reviews.repository.ts';

/** Notifies people of the steps of reviews. */
export interface ReviewNotifications {
  /** Starts the due notifications about a post. The caller does not wait; `catchUp` repeats what fails or is interrupted. */
  follow(postId: string): void;
  /** Safe to repeat. @returns the number of reviews */
  catchUp(): Promise<number>;
}

interface Dependencies {
  readonly reviews: Pick<ReviewRepository, 'find' | 'due' | 'settle'>;
  readonly posts: Pick<PostRepository, 'findCardsAndTrash'>;
  readonly studio: StudioNotifier;
  readonly onError: (message: string, error: unknown) => void;
}

const KINDS: Readonly<Record<ReviewStep, StudioKind>> = {
  submit: 'submitted',
  take: 'taken',
  return: 'returned',
  withdraw: 'withdrawn',
  publish: 'published',
  schedule: 'scheduled',
  end: 'ended',
};

const PER_RUN = 100;
const FAILED = 'people were not notified of a review';

export function createReviewNotifications({ reviews, posts, studio, onError }: Dependencies): ReviewNotifications {
  /** The recipients of a step: staff while nobody has taken the post, afterwards its reviewer; and the post's authors. */
  async function concerned({ step, takenBy }: StoredStep, post: StoredCard): Promise<readonly string[]> {
    const reviewer = takenBy === null ? [] : [takenBy];
    if (step === 'submit' || step === 'withdraw') return takenBy === null ? studio.staff() : reviewer;
    const authors = await studio.authorsOf(post);
    return step === 'end' ? [...authors, ...reviewer] : authors;
  }

  async function notify({ postId, steps, due }: DueReview): Promise<void> {
    if (due.length === 0) return;
    const [post] = await posts.findCardsAndTrash([postId]);
    for (const step of post ? steps.filter(({ id }) => due.includes(id)) : []) {
      if (post) await studio.tell(await concerned(step, post), post, { ...step, kind: KINDS[step.step] });
    }
    await reviews.settle(postId, due);
  }

  const attempt = (work: Promise<void>): Promise<void> => work.catch((error: unknown) => onError(FAILED, error));

  return {
    follow(postId) {
      void underWay(withoutMeter(() => attempt(reviews.find(postId).then((review) => notify({ postId, ...review })))));
    },

    async catchUp() {
      const due = await reviews.due(PER_RUN);
      // A failing review must not block the others.
      await Promise.all(due.map((review) => attempt(notify(review))));
      return due.length;
    },
  };
}
