import {
  type Answer,
  COMMENT_LIMITS,
  COMMENTS_CLOSED_TEXT,
  type Comment,
  type CommentsClosed,
} from '@inkwell/shared/comments';
import { AppError } from '@inkwell/shared/errors';
import { canDeleteComment, canEditComment, canSeeComment, canSeePost, type Viewer } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { AuthorCache } from '../users/authors.ts';
import { isListed, namedIn, newComment, type StoredComment, toAnswer, toComment } from './comments.converter.ts';
import type { CommentRepository, Thread } from './comments.repository.ts';
import type { CommentRules } from './rules.service.ts';

type Actor = NonNullable<Viewer>;

interface Dependencies {
  readonly comments: CommentRepository;
  readonly rules: CommentRules;
  readonly posts: Pick<PostRepository, 'findCard'>;
  readonly authors: AuthorCache;
  readonly clock: Clock;
}

interface NewComment {
  readonly id: string;
  readonly postId: string;
  readonly content: string;
  /** The comment that it answers. */
  readonly parentId?: string | null | undefined;
}

export interface CommentService {
  /**
   * Threads, newest first, each with its first answers. Callers who are signed in also see what of their own is held or hidden.
   * Reads the post, at most 4 documents a thread, and of the caller what nobody else sees. @throws AppError `not-found`
   */
  list(viewer: Viewer, postId: string, page: PageRequest): Promise<Page<Comment>>;
  /** Whether the caller is shown comments of theirs that nobody else is. Reads 1 document. */
  hasWithheld(actor: Actor): Promise<boolean>;
  /** The thread of a comment, with the comment in it. @throws AppError `not-found` */
  thread(viewer: Viewer, id: string): Promise<Comment>;
  /** The answers of a thread, oldest first. @throws AppError `not-found` */
  answers(viewer: Viewer, id: string, page: PageRequest): Promise<Page<Answer>>;
  /** Why the caller may not comment on a post; null where they may. @throws AppError `not-found` */
  refusal(actor: Actor, postId: string): Promise<CommentsClosed | null>;
  /**
   * Stores a comment under `id`; the same id again answers what is stored. @throws AppError `not-found`, also for an unknown parent;
   * `forbidden` where comments are closed
   */
  create(actor: Actor, comment: NewComment): Promise<Comment>;
  /** Own comments only. @throws AppError `not-found`; `forbidden`, also once staff have hidden it */
  edit(actor: Actor, id: string, content: string): Promise<Comment>;
  /** Own comments only, on posts unpublished since too. @throws AppError `not-found`; `forbidden` */
  remove(actor: Actor, id: string): Promise<void>;
  /** Own comments only, for some seconds. Safe to repeat. @throws AppError `not-found` */
  restore(actor: Actor, id: string): Promise<Comment>;
}

const HIDDEN = 'This comment was hidden by the moderators.';

