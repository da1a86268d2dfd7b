import { canDeleteComment, canEditComment, canSeeComment } from '@inkwell/shared/comment-permissions';
import {
  type Answer,
  COMMENT_LIMITS,
  COMMENTS_CLOSED_TEXT,
  type Comment,
  type CommentsClosed,
} from '@inkwell/shared/comments';
import { AppError } from '@inkwell/shared/errors';
import { type Actor, canSeePost, type Viewer } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import type { AuthorCache } from '../users/authors.ts';
import {
  isListed,
  namedIn,
  namingOnly,
  newComment,
  repliedTo,
  type StoredComment,
  toAnswer,
  toComment,
} from './comments.converter.ts';
import type { CommentRepository, Counted, Thread } from './comments.repository.ts';
import type { CommentRules } from './rules.service.ts';

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
  /** The comment to reply to. */
  readonly parentId?: string | null | undefined;
}

export interface CommentService {
  /**
   * Threads, newest first, each with its first replies. Signed-in callers also see their own held and hidden comments, in order. Reads the
   * post, and the documents of `CommentRepository.threads`. @throws AppError `not-found`
   */
  list(viewer: Viewer, postId: string, page: PageRequest): Promise<Page<Comment>>;
  /** Whether the caller sees comments that only their author sees. Reads 1 document. */
  hasWithheld(actor: Actor): Promise<boolean>;
  /** The thread of a comment, including the comment. @throws AppError `not-found` */
  thread(viewer: Viewer, id: string): Promise<Comment>;
  /** The replies of a thread, oldest first. @throws AppError `not-found` */
  answers(viewer: Viewer, id: string, page: PageRequest): Promise<Page<Answer>>;
  /** Why the caller may not comment on a post; null if they may. @throws AppError `not-found` */
  refusal(actor: Actor, postId: string): Promise<CommentsClosed | null>;
  /**
   * Stores a comment under `id`; a known id returns the stored comment. @throws AppError `not-found`, also for an unknown parent;
   * `forbidden` if comments are closed
   */
  create(actor: Actor, comment: NewComment): Promise<Comment>;
  /** Only for its author. @throws AppError `not-found`; `forbidden`, also after staff have hidden it */
  edit(actor: Actor, id: string, content: string): Promise<Comment>;
  /** Only for its author, also on posts unpublished since. @throws AppError `not-found`; `forbidden` */
  remove(actor: Actor, id: string): Promise<void>;
  /** Only for its author, for a few seconds. Safe to repeat. @throws AppError `not-found` */
  restore(actor: Actor, id: string): Promise<Comment>;
}

const HIDDEN = 'This comment was hidden by the moderators.';

export function createCommentService({ comments, rules, posts, authors, clock }: Dependencies): CommentService {
  async function visiblePost(viewer: Viewer, postId: string): Promise<StoredCard> {
    const post = await posts.findCard(postId);
    if (!post || !canSeePost(viewer, post)) throw new AppError('not-found');
    return post;
  }

  /** A comment that the viewer may see, with the first comment of its thread. */
  async function visibleThread(viewer: Viewer, id: string) {
    const comment = await comments.find(id);
    if (!comment) throw new AppError('not-found');
    const [post, starter] = await Promise.all([
      visiblePost(viewer, comment.postId),
      comment.parentId === null ? comment : comments.find(comment.parentId),
    ]);
    const isHere = (one: StoredComment) => isListed(one) || canSeeComment(viewer, one);
    if (!starter || !isHere(comment) || !isHere(starter)) throw new AppError('not-found');
    return { comment, post, starter, documents: comment === starter ? 2 : 3 };
  }

  /**
   * The comments. Authors of answered comments are named only if the viewer may see those comments. Reads 1 document for each answered
   * comment that is not in `stored`.
   */
  async function naming(viewer: Viewer, stored: readonly StoredComment[]): Promise<Counted<StoredComment>> {
    const ids = repliedTo(stored);
    const others = await comments.findMany(ids);
    return { items: namingOnly(stored, others, (comment) => canSeeComment(viewer, comment)), documents: ids.length };
  }

  async function shown(viewer: Viewer, threads: readonly Thread[]): Promise<Counted<Comment>> {
    const { items: stored, documents } = await naming(
      viewer,
      threads.flatMap(({ starter, answers }) => [starter, ...answers]),
    );
    const byId = new Map(stored.map((comment) => [comment.id, comment]));
    const names = await authors.getAll(namedIn(stored));
    const items = threads.map(({ starter, answers }) => {
      const named = (comment: StoredComment) => byId.get(comment.id) ?? comment;
      return toComment(named(starter), answers.map(named), { names, viewer });
    });
    return { items, documents };
  }

  const shownAlone = async (viewer: Viewer, comment: StoredComment): Promise<Comment> => {
    const [only] = (await shown(viewer, [{ starter: comment, answers: [] }])).items;
    if (!only) throw new AppError('not-found');
    return only;
  };

  /** The thread of a new comment and the reply that it replies to. */
  async function placeOf(postId: string, parentId: string | null | undefined) {
    if (!parentId) return { parentId: null, replyTo: null };
    const parent = await comments.find(parentId);
    if (!parent || parent.postId !== postId || !isListed(parent)) throw new AppError('not-found');
    if (parent.parentId === null) return { parentId: parent.id, replyTo: null };
    return { parentId: parent.parentId, replyTo: { id: parent.id, authorId: parent.authorId } };
  }

  return {
    async list(viewer, postId, page) {
      const [post, threads] = await Promise.all([
        visiblePost(viewer, postId),
        comments.threads(postId, viewer?.id ?? null, page),
      ]);
      const { items, documents } = await shown(viewer, threads.items);
      const { next } = toPage(items, totalOf(post.commentsCount, items), page);
      return { items, total: post.commentsCount, next, documents: 1 + threads.documents + documents };
    },

    hasWithheld: (actor) => comments.hasWithheld(actor.id),

    async thread(viewer, id) {
      const { comment, starter } = await visibleThread(viewer, id);
      const { items: first } = await comments.answers(starter.id, null, {
        limit: COMMENT_LIMITS.firstAnswers,
        after: null,
      });
      const isThere = comment === starter || first.some((answer) => answer.id === comment.id);
      const { items } = await shown(viewer, [{ starter, answers: isThere ? first : [...first, comment] }]);
      return items[0] as Comment;
    },

    async answers(viewer, id, page) {
      const { starter, documents } = await visibleThread(viewer, id);
      const found = await comments.answers(starter.id, viewer?.id ?? null, page);
      const named = await naming(viewer, found.items);
      const names = await authors.getAll(namedIn(named.items));
      const items = named.items.map((answer) => toAnswer(answer, names, viewer));
      const { next } = toPage(items, totalOf(starter.answersCount, items), page);
      return { items, total: starter.answersCount, next, documents: documents + found.documents + named.documents };
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
      // Authors may delete their comments even if they can no longer see the post.
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

/** The total that a last page can have; null if the page has comments that the stored number does not include. */
const totalOf = (stored: number, items: readonly Answer[]): number =>
  items.some(({ state }) => state === 'held' || state === 'hidden') ? Number.POSITIVE_INFINITY : stored;
