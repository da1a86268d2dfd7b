import type { Answer, CommentAccess } from '@inkwell/shared/comments';
import { AppError } from '@inkwell/shared/errors';
import type {
  ModeratedComment,
  ModerationCase,
  ModerationPatch,
  ModerationQueue,
  PersonModeration,
} from '@inkwell/shared/moderation';
import { canModerateAllOf, canModerateComments, type Viewer } from '@inkwell/shared/permissions';
import type { Moderation } from '../comments/changes.ts';
import { namedIn, type StoredComment, toFullAnswer } from '../comments/comments.converter.ts';
import type { CommentRepository } from '../comments/comments.repository.ts';
import { accessChosen } from '../comments/rules.service.ts';
import type { Clock } from '../common/clock.ts';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import type { StoredCard } from '../posts/posts.converter.ts';
import type { PostRepository } from '../posts/posts.repository.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import type { UserRepository } from '../users/users.repository.ts';
import type { ModerationChoice, ModerationRepository } from './moderation.repository.ts';

type Actor = NonNullable<Viewer>;

interface Dependencies {
  readonly moderation: ModerationRepository;
  readonly comments: Pick<CommentRepository, 'find' | 'findMany' | 'change'>;
  readonly posts: Pick<PostRepository, 'findCard' | 'findCards'>;
  readonly users: Pick<UserRepository, 'find'>;
  readonly authors: AuthorCache;
  /** Has the rest of a person's comments dealt with, from behind this one on. */
  readonly goOn: (work: PersonWork, after: string) => Promise<void>;
  readonly clock: Clock;
}

/** All comments of a person, to be hidden or shown. */
export interface PersonWork {
  readonly userId: string;
  readonly actorId: string;
  readonly isHidden: boolean;
  readonly reason: string | null;
}

/** What staff do about comments. All of it is for staff. @throws AppError `forbidden` for others; `not-found` */
export interface ModerationService {
  /** Newest or most reported first. @throws AppError `bad-request` for an order that the choice does not have */
  list(viewer: Viewer, choice: ModerationChoice, page: PageRequest): Promise<Page<ModeratedComment>>;
  queue(viewer: Viewer): Promise<ModerationQueue>;
  byId(viewer: Viewer, id: string): Promise<ModerationCase>;
  /** Hides or shows, and settles reports. Safe to repeat. */
  change(actor: Actor, id: string, patch: ModerationPatch): Promise<ModeratedComment>;
  /** The same for many. @returns the ids of those that are there */
  changeMany(actor: Actor, ids: readonly string[], patch: ModerationPatch): Promise<string[]>;
  /** @throws AppError `forbidden` also for a moderator about staff */
  changeAllOf(
    actor: Actor,
    userId: string,
    decision: { isHidden: boolean; reason?: string | null | undefined },
  ): Promise<PersonModeration>;
  accessOf(viewer: Viewer, postId: string): Promise<CommentAccess | null>;
  setAccess(actor: Actor, postId: string, access: CommentAccess | null): Promise<void>;
  /** Deals with the next comments of a person, by id. Safe to repeat. @returns how many it changed, and after which one to go on */
  continueWith(work: PersonWork, after: string | null): Promise<{ changed: number; next: string | null }>;
}

/** Comments of a person that are dealt with at once. */
const PERSON_PAGE = 100;
/** Pages of a person's comments that are dealt with before the answer. */
const PAGES_AT_ONCE = 2;

export function createModerationService(dependencies: Dependencies): ModerationService {
  const { moderation, comments, posts, users, authors, goOn, clock } = dependencies;

  const check = (viewer: Viewer): void => {
    if (!canModerateComments(viewer)) throw new AppError('forbidden');
  };

  async function shown(viewer: Viewer, stored: readonly StoredComment[]): Promise<ModeratedComment[]> {
    const parentIds = stored.flatMap(({ parentId }) => parentId ?? []);
    const [titles, parents] = await Promise.all([
      moderation.titles(stored.map(({ postId }) => postId)),
      comments.findMany(parentIds),
    ]);
    const names = await authors.getAll(namedIn([...stored, ...parents]));
    const starters = new Map<string, Answer>(parents.map((parent) => [parent.id, toFullAnswer(parent, names, viewer)]));
    return stored.map((comment) => {
      const title = titles.get(comment.postId);
      return {
        ...toFullAnswer(comment, names, viewer),
        heldBy: comment.heldBy,
        reportsCount: comment.reportsCount,
        post: title === undefined ? null : { id: comment.postId, title },
        starter: starters.get(comment.parentId ?? '') ?? null,
      };
    });
  }

  /** Changes comments of whatever posts; those that are gone are left out. */
  async function moderate(
    stored: readonly StoredComment[],
    change: Omit<Moderation, 'id' | 'parentId' | 'only'>,
    only?: (comment: StoredComment) => StoredComment['state'],
  ): Promise<StoredComment[]> {
    const found = await posts.findCards([...new Set(stored.map(({ postId }) => postId))]);
    const postOf = new Map<string, StoredCard>(found.map((post) => [post.id, post]));
    const outcomes = await Promise.all(
      stored.map((comment) => {
        const post = postOf.get(comment.postId);
        const { id, parentId } = comment;
        const moderation = { kind: 'moderate', id, parentId, ...change, ...(only && { only: only(comment) }) } as const;
        return post ? comments.change(post, moderation) : null;
      }),
    );
    return outcomes.flatMap((outcome) => outcome?.comment ?? []);
  }

  const continueWith: ModerationService['continueWith'] = async ({ userId, isHidden, reason }, after) => {
    const page = await moderation.ofPerson(userId, { after, limit: PERSON_PAGE });
    const concerned = page.filter(({ state }) =>
      isHidden ? state === 'visible' || state === 'held' : state === 'hidden',
    );
    const state = isHidden ? 'hidden' : 'visible';
    const change = { state, reason, actorId: null, at: clock.now() } as const;
    const changed = await moderate(concerned, change, (comment) => comment.state);
    return { changed: changed.length, next: page.length < PERSON_PAGE ? null : (page.at(-1)?.id ?? null) };
  };

  return {
    async list(viewer, choice, page) {
      check(viewer);
      if (choice.sort === 'reports' && choice.state !== 'reported') {
        throw new AppError('bad-request', 'Only reported comments are ordered by their reports');
      }
      const { items: stored, total } = await moderation.list(choice, page);
      const items = await shown(viewer, stored);
      const { next } = toPage(items, total, page);
      const last = stored.at(-1);
      if (choice.sort !== 'reports' || !next || !last) return { items, total, next };
      return { items, total, next: { createdAtMs: last.reportsCount, id: last.id } };
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

    async changeAllOf(actor, userId, { isHidden, reason = null }) {
      check(actor);
      const target = await users.find(userId);
      if (!target) throw new AppError('not-found');
      if (!canModerateAllOf(actor, target)) throw new AppError('forbidden');
      const work = { userId, actorId: actor.id, isHidden, reason };
      await moderation.notePerson(work, clock.now());
      let changed = 0;
      let after: string | null = null;
      for (let page = 0; page < PAGES_AT_ONCE; page += 1) {
        const done = await continueWith(work, after);
        changed += done.changed;
        after = done.next;
        if (after === null) return { changed, isDone: true };
      }
      if (after !== null) await goOn(work, after);
      return { changed, isDone: false };
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