export function createCommentService({ comments, rules, posts, authors, clock }: Dependencies): CommentService {
  async function visiblePost(viewer: Viewer, postId: string): Promise<StoredCard> {
    const post = await posts.findCard(postId);
    if (!post || !canSeePost(viewer, post)) throw new AppError('not-found');
    return post;
  }

  /** A comment that readers of its post find, or that is the viewer's own, with the start of its thread. */
  async function visibleThread(viewer: Viewer, id: string) {
    const comment = await comments.find(id);
    if (!comment) throw new AppError('not-found');
    const [post, starter] = await Promise.all([
      visiblePost(viewer, comment.postId),
      comment.parentId === null ? comment : comments.find(comment.parentId),
    ]);
    const isHere = (one: StoredComment) => isListed(one) || canSeeComment(viewer, one);
    if (!starter || !isHere(comment) || !isHere(starter)) throw new AppError('not-found');
    return { comment, post, starter };
  }

  async function shown(viewer: Viewer, threads: readonly Thread[]): Promise<Comment[]> {
    const named = threads.flatMap(({ starter, answers }) => namedIn([starter, ...answers]));
    const names = await authors.getAll(named);
    return threads.map(({ starter, answers }) => toComment(starter, answers, { names, viewer }));
  }

  const shownAlone = async (viewer: Viewer, comment: StoredComment): Promise<Comment> => {
    const [only] = await shown(viewer, [{ starter: comment, answers: [] }]);
    if (!only) throw new AppError('not-found');
    return only;
  };

  /** Where a new comment stands: in the thread of the one that it answers. */
  async function placeOf(postId: string, parentId: string | null | undefined) {
    if (!parentId) return { parentId: null, replyTo: null };
    const parent = await comments.find(parentId);
    if (!parent || parent.postId !== postId || !isListed(parent)) throw new AppError('not-found');
    if (parent.parentId === null) return { parentId: parent.id, replyTo: null };
    return { parentId: parent.parentId, replyTo: { id: parent.id, authorId: parent.authorId } };
  }

  return {
    async list(viewer, postId, page) {
      const [post, threads, own] = await Promise.all([
        visiblePost(viewer, postId),
        comments.threads(postId, page),
        viewer ? comments.withheldOf(viewer.id, postId) : [],
      ]);
      const stored = threads.map(({ starter: { id, createdAt } }) => ({ id, createdAt: createdAt.toISOString() }));
      const { next } = toPage(stored, post.commentsCount, page);
      const items = await shown(
        viewer,
        withOwn(threads, own, { from: page.after?.createdAtMs, to: next?.createdAtMs }),
      );
      return { items, total: post.commentsCount, next };
    },

    hasWithheld: (actor) => comments.hasWithheld(actor.id),

    async thread(viewer, id) {
      const { comment, starter } = await visibleThread(viewer, id);
      const first = await comments.answers(starter.id, { limit: COMMENT_LIMITS.firstAnswers, after: null });
      const isThere = comment === starter || first.some((answer) => answer.id === comment.id);
      return (await shown(viewer, [{ starter, answers: isThere ? first : [...first, comment] }]))[0] as Comment;
    },

    async answers(viewer, id, page) {
      const { starter, post } = await visibleThread(viewer, id);
      const [stored, own] = await Promise.all([
        comments.answers(starter.id, page),
        viewer ? comments.withheldOf(viewer.id, post.id) : [],
      ]);
      const isLast = stored.length < page.limit;
      const withheld = isLast ? own.filter(({ parentId }) => parentId === starter.id) : [];
      const names = await authors.getAll(namedIn([...stored, ...withheld]));
      const items = [...stored, ...withheld].map((answer) => toAnswer(answer, names, viewer));
      const { next } = toPage(items.slice(0, stored.length), starter.answersCount, page);
      return { items, total: starter.answersCount, next };
    },

    refusal: async (actor, postId) => rules.refusal(actor, await visiblePost(actor, postId)),

    async create(actor, { id, postId, content, parentId }) {
      const [post, place, heldBy] = await Promise.all([
        visiblePost(actor, postId),
        placeOf(postId, parentId),
        rules.heldBy(actor, content),
      ]);
      const refused = await rules.refusal(actor, post);
      if (refused) throw new AppError('forbidden', COMMENTS_CLOSED_TEXT[refused]);
      const comment = newComment({ id, postId, content, authorId: actor.id, createdAt: clock.now(), heldBy, ...place });
      const outcome = await comments.change(post, { kind: 'create', comment });
      if (!outcome) throw new AppError('not-found');
      return shownAlone(actor, outcome.comment);
    },

    async edit(actor, id, content) {
      const { comment, post } = await visibleThread(actor, id);
      if (comment.state === 'deleted') throw new AppError('not-found');
      if (!canEditComment(actor, comment)) {
        throw new AppError('forbidden', comment.authorId === actor.id ? HIDDEN : undefined);
      }
      const heldBy = await rules.heldBy(actor, content);
      const { parentId } = comment;
      const change = { kind: 'edit', id, parentId, authorId: actor.id, content, heldBy, at: clock.now() } as const;
      const outcome = await comments.change(post, change);
      if (!outcome) throw new AppError('not-found');
      return shownAlone(actor, outcome.comment);
    },

    async remove(actor, id) {
      const comment = await comments.find(id);
      if (!comment) throw new AppError('not-found');
      const post = await posts.findCard(comment.postId);
      if (!post) throw new AppError('not-found');
      // Whoever wrote it may take it back, also where its post is no longer shown to them.
      if (!canDeleteComment(actor, comment)) {
        const isSeen = canSeePost(actor, post) && comment.state === 'visible';
        throw new AppError(isSeen ? 'forbidden' : 'not-found');
      }
      const { parentId } = comment;
      const change = { kind: 'remove', id, parentId, authorId: actor.id, at: clock.now() } as const;
      if (!(await comments.change(post, change))) throw new AppError('not-found');
    },

    async restore(actor, id) {
      const removed = (await comments.findRemoved(id))?.comment;
      const comment = removed ?? (await comments.find(id));
      const post = comment?.authorId === actor.id ? await posts.findCard(comment.postId) : null;
      if (!comment || !post) throw new AppError('not-found');
      const { parentId } = comment;
      const change = { kind: 'restore', id, parentId, authorId: actor.id, at: clock.now() } as const;
      const outcome = await comments.change(post, change);
      if (!outcome) throw new AppError('not-found');
      return shownAlone(actor, outcome.comment);
    },
  };
}

/** Puts what only its author sees among the threads of a page, which reaches from one moment back to another. */
function withOwn(
  threads: readonly Thread[],
  own: readonly StoredComment[],
  {
    from = Number.POSITIVE_INFINITY,
    to = Number.NEGATIVE_INFINITY,
  }: { from?: number | undefined; to?: number | undefined },
): Thread[] {
  const here = new Set(threads.map(({ starter }) => starter.id));
  const withAnswers = threads.map(({ starter, answers }) => ({
    starter,
    answers: [...answers, ...own.filter(({ parentId }) => parentId === starter.id)],
  }));
  const starters = own.filter(({ id, parentId, createdAt }) => {
    const atMs = createdAt.getTime();
    return parentId === null && !here.has(id) && atMs < from && atMs >= to;
  });
  const all = [...withAnswers, ...starters.map((starter) => ({ starter, answers: [] }))];
  return all.sort((a, b) => b.starter.createdAt.getTime() - a.starter.createdAt.getTime());
}
