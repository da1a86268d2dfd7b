import { AppError } from '@inkwell/shared/errors';
import type { NoticeChoicesPatch, NoticeSettings } from '@inkwell/shared/notifications';
import { canSeeComment, canSeePost, type Viewer } from '@inkwell/shared/permissions';
import type { Change, Outcome } from '../comments/changes.ts';
import { isListed, isNoticeDue, type StoredComment } from '../comments/comments.converter.ts';
import type { CommentRepository } from '../comments/comments.repository.ts';
import type { Clock } from '../common/clock.ts';
import { withoutMeter } from '../common/meter.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { AuthorCache } from '../users/authors.ts';
import { type NoticeEvent, toNoticeSettings } from './notices.converter.ts';
import type { DueComment, NoticeRepository } from './notices.repository.ts';

/** Tells people of answers to what they wrote, and of comments on their posts. */
export interface NoticeService {
  /** Whether a person is told of new answers in the thread of a comment. Safe to repeat. @throws AppError `not-found` */
  mute(actor: NonNullable<Viewer>, commentId: string, muted: boolean): Promise<void>;
  settings(userId: string): Promise<NoticeSettings>;
  /** Absent choices stay. */
  choose(userId: string, choices: NoticeChoicesPatch): Promise<NoticeSettings>;
  /** The same comments, of whose changes people are told. The comment does not wait for that. */
  following(comments: CommentRepository): CommentRepository;
  /** Tells what was not told yet, as when an instance ended in between. Safe to repeat. @returns of how many comments */
  catchUp(): Promise<number>;
}

interface Dependencies {
  readonly notices: NoticeRepository;
  readonly comments: Pick<CommentRepository, 'find'>;
  readonly posts: Pick<PostRepository, 'findCard'>;
  readonly authors: AuthorCache;
  readonly clock: Clock;
  readonly onError: (message: string, error: unknown) => void;
}

const PAGE = 100;
/** What one run catches up with, so that long work has its turn. */
const PAGES = 5;

const UNTOLD = 'people were not told of a comment';

export function createNoticeService({
  notices,
  comments,
  posts,
  authors,
  clock,
  onError,
}: Dependencies): NoticeService {
  /** Whom a comment concerns, and why; an answer to what somebody wrote counts more than that the post is theirs. */
  async function concerned(comment: StoredComment, post: StoredCard): Promise<Map<string, 'reply' | 'comment'>> {
    const starter = comment.parentId === null ? null : await comments.find(comment.parentId);
    const people = new Map<string, 'reply' | 'comment'>([[post.authorId, 'comment']]);
    for (const id of [starter?.authorId, comment.replyTo?.authorId]) if (id) people.set(id, 'reply');
    people.delete(comment.authorId);
    return people;
  }

  async function tell(due: DueComment, known?: StoredCard): Promise<void> {
    const { comment } = due;
    const post = known ?? (await posts.findCard(comment.postId));
    if (!post) return void (await notices.settle(due, 'none'));
    const isWritten = !due.isGone && comment.state === 'visible';
    const [people, names] = await Promise.all([concerned(comment, post), authors.getAll([comment.authorId])]);
    const author = names.get(comment.authorId);
    const { id, authorId, parentId: threadId } = comment;
    const name = author?.displayName ?? author?.firstName ?? 'Somebody';
    const of = (kind: 'reply' | 'comment'): NoticeEvent =>
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
    await Promise.all([...people].map(([userId, kind]) => notices.tell(userId, of(kind))));
    const changed = await notices.settle(due, isWritten ? 'told' : 'none');
    if (changed) await tell(changed, post);
  }

  async function follow(change: Change, { comment }: Outcome, post: StoredCard): Promise<void> {
    if (change.kind === 'remove') {
      const gone = comment.notice === 'told' ? await notices.findGone(comment.id) : null;
      if (gone) await tell(gone, post);
    } else if (isNoticeDue(comment)) await tell({ comment, isGone: false }, post);
  }

  return {
    following: (repository) => ({
      ...repository,
      async change(post, change) {
        const due: Change =
          change.kind === 'create' ? { ...change, comment: { ...change.comment, notice: 'due' } } : change;
        const outcome = await repository.change(post, due);
        // What fails here, or ends with this instance, is caught up with.
        if (outcome) {
          withoutMeter(() => follow(due, outcome, post)).catch((error: unknown) => onError(UNTOLD, error));
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
      await notices.mute(actor.id, comment.parentId ?? comment.id, muted);
    },

    settings: async (userId) => toNoticeSettings(await notices.find(userId)),
    choose: async (userId, choices) => toNoticeSettings(await notices.choose(userId, choices)),

    async catchUp() {
      let count = 0;
      for (let page = 0; page < PAGES; page += 1) {
        const due = await notices.due(PAGE);
        // One that cannot be told holds up no other.
        await Promise.all(due.map((one) => tell(one).catch((error: unknown) => onError(UNTOLD, error))));
        count += due.length;
        if (due.length < PAGE) break;
      }
      return count;
    },
  };
}
