import { canSeeComment } from '@inkwell/shared/comment-permissions';
import { AppError } from '@inkwell/shared/errors';
import type { NotificationChoicesPatch, NotificationSettings } from '@inkwell/shared/notifications';
import { canSeePost, type Viewer } from '@inkwell/shared/permissions';
import type { PersonalKind } from '@inkwell/shared/personal-kinds';
import type { Change, Outcome } from '../comments/changes.ts';
import { isListed, isNotificationDue, type StoredComment } from '../comments/comments.converter.ts';
import type { CommentRepository } from '../comments/comments.repository.ts';
import type { Clock } from '../common/clock.ts';
import { withoutMeter } from '../common/meter.ts';
import { underWay } from '../common/under-way.ts';
import { authorIdsOf, type StoredCard } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import { type AuthorCache, accountsOf } from '../users/authors.ts';
import type { PersonMailService } from './person-mails.service.ts';
import { type NotificationEvent, toNotificationSettings } from './personal-notifications.converter.ts';
import type { DueComment, PersonalNotificationRepository } from './personal-notifications.repository.ts';

/** Notifies people of replies to their comments and of comments on their posts. */
export interface PersonalNotificationService {
  /** Sets whether a person is notified of new replies in a comment's thread. Safe to repeat. @throws AppError `not-found` */
  mute(actor: NonNullable<Viewer>, commentId: string, muted: boolean): Promise<void>;
  settings(userId: string): Promise<NotificationSettings>;
  /** Omitted choices do not change. */
  choose(userId: string, choices: NotificationChoicesPatch): Promise<NotificationSettings>;
  /** Wraps a repository so that its changes also notify people. The changes do not wait for the notifications. */
  following(comments: CommentRepository): CommentRepository;
  /** Sends and withdraws due notifications, e.g. after an instance ended. Safe to repeat. @returns the number of comments */
  catchUp(): Promise<number>;
}

interface Dependencies {
  readonly notifications: PersonalNotificationRepository;
  readonly comments: Pick<CommentRepository, 'find'>;
  readonly posts: Pick<PostRepository, 'findCard'>;
  readonly authors: AuthorCache;
  /** Without it, nobody gets email. */
  readonly mails: Pick<PersonMailService, 'tellOfComment'> | null;
  readonly clock: Clock;
  readonly onError: (message: string, error: unknown) => void;
}

const PAGE = 100;
/** The limit of pages per run, so that jobs get time too. */
const PAGES = 5;

const FAILED = 'people were not notified of a comment';

export function createPersonalNotificationService({
  notifications,
  comments,
  posts,
  authors,
  mails,
  clock,
  onError,
}: Dependencies): PersonalNotificationService {
  /** The people to notify of a comment and why. A reply has precedence over a comment on the person's post. */
  async function concerned(comment: StoredComment, post: StoredCard): Promise<Map<string, PersonalKind>> {
    const [starter, accounts] = await Promise.all([
      comment.parentId === null ? null : comments.find(comment.parentId),
      accountsOf(authors, authorIdsOf(post)),
    ]);
    const people = new Map(accounts.map((id): [string, PersonalKind] => [id, 'comment']));
    for (const id of [starter?.authorId, comment.replyTo?.authorId]) if (id) people.set(id, 'reply');
    people.delete(comment.authorId);
    return people;
  }

  async function notify(due: DueComment, known?: StoredCard): Promise<void> {
    const { comment } = due;
    const post = known ?? (await posts.findCard(comment.postId));
    const isWritten = !due.isGone && comment.state === 'visible';
    // Staff also decide about comments of posts in the trash, but notify nobody of them.
    if (!post || (isWritten && post.trashedAt)) return void (await notifications.settle(due, 'none'));
    const [people, names] = await Promise.all([concerned(comment, post), authors.getAll([comment.authorId])]);
    const author = names.get(comment.authorId);
    const { id, authorId, parentId: threadId } = comment;
    const name = author?.displayName ?? author?.firstName ?? 'Somebody';
    const eventOf = (kind: PersonalKind): NotificationEvent =>
      isWritten
        ? {
            what: 'written',
            kind,
            postId: post.id,
            postTitle: post.title,
            threadId,
            comment: { id, authorId, name },
            at: clock.now(),
          }
        : { what: 'gone', commentId: id };
    await Promise.all([...people].map(([userId, kind]) => notifications.notify(userId, eventOf(kind))));
    if (isWritten && mails) {
      const told = [...people].map(([userId, kind]) =>
        mails.tellOfComment(userId, kind === 'reply' ? 'reply' : 'comment', comment),
      );
      await Promise.all(told);
    }
    const changed = await notifications.settle(due, isWritten ? 'sent' : 'none');
    if (changed) await notify(changed, post);
  }

  async function follow(change: Change, { comment }: Outcome, post: StoredCard): Promise<void> {
    if (change.kind === 'remove') {
      const gone = comment.notification === 'sent' ? await notifications.findGone(comment.id) : null;
      if (gone) await notify(gone, post);
    } else if (isNotificationDue(comment)) await notify({ comment, isGone: false }, post);
  }

  return {
    following: (repository) => ({
      ...repository,
      async change(post, change) {
        const due: Change =
          change.kind === 'create' ? { ...change, comment: { ...change.comment, notification: 'due' } } : change;
        const outcome = await repository.change(post, due);
        // `catchUp` repeats what fails here or is interrupted.
        if (outcome) {
          underWay(withoutMeter(() => follow(due, outcome, post)).catch((error: unknown) => onError(FAILED, error)));
        }
        return outcome;
      },
    }),

    async mute(actor, commentId, muted) {
      const comment = await comments.find(commentId);
      const post = comment && (await posts.findCard(comment.postId));
      if (!post || !canSeePost(actor, post) || !(isListed(comment) || canSeeComment(actor, comment))) {
        throw new AppError('not-found');
      }
      await notifications.mute(actor.id, comment.parentId ?? comment.id, muted);
    },

    settings: async (userId) => toNotificationSettings(await notifications.find(userId)),
    choose: async (userId, choices) => toNotificationSettings(await notifications.choose(userId, choices)),

    async catchUp() {
      let count = 0;
      for (let page = 0; page < PAGES; page += 1) {
        const due = await notifications.due(PAGE);
        // A failing comment must not block the others.
        await Promise.all(due.map((one) => notify(one).catch((error: unknown) => onError(FAILED, error))));
        count += due.length;
        if (due.length < PAGE) break;
      }
      return count;
    },
  };
}
