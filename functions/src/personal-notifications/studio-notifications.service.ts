import { personName } from '@inkwell/shared/format';
import { canSeeNotes } from '@inkwell/shared/permissions';
import type { StudioKind } from '@inkwell/shared/personal-kinds';
import { authorIdsOf, type StoredCard } from '../posts/posts.converter.ts';
import { type AuthorCache, accountsOf, toAuthor } from '../users/authors.ts';
import type { UserRepository } from '../users/users.repository.ts';
import type { PersonMailService } from './person-mails.service.ts';
import type { PersonalNotificationRepository } from './personal-notifications.repository.ts';

/** A step of a review, or a note, for notifications. */
export interface StudioEvent {
  readonly id: string;
  readonly kind: StudioKind;
  readonly actorId: string;
  readonly at: Date;
}

/** Notifies staff and a post's authors of events before its publication. */
export interface StudioNotifier {
  /** All members of staff, at most 100. Reads each. */
  staff(): Promise<string[]>;
  /** The accounts of a post's authors. */
  authorsOf(post: StoredCard): Promise<string[]>;
  /**
   * Notifies everybody in `people` who may currently see the post's review, except the person who acted. Safe to repeat. Reads 2 documents for each
   * person, writes at most 2.
   */
  tell(people: readonly string[], post: StoredCard, event: StudioEvent): Promise<void>;
  /** Withdraws notifications. Reads 1 document for each, writes at most 1. */
  takeBack(people: readonly string[], eventId: string): Promise<void>;
}

/** A publication with more staff notifies only the first. */
const STAFF_MAX = 100;

export function createStudioNotifier({
  notifications,
  users,
  authors,
  mails,
}: {
  notifications: Pick<PersonalNotificationRepository, 'notify'>;
  users: Pick<UserRepository, 'staff' | 'findMany'>;
  authors: AuthorCache;
  /** Without it, nobody gets email. */
  mails: Pick<PersonMailService, 'tellOfStep'> | null;
}): StudioNotifier {
  return {
    staff: async () => (await users.staff(STAFF_MAX)).map(({ id }) => id),

    authorsOf: (post) => accountsOf(authors, authorIdsOf(post)),

    async tell(people, post, { id, kind, actorId, at }) {
      const [found, names] = await Promise.all([
        users.findMany(people.filter((person) => person !== actorId)),
        authors.getAll([actorId]),
      ]);
      const name = personName(toAuthor(actorId, names.get(actorId), null));
      const about = { postId: post.id, postTitle: post.title, event: { id, authorId: actorId, name }, at };
      const told = [...found.values()].filter(
        (person) => !person.isBlocked && canSeeNotes(person, { authorIds: authorIdsOf(post) }),
      );
      await Promise.all(told.map((person) => notifications.notify(person.id, { what: 'happened', kind, ...about })));
      // A resolved note shows this itself.
      if (mails && kind !== 'resolved')
        await Promise.all(told.map((person) => mails.tellOfStep(person, post, { id, kind, actorId, name })));
    },

    async takeBack(people, commentId) {
      await Promise.all(people.map((person) => notifications.notify(person, { what: 'gone', commentId })));
    },
  };
}
