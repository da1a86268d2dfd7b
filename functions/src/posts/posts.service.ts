import { CONFLICT_MARKERS_LEFT, hasConflictMarkers } from '@inkwell/shared/conflict-markers';
import { AppError } from '@inkwell/shared/errors';
import { canManagePosts, canSeePost, isStaff, type Viewer } from '@inkwell/shared/permissions';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import type {
  Post,
  PostCard,
  PostConflict,
  PostInput,
  PostPatch,
  StaffPost,
  StaffPostCard,
} from '@inkwell/shared/posts';
import { scheduleFault } from '@inkwell/shared/schedule';
import { MAX_PICTURES } from '@inkwell/shared/storage';
import type { Author } from '@inkwell/shared/users';
import type { CategoryCache } from '../categories/category-names.ts';
import type { Clock } from '../common/clock.ts';
import { type Page, type PageRequest, toPage } from '../common/paging.ts';
import { picturesIn } from '../pictures/picture-names.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import type { PostRemover } from './post-removal.repository.ts';
import type { PostWriter } from './post-writes.repository.ts';
import {
  newPost,
  type ShownCard,
  type StoredCard,
  type StoredPost,
  toCard,
  toPost,
  toStaffCard,
  toStaffPost,
} from './posts.converter.ts';
import type { PostRepository } from './posts.repository.ts';

type Actor = NonNullable<Viewer>;

interface Dependencies {
  readonly posts: PostRepository;
  readonly writer: PostWriter;
  readonly remover: PostRemover;
  readonly authors: AuthorCache;
  readonly categories: CategoryCache;
  readonly clock: Clock;
}

/** How many posts are read to find similar ones: the post itself may be among them. */
export const SIMILAR_DOCUMENTS = POST_LIMITS.similar + 1;

export interface PostService {
  /** Published posts, of one category if given, those published last first. */
  list(viewer: Viewer, filter: { categoryId?: number | undefined }, page: PageRequest): Promise<Page<PostCard>>;
  /** All posts, newest first. @throws AppError `forbidden` */
  listAll(actor: Actor, page: PageRequest): Promise<Page<StaffPostCard>>;
  /** Posts that were read already, as lists show them to staff. */
  staffCards(actor: Actor, stored: readonly StoredCard[]): Promise<StaffPostCard[]>;
  popular(viewer: Viewer, limit: number): Promise<PostCard[]>;
  /** Those of `ids` that are published, in their order. Reads one document for each. */
  publishedAmong(viewer: Viewer, ids: readonly string[]): Promise<PostCard[]>;
  /** @throws AppError `not-found`, also for an unpublished post that the viewer may not see; so in all that follow */
  byId(viewer: Viewer, id: string): Promise<Post | StaffPost>;
  /** Any stored post as visitors see posts, for preview links. Null when the post is deleted. Reads 1 document. */
  asItStands(id: string): Promise<Post | null>;
  /** At most 4 published posts of the same category, most popular first. */
  similar(viewer: Viewer, id: string): Promise<PostCard[]>;
  /** The same for a post that was read already. */
  similarTo(viewer: Viewer, post: Pick<Post, 'id' | 'categoryId'>): Promise<PostCard[]>;
  /** @throws AppError `bad-request` for a category that does not exist; null and undefined are fine */
  checkCategory(id: number | null | undefined): Promise<void>;
  /**
   * Stores a post under `id`; the same id again answers what is stored.
   * @throws AppError `forbidden`; `bad-request`, also for conflict markers in what is to be published; `conflict`
   */
  create(actor: Actor, id: string, input: PostInput): Promise<StaffPost>;
  /**
   * Changes the given fields; a repeat changes nothing more. Product §7.
   * @param restoredId the revision that is restored, if any
   * @throws AppError `forbidden`; `bad-request` for an unknown category, a time to publish that has passed, and
   *   conflict markers that readers would see; `conflict` with the stored post as its body (`PostConflict`), also for a change of the schedule of a
   *   post that has been published
   */
  update(actor: Actor, id: string, patch: PostPatch, restoredId?: string): Promise<StaffPost>;
  /** Safe to repeat after an interruption. @throws AppError `forbidden`; `not-found` */
  remove(actor: Actor, id: string): Promise<void>;
}

