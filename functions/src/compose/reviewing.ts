import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import type { ApiRouter } from '../http/mount.ts';
import { createNoteNotifications } from '../notes/note-notifications.service.ts';
import { createNoteRepository } from '../notes/notes.repository.ts';
import { mountNoteRoutes } from '../notes/notes.routes.ts';
import { createNoteService, type NoteService } from '../notes/notes.service.ts';
import type { PersonMailService } from '../personal-notifications/person-mails.service.ts';
import { createPersonalNotificationRepository } from '../personal-notifications/personal-notifications.repository.ts';
import { createStudioNotifier } from '../personal-notifications/studio-notifications.service.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { PostService } from '../posts/posts.service.ts';
import type { PostWriter } from '../posts/saving/post-writes.repository.ts';
import { endingStep } from '../posts/saving/review-of-post.repository.ts';
import { createReviewNotifications } from '../reviews/review-notifications.service.ts';
import { createReviewRepository } from '../reviews/reviews.repository.ts';
import { mountReviewRoutes } from '../reviews/reviews.routes.ts';
import { createReviewService, type ReviewService } from '../reviews/reviews.service.ts';
import type { AuthorCache } from '../users/authors.ts';
import { createUserRepository } from '../users/users.repository.ts';

interface Options {
  readonly db: Firestore;
  readonly clock: Clock;
  readonly stored: PostRepository;
  readonly authors: AuthorCache;
  /** Without it, nobody gets email. */
  readonly mails: PersonMailService | null;
  /** Receives errors of notifications. Without it, nobody is notified. */
  readonly onNotifyError?: (message: string, error: unknown) => void;
}

/** The work of staff and authors on a post before its publication: reviews and notes. */
export interface Reviewing {
  /** A writer of posts that, on publication, also notifies the authors of a post in review. */
  following(writer: PostWriter): PostWriter;
  services(cards: Pick<PostService, 'staffCards'>): { readonly reviews: ReviewService; readonly notes: NoteService };
  /** Sends notifications that are due, e.g. after an instance ended. Safe to repeat. */
  catchUp(): Promise<void>;
}

export function createReviewing({ db, clock, stored, authors, mails, onNotifyError }: Options): Reviewing {
  const [reviews, notes] = [createReviewRepository(db), createNoteRepository(db)];
  const onError = onNotifyError ?? (() => undefined);
  const studio = createStudioNotifier({
    notifications: createPersonalNotificationRepository(db),
    users: createUserRepository(db, createPictureTable(db)),
    authors,
    mails,
  });
  const ofReviews = createReviewNotifications({ reviews, posts: stored, studio, onError });
  const ofNotes = createNoteNotifications({ notes, posts: stored, studio, onError });
  const nothing = () => undefined;
  const follow = onNotifyError ? ofReviews.follow : nothing;

  return {
    following: (writer) => ({
      ...writer,
      async update(id, fields, edit) {
        const outcome = await writer.update(id, fields, edit);
        if (outcome.kind === 'updated' && endingStep(outcome.before, outcome.post)) follow(id);
        return outcome;
      },
    }),

    services: (cards) => ({
      reviews: createReviewService({ reviews, posts: stored, cards, authors, notifications: { follow }, clock }),
      notes: createNoteService({
        notes,
        posts: stored,
        authors,
        clock,
        notifications: onNotifyError ? ofNotes : { follow: nothing, takeBack: nothing },
      }),
    }),

    async catchUp() {
      await ofReviews.catchUp();
      await ofNotes.catchUp();
    },
  };
}

export function mountReviewingRoutes(router: ApiRouter, services: ReturnType<Reviewing['services']>): void {
  mountReviewRoutes(router, services.reviews);
  mountNoteRoutes(router, services.notes);
}
