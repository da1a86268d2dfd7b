import type { Answer, CommentAccess } from '@inkwell/shared/comments';
import { AppError } from '@inkwell/shared/errors';
import type {
  ModeratedComment,
  ModerationCase,
  ModerationPatch,
  ModerationQueue,
  PersonModeration,
} from '@inkwell/shared/moderation';
import { type Actor, canModerateAllOf, canModerateComments, type Viewer } from '@inkwell/shared/permissions';
import type { Change, Moderation, Outcome } from '../comments/changes.ts';
import {
  type HideCause,
  namedIn,
  namingOnly,
  repliedTo,
  type StoredComment,
  toFullAnswer,
} from '../comments/comments.converter.ts';
import type { CommentRepository } from '../comments/comments.repository.ts';
import { accessChosen } from '../comments/rules.service.ts';
import type { Clock } from '../common/clock.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import { type ForgivingSearch, forgivingPage } from '../search/forgiving.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import type { UserRepository } from '../users/users.repository.ts';
import type { ModerationChoice, ModerationRepository } from './moderation.repository.ts';

interface Dependencies {
  readonly moderation: ModerationRepository;
  readonly comments: Pick<CommentRepository, 'find' | 'findMany' | 'change'>;
  readonly posts: Pick<PostRepository, 'findCard' | 'findCardsAndTrash'>;
  readonly users: Pick<UserRepository, 'find'>;
  readonly authors: AuthorCache;
  readonly forgiving: ForgivingSearch;
  /** Starts hiding or showing all comments of a person, after earlier work on them. */
  readonly carryOut: (work: PersonWork) => Promise<PersonModeration>;
  readonly clock: Clock;
}

/** Whether all comments of a person are hidden or returned to their earlier states. */
export interface PersonWork {
  readonly userId: string;
  readonly actorId: string;
  readonly isHidden: boolean;
  readonly reason: string | null;
  /** Which comments to show again: `block` for those hidden with a block, `all` for all comments that were hidden together. */
  readonly cause: HideCause;
}

/** Staff actions on comments. @throws AppError `forbidden` unless staff asks; `not-found` */
export interface ModerationService {
  /** Newest or most reported first. @throws AppError `bad-request` for an order that the filter or search does not support */
  list(viewer: Viewer, choice: ModerationChoice, page: PageRequest): Promise<PageOfMany<ModeratedComment>>;
  queue(viewer: Viewer): Promise<ModerationQueue>;
  byId(viewer: Viewer, id: string): Promise<ModerationCase>;
  /** Hides or shows a comment, and settles its reports. Safe to repeat. */
  change(actor: Actor, id: string, patch: ModerationPatch): Promise<ModeratedComment>;
  /** The same for many comments. @returns the ids of the existing ones */
  changeMany(actor: Actor, ids: readonly string[], patch: ModerationPatch): Promise<string[]>;
  /**
   * Hides all comments of a person, or returns the comments hidden in this way to their earlier states. Waits for earlier work about the same
   * comments; if several calls wait, the last one counts. @throws AppError `forbidden` also if a moderator acts on staff
   */
  changeAllOf(
    actor: Actor,
    userId: string,
    decision: { isHidden: boolean; reason?: string | null | undefined; cause?: HideCause },
  ): Promise<PersonModeration>;
  accessOf(viewer: Viewer, postId: string): Promise<CommentAccess | null>;
  setAccess(actor: Actor, postId: string, access: CommentAccess | null): Promise<void>;
  /** Hides or shows a person's next comments, by id. Safe to repeat. @returns how many changed, and the id to continue after */
  continueWith(work: PersonWork, after: string | null): Promise<{ changed: number; next: string | null }>;
}

/** The number of a person's comments per page. */
const PERSON_PAGE = 100;