export function createPostService(dependencies: Dependencies): PostService {
  const { posts, writer, remover, authors, categories, clock } = dependencies;

  /** Reads the names that answers about these posts show. */
  async function presentingOf(stored: readonly ShownCard[], viewer: Viewer) {
    const [byAuthor, byCategory] = await Promise.all([
      authors.getAll(stored.map(({ authorId }) => authorId)),
      categories.getAll(stored.flatMap(({ categoryId }) => (categoryId === null ? [] : [String(categoryId)]))),
    ]);
    return (post: ShownCard) => ({
      author: byAuthor.get(post.authorId),
      category: post.categoryId === null ? null : byCategory.get(String(post.categoryId)),
      viewer,
    });
  }

  async function staffCards(actor: Actor, stored: readonly StoredCard[]): Promise<StaffPostCard[]> {
    const presenting = await presentingOf(stored, actor);
    return stored.map((post) => toStaffCard(post, presenting(post)));
  }

  async function present(stored: readonly ShownCard[], viewer: Viewer): Promise<PostCard[]> {
    const presenting = await presentingOf(stored, viewer);
    return stored.map((post) => toCard(post, presenting(post)));
  }

  async function presentToStaff(post: StoredPost, actor: Actor): Promise<StaffPost> {
    return toStaffPost(post, (await presentingOf([post], actor))(post));
  }

  function checkSchedule(change: Pick<PostPatch, 'isPublished' | 'publishAt'>): void {
    const fault = scheduleFault(change, clock.now());
    if (fault) throw new AppError('bad-request', fault);
  }

  async function similarTo(viewer: Viewer, { id, categoryId }: Pick<Post, 'id' | 'categoryId'>): Promise<PostCard[]> {
    if (categoryId === null) return [];
    const sameCategory = await posts.popular(SIMILAR_DOCUMENTS, categoryId);
    const others = sameCategory.filter((other) => other.id !== id).slice(0, POST_LIMITS.similar);
    return present(others, viewer);
  }

  async function lastEditorOf({ lastEditedBy }: StoredPost, viewer: Viewer): Promise<Author | null> {
    if (lastEditedBy === null) return null;
    return toAuthor(lastEditedBy, (await authors.getAll([lastEditedBy])).get(lastEditedBy), viewer);
  }

  /** Categories are never removed, so a cached one still exists. */
  async function checkCategory(id: number | null | undefined): Promise<void> {
    if (id === null || id === undefined) return;
    const key = String(id);
    if ((await categories.getAll([key])).get(key)) return;
    // Another instance may have created it a moment ago.
    categories.forget(key);
    if (!(await categories.getAll([key])).get(key)) throw new AppError('bad-request', 'Unknown category');
  }

  /** Each picture that comes or goes with a save is a document of its own transaction. */
  function checkPictures(content: string | undefined): void {
    if (picturesIn(content).length > MAX_PICTURES)
      throw new AppError('bad-request', `Too many pictures (at most ${MAX_PICTURES})`);
  }

  return {
    async list(viewer, { categoryId }, page) {
      const { items, total } = await posts.listPublished(categoryId, page);
      const cards = await present(items, viewer);
      return toPage(cards, total, page, ({ publishedAt, createdAt }) => publishedAt ?? createdAt);
    },

    async listAll(actor, page) {
      if (!isStaff(actor)) throw new AppError('forbidden');
      const { items, total } = await posts.listAll(page);
      return toPage(await staffCards(actor, items), total, page);
    },

    staffCards,

    popular: async (viewer, limit) => present(await posts.popular(limit), viewer),

    async publishedAmong(viewer, ids) {
      const found = await posts.findCards(ids);
      return present(
        found.filter(({ isPublished }) => isPublished),
        viewer,
      );
    },

    async byId(viewer, id) {
      const post = await posts.find(id);
      if (!post || !canSeePost(viewer, post)) throw new AppError('not-found');
      const presenting = (await presentingOf([post], viewer))(post);
      return isStaff(viewer) ? toStaffPost(post, presenting) : toPost(post, presenting);
    },

    async asItStands(id) {
      const post = await posts.find(id);
      return post && toPost(post, (await presentingOf([post], null))(post));
    },

    async similar(viewer, id) {
      const post = await posts.findCard(id);
      if (!post || !canSeePost(viewer, post)) throw new AppError('not-found');
      return similarTo(viewer, post);
    },

    similarTo,
    checkCategory,

    async create(actor, id, { draft, ...input }) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      checkPictures(input.content);
      checkSchedule(input);
      const isForReaders = input.isPublished || Boolean(input.publishAt);
      if (isForReaders && hasConflictMarkers(input.content)) throw new AppError('bad-request', CONFLICT_MARKERS_LEFT);
      await checkCategory(input.categoryId);
      const post = newPost(input, { id, authorId: actor.id, at: clock.now() });
      const stored = await writer.create(post, draft && { ...draft, ownerId: actor.id });
      if (!stored) throw new AppError('conflict', 'The post made by this request was deleted since');
      return presentToStaff(stored, actor);
    },

    async update(actor, id, { baseUpdatedAt, publishAt, draft, ...written }, restoredId) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      checkPictures(written.content);
      checkSchedule({ ...written, publishAt });
      await checkCategory(written.categoryId);
      const base = baseUpdatedAt === undefined ? null : new Date(baseUpdatedAt);
      const edit = {
        ...{ actorId: actor.id, base, restoredId: restoredId ?? null, at: clock.now() },
        draft: draft && { ...draft, ownerId: actor.id },
      };
      const fields = {
        ...written,
        ...(publishAt !== undefined && { publishAt: publishAt === null ? null : new Date(publishAt) }),
      };
      const outcome = await writer.update(id, fields, edit);
      if (outcome.kind === 'not-found') throw new AppError('not-found');
      if (outcome.kind === 'conflict-markers') throw new AppError('bad-request', CONFLICT_MARKERS_LEFT);
      const post = await presentToStaff(outcome.post, actor);
      if (outcome.kind === 'conflict') {
        const body: PostConflict = { ...post, lastEditedBy: await lastEditorOf(outcome.post, actor) };
        throw new AppError('conflict', undefined, { body });
      }
      return post;
    },

    async remove(actor, id) {
      if (!canManagePosts(actor)) throw new AppError('forbidden');
      if (!(await remover.remove(id, actor.id, clock.now()))) throw new AppError('not-found');
    },
  };
}