export function createModerationService(dependencies: Dependencies): ModerationService {
  const { moderation, comments, posts, users, authors, forgiving, carryOut, clock } = dependencies;

  const check = (viewer: Viewer): void => {
    if (!canModerateComments(viewer)) throw new AppError('forbidden');
  };

  async function shown(viewer: Viewer, stored: readonly StoredComment[]): Promise<ModeratedComment[]> {
    const parentIds = stored.flatMap(({ parentId }) => parentId ?? []);
    const [postOf, parents] = await Promise.all([
      moderation.postsOf(stored.map(({ postId }) => postId)),
      comments.findMany(parentIds),
    ]);
    const replied = await comments.findMany(repliedTo([...stored, ...parents]));
    const named = namingOnly(stored, [...parents, ...replied], ({ state }) => state !== 'deleted');
    const names = await authors.getAll(namedIn([...named, ...parents]));
    const starters = new Map<string, Answer>(parents.map((parent) => [parent.id, toFullAnswer(parent, names, viewer)]));
    return named.map((comment) => {
      return {
        ...toFullAnswer(comment, names, viewer),
        heldBy: comment.heldBy,
        reportsCount: comment.reportsCount,
        post: postOf.get(comment.postId) ?? null,
        starter: starters.get(comment.parentId ?? '') ?? null,
      };
    });
  }

  /** Changes comments of any posts, including posts in the trash. Skips comments that no longer exist. */
  async function changeEach(
    stored: readonly StoredComment[],
    changeOf: (comment: StoredComment) => Change,
  ): Promise<Outcome[]> {
    const found = await posts.findCardsAndTrash([...new Set(stored.map(({ postId }) => postId))]);
    const postOf = new Map<string, StoredCard>(found.map((post) => [post.id, post]));
    const outcomes = await Promise.all(
      stored.map((comment) => {
        const post = postOf.get(comment.postId);
        return post ? comments.change(post, changeOf(comment)) : null;
      }),
    );
    return outcomes.filter((outcome) => outcome !== null);
  }

  const moderate = async (stored: readonly StoredComment[], change: Omit<Moderation, 'id' | 'parentId'>) => {
    const outcomes = await changeEach(stored, ({ id, parentId }) => ({ kind: 'moderate', id, parentId, ...change }));
    return outcomes.map(({ comment }) => comment);
  };

  const continueWith: ModerationService['continueWith'] = async ({ userId, isHidden, reason, cause }, after) => {
    const page = await moderation.ofPerson(userId, { after, limit: PERSON_PAGE });
    const concerned = page.filter(({ state, hiddenWith }) =>
      isHidden ? state === 'visible' || state === 'held' || hiddenWith?.cause === 'block' : hiddenWith !== null,
    );
    const outcomes = await changeEach(concerned, ({ id, parentId }) =>
      isHidden
        ? { kind: 'hide-with-all', id, parentId, cause, reason }
        : { kind: 'show-with-all', id, parentId, cause },
    );
    const changed = outcomes.filter(({ before, comment }) => before !== comment).length;
    return { changed, next: page.length < PERSON_PAGE ? null : (page.at(-1)?.id ?? null) };
  };

  return {
    async list(viewer, choice, page) {
      check(viewer);
      if (choice.sort === 'reports' && choice.state !== 'reported') {
        throw new AppError('bad-request', 'Only reported comments are ordered by their reports');
      }
      if (choice.sort === 'reports' && choice.q) {
        throw new AppError('bad-request', 'Search results are always newest first');
      }
      const found = await forgivingPage(forgiving, {
        q: choice.q,
        page,
        find: (q) => moderation.list({ ...choice, q }, page),
        wordsOfNewest: moderation.wordsOfNewest,
      });
      return { ...found, items: await shown(viewer, found.items) };
    },

    async queue(viewer) {
      check(viewer);
      return moderation.queue();
    },

    async byId(viewer, id) {
      check(viewer);
      const comment = await comments.find(id);
      if (!comment || comment.state === 'deleted') throw new AppError('not-found');
      const starterId = comment.parentId ?? comment.id;
      const [starters, answers, reports] = await Promise.all([
        comments.findMany([starterId]),
        moderation.answersOf(starterId),
        moderation.reportsOn(id),
      ]);
      const isAmong = [...starters, ...answers].some((one) => one.id === id);
      const thread = await shown(viewer, [...starters, ...answers, ...(isAmong ? [] : [comment])]);
      const names = await authors.getAll(reports.flatMap(({ reporterId }) => reporterId ?? []));
      const own = thread.find((one) => one.id === id);
      if (!own) throw new AppError('not-found');
      return {
        comment: own,
        thread,
        reports: reports.map(({ reason, email, reporterId, createdAt }) => ({
          reason,
          email,
          reporter: reporterId === null ? null : toAuthor(reporterId, names.get(reporterId), viewer),
          createdAt: createdAt.toISOString(),
        })),
        earlier: comment.earlier.map(({ content, until }) => ({ content, until: until.toISOString() })),
      };
    },

    async change(actor, id, { state, reason = null }) {
      check(actor);
      const stored = await comments.findMany([id]);
      const changed = await moderate(stored, { state, reason, actorId: actor.id, at: clock.now() });
      const [answer] = await shown(actor, changed);
      if (!answer) throw new AppError('not-found');
      return answer;
    },

    async changeMany(actor, ids, { state, reason = null }) {
      check(actor);
      const stored = await comments.findMany(ids);
      const changed = await moderate(stored, { state, reason, actorId: actor.id, at: clock.now() });
      return changed.map(({ id }) => id);
    },

    async changeAllOf(actor, userId, { isHidden, reason = null, cause = 'all' }) {
      check(actor);
      const target = await users.find(userId);
      if (!target) throw new AppError('not-found');
      if (!canModerateAllOf(actor, target)) throw new AppError('forbidden');
      return carryOut({ userId, actorId: actor.id, isHidden, reason, cause });
    },

    async accessOf(viewer, postId) {
      check(viewer);
      const post = await posts.findCard(postId);
      if (!post) throw new AppError('not-found');
      return accessChosen(post);
    },

    async setAccess(actor, postId, access) {
      check(actor);
      if (!(await moderation.setAccess(actor.id, postId, access, clock.now()))) throw new AppError('not-found');
    },

    continueWith,
  };
}
