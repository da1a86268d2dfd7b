import type { PostUndo } from '@inkwell/shared/bulk-actions';
import { AppError } from '@inkwell/shared/errors';
import { OWN_POST_TEXTS } from '@inkwell/shared/own-posts';
import { type Actor, canSeePost, canWrite, isOwnPost, isStaff, type Viewer } from '@inkwell/shared/permissions';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import {
  type Post,
  type PostCard,
  type PostInput,
  type PostPatch,
  type StaffPost,
  type StaffPostCard,
  TRASH_MS,
  type TrashedPost,
} from '@inkwell/shared/posts';
import { currentCategoryId } from '../categories/category-names.ts';
import type { Clock } from '../common/clock.ts';
import { type Page, type PageRequest, toPage, toPageBy } from '../common/paging.ts';
import type { SeriesService } from '../series/series.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { TagService } from '../tags/tags.service.ts';
import { createOwnTags } from './own-tags.ts';
import {
  actingAs,
  changedFields,
  changesAll,
  checkSight,
  type DecidedPost,
  decideChange,
  decideCreation,
  decideStanding,
} from './post-decisions.ts';
import { authorIdsOf, type StoredCard, type StoredPost } from './posts.converter.ts';
import type { PostGroup, PostRepository } from './posts.repository.ts';
import type { PostRemover } from './removal/post-removal.repository.ts';
import { undoOf } from './saving/kept-changes.repository.ts';
import type { Edit, PostWriter } from './saving/post-writes.repository.ts';
import type { SeriesPostRepository } from './series/series-posts.repository.ts';
import { createShownPosts, type PostNames } from './shown-posts.ts';
import { createTextService } from './texts.service.ts';

interface Dependencies extends PostNames {
  readonly posts: PostRepository;
  readonly writer: PostWriter;
  readonly remover: PostRemover;
  readonly tags: Pick<TagService, 'named' | 'idsOf' | 'known'>;
  readonly series: Pick<SeriesService, 'named'>;
  readonly seriesPosts: Pick<SeriesPostRepository, 'published' | 'beside'>;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'site'>;
}

/** The number of posts read to find similar ones. The post itself may be among them. */
export const SIMILAR_DOCUMENTS = POST_LIMITS.similar + 1;

/** The published posts next to one in its series. */
export const NEIGHBOURS = 2;

/** The maximum number of featured posts at the beginning of a list. */
export const MAX_FEATURED = 3;

/** For a change that is part of a bulk action: where its undo information is stored, if anywhere, and the action's id. */
export type Kept = Pick<Edit, 'keptIn' | 'runId'>;

export interface PostService {
  /** Published posts of a group: featured ones first, then most recently published first. */
  list(viewer: Viewer, group: PostGroup, page: PageRequest): Promise<Page<PostCard>>;
  /** The posts of the tag with this slug. @throws AppError `not-found` for a tag without published posts */
  listTagged(viewer: Viewer, slug: string, page: PageRequest): Promise<Page<PostCard>>;
  /** The published posts of a series in order. */
  listSeries(viewer: Viewer, seriesId: string, page: PageRequest): Promise<Page<PostCard>>;
  /** The posts of the series with this slug. @throws AppError `not-found` for a series without published posts */
  listInSeries(viewer: Viewer, slug: string, page: PageRequest): Promise<Page<PostCard>>;
  /** All posts, newest first. @throws AppError `forbidden` */
  listAll(actor: Actor, page: PageRequest): Promise<Page<StaffPostCard>>;
  /** Posts that have already been read, as staff lists show them. */
  staffCards(actor: Actor, stored: readonly StoredCard[]): Promise<StaffPostCard[]>;
  popular(viewer: Viewer, limit: number): Promise<PostCard[]>;
  /** The published ones among `ids`, in order. Reads one document for each. */
  publishedAmong(viewer: Viewer, ids: readonly string[]): Promise<PostCard[]>;
  /** The same with their texts. */
  textsAmong(viewer: Viewer, ids: readonly string[]): Promise<{ readonly card: PostCard; readonly content: string }[]>;
  /** Published posts of at most 30 groups from before a time, latest first. Reads at most `limit` documents, at least 1. */
  publishedBefore(
    viewer: Viewer,
    groups: readonly PostGroup[],
    span: { readonly before: Date; readonly limit: number },
  ): Promise<PostCard[]>;
  /** @throws AppError `not-found`, also for an unpublished post that the viewer may not see; the same in the following methods */
  byId(viewer: Viewer, id: string): Promise<Post | StaffPost>;
  /**
   * A post for staff and its authors, including unpublished details such as its revisions. Reads 1 document.
   * @throws AppError `forbidden` for all others; `not-found`
   */
  ofInsider(actor: Actor, id: string): Promise<StoredCard>;
  /** Any stored post as visitors see posts, for preview links. Null if the post is deleted. Reads 1 document. */
  asItStands(id: string): Promise<Post | null>;
  /** At most 4 published posts in the same category, most popular first. */
  similar(viewer: Viewer, id: string): Promise<PostCard[]>;
  /** The same for a post that has already been read. */
  similarTo(viewer: Viewer, post: Pick<Post, 'id' | 'categoryId'>): Promise<PostCard[]>;
  /** The category id for queries of posts; for a merged category, the target's. At most 30 s old. */
  categoryNow(id: number): Promise<number>;
  /** @throws AppError `bad-request` for an unknown category; null and undefined are accepted */
  checkCategory(id: number | null | undefined): Promise<void>;
  /**
   * Stores a post under `id`; a repeated id returns the stored post.
   * @throws AppError `forbidden`; `bad-request`, also for conflict markers in a post to be published; `conflict`
   */
  create(actor: Actor, id: string, input: PostInput): Promise<StaffPost>;
  /**
   * Changes these fields; a repeat changes nothing more. Product §7.
   * @param restoredId the restored revision, if any
   * @throws AppError `forbidden`; `bad-request` for an unknown category, a time to publish that has passed, and conflict markers that readers would
   * see; `conflict` with the stored post as its body (`PostConflict`), also for a change of the schedule of a post that has been published
   */
  update(actor: Actor, id: string, patch: PostPatch, restoredId?: string): Promise<StaffPost>;
  /** Like `update`, and also returns how to undo the change; null if nothing changed that can be undone. */
  change(
    actor: Actor,
    id: string,
    patch: PostPatch,
    options?: Kept & Pick<Edit, 'tagChange'> & { readonly restoredId?: string | undefined },
  ): Promise<{ post: StaffPost; undo: PostUndo | null }>;
  /**
   * Moves a post to the trash. A repeat changes nothing.
   * @throws AppError `forbidden`; `not-found`; `conflict` for a post that was edited since `base`
   */
  remove(actor: Actor, id: string, options?: Kept & { readonly base?: Date }): Promise<void>;
  /** Restores a post from the trash, unpublished. A repeat changes nothing more. @throws AppError `forbidden`; `not-found` */
  undelete(actor: Actor, id: string, options?: Kept): Promise<StaffPost>;
  /** When a post was moved to the trash. @throws AppError `forbidden`; `not-found`, also for other posts */
  inTrash(actor: Actor, id: string): Promise<TrashedPost>;
}

export function createPostService(dependencies: Dependencies): PostService {
  const { posts, categories, tagNames, tags, series, seriesPosts } = dependencies;
  const { toCards, toStaffCards, toPost, toStaff } = createShownPosts(dependencies);
  const texts = createTextService({ noun: 'post', present: toStaff, ...dependencies });
  const ownTags = createOwnTags({ tags, names: tagNames });

  // An unknown category has no posts.
  const categoryNow = async (id: number): Promise<number> => (await currentCategoryId(categories, id)) ?? id;

  const list: PostService['list'] = async (viewer, { categoryId: asked, ...group }, page) => {
    const categoryId = asked === undefined ? undefined : await categoryNow(asked);
    const { items, total, ...found } = await posts.listPublished({ ...group, categoryId }, page);
    const featured = found.featured.slice(-MAX_FEATURED);
    const cards = await toCards(items, viewer);
    const whole = toPageBy(cards, total, page, publicationOf);
    if (featured.length === 0) return whole;
    const room = page.after === null ? page.limit - 1 : 0;
    const begins = room > 0 ? await featuredCards(viewer, featured.slice(-room)) : [];
    const others = cards.filter(({ id }) => !featured.includes(id));
    const shown = others.slice(0, page.limit - begins.length);
    const last = shown.at(-1);
    const isCut = last !== undefined && shown.length < others.length;
    return {
      items: [...begins, ...shown],
      total,
      next: isCut ? { createdAtMs: Date.parse(publicationOf(last)), id: last.id } : whole.next,
    };
  };

  const listSeries: PostService['listSeries'] = async (viewer, seriesId, page) => {
    const { items, ...found } = await seriesPosts.published(seriesId, page);
    return { ...found, items: await toCards(items, viewer) };
  };

  /** The published ones among `ids`. Reads one document for each. */
  const publishedOf = async (ids: readonly string[]) =>
    (await posts.findCards(ids)).filter(({ isPublished }) => isPublished);

  /** Featured posts that are still published, most recently published first. */
  async function featuredCards(viewer: Viewer, ids: readonly string[]): Promise<PostCard[]> {
    const cards = await toCards(await publishedOf(ids), viewer);
    return cards.sort((a, b) => publicationOf(b).localeCompare(publicationOf(a)));
  }

  async function similarTo(viewer: Viewer, { id, categoryId }: Pick<Post, 'id' | 'categoryId'>): Promise<PostCard[]> {
    if (categoryId === null) return [];
    const sameCategory = await posts.popular(SIMILAR_DOCUMENTS, categoryId);
    const others = sameCategory.filter((other) => other.id !== id).slice(0, POST_LIMITS.similar);
    return toCards(others, viewer);
  }

  /** Each save refuses a category that is deleted meanwhile. */
  async function checkCategory(id: number | null | undefined): Promise<void> {
    if (id === null || id === undefined) return;
    const key = String(id);
    if ((await categories.getAll([key])).get(key)) return;
    // Another instance may have created it a moment ago.
    categories.forget(key);
    if (!(await categories.getAll([key])).get(key)) throw new AppError('bad-request', 'Unknown category');
  }

  const change: PostService['change'] = async (actor, id, { tags: named, ...patch }, options = {}) => {
    const asked = texts.changeOf(actor, patch);
    const { fields } = asked;
    const before = changesAll(actor) ? null : await ownToChange(actor, id, { ...fields, tagIds: undefined });
    texts.check(fields);
    // The writer checks the category. A refused save creates no tags.
    if (named) await checkCategory(fields.categoryId);
    const isRestored = options.restoredId !== undefined;
    const tagged = await ownTags.chosen(actor, { ...fields, named, before, isRestored });
    const saved = await texts.update(
      actor,
      id,
      { ...asked, fields: { ...fields, tagIds: undefined, ...tagged } },
      {
        ...options,
        ...(before && !isStaff(actor) && { seenTagIds: await ownTags.seen(before) }),
        ...(!changesAll(actor) && {
          decide: (account: Viewer, ...post: [StoredPost, readonly string[]]) =>
            decideChange(actingAs(account, actor), ...post),
        }),
      },
    );
    return { post: await toStaff(saved.post, actor), undo: undoOf(saved.before, saved.post) };
  };

  /**
   * A post that somebody without staff rights is about to change. The writer decides again. This read comes first because tags are created before the
   * write.
   * @throws AppError `not-found`; `forbidden`
   */
  async function ownToChange(
    actor: Actor,
    id: string,
    given: Omit<PostPatch, 'tags' | 'draft' | 'source' | 'undo' | 'baseUpdatedAt' | 'basePublishAt'>,
  ): Promise<StoredPost> {
    // Before the read, so that accounts without any rights learn nothing.
    if (!canWrite(actor)) throw new AppError('forbidden');
    const before = await posts.find(id);
    if (!before) throw new AppError('not-found');
    decideChange(actor, before, changedFields(given, before));
    return before;
  }

  /** Whether the caller may see a post's internal fields: staff of any post, authors of their own. */
  const isInsider = (viewer: Viewer, post: StoredCard): boolean =>
    isStaff(viewer) || isOwnPost(viewer, { authorIds: authorIdsOf(post) });

  return {
    list,

    async listTagged(viewer, slug, page) {
      const tag = await tags.named(slug);
      const found = tag && (await list(viewer, { tagId: tag.id }, page));
      if (!found?.total) throw new AppError('not-found');
      return found;
    },

    listSeries,

    async listInSeries(viewer, slug, page) {
      const found = await series.named(slug);
      const list = found && (await listSeries(viewer, found.id, page));
      if (!list?.total) throw new AppError('not-found');
      return list;
    },

    async listAll(actor, page) {
      if (!isStaff(actor)) throw new AppError('forbidden');
      const { items, total } = await posts.listAll(page);
      return toPage(await toStaffCards(items, actor), total, page);
    },

    staffCards: (actor, stored) => toStaffCards(stored, actor),

    popular: async (viewer, limit) => toCards(await posts.popular(limit), viewer),

    publishedAmong: async (viewer, ids) => toCards(await publishedOf(ids), viewer),

    async textsAmong(viewer, ids) {
      const found = (await posts.findTexts(ids)).filter(({ isPublished }) => isPublished);
      const cards = await toCards(found, viewer);
      return cards.map((card, n) => ({ card, content: found[n]?.content ?? '' }));
    },

    publishedBefore: async (viewer, groups, span) => toCards(await posts.publishedBefore(groups, span), viewer),

    async byId(viewer, id) {
      const post = await posts.find(id);
      if (!post || !canSeePost(viewer, post)) throw new AppError('not-found');
      return isInsider(viewer, post) ? toStaff(post, viewer) : toPost(post, viewer);
    },

    async ofInsider(actor, id) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      const post = await posts.findCard(id);
      if (!post) throw new AppError('not-found');
      checkSight(actor, post);
      if (!isInsider(actor, post)) throw new AppError('forbidden', OWN_POST_TEXTS.others);
      return post;
    },

    async asItStands(id) {
      const post = await posts.find(id);
      return post && toPost(post, null);
    },

    async similar(viewer, id) {
      const post = await posts.findCard(id);
      if (!post || !canSeePost(viewer, post)) throw new AppError('not-found');
      return similarTo(viewer, post);
    },

    similarTo,
    categoryNow,
    checkCategory,

    async create(actor, id, { tags: named, ...given }) {
      const changed = changedFields({ ...given, tagIds: undefined }, { authorIds: [actor.id] });
      decideCreation(actor, changed);
      texts.checkNew(given);
      if (named) await checkCategory(given.categoryId);
      const tagged = await ownTags.chosen(actor, { ...given, named, before: null });
      const decide = changesAll(actor)
        ? {}
        : { decide: (account: Viewer) => decideCreation(actingAs(account, actor), changed) };
      const stored = await texts.create(actor, id, { ...given, tagIds: undefined, ...tagged }, decide);
      // The file's post may no longer have the caller as an author.
      if (given.source) checkSight(actor, stored);
      return toStaff(stored, actor);
    },

    update: async (actor, id, patch, restoredId) => (await change(actor, id, patch, { restoredId })).post,
    change,

    async remove(actor, id, options) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      await texts.remove(actor, id, { ...options, ...decidingFor(actor) });
    },

    async undelete(actor, id, options) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      return toStaff(await texts.undelete(actor, id, { ...options, ...decidingFor(actor) }), actor);
    },

    async inTrash(actor, id) {
      if (!canWrite(actor)) throw new AppError('forbidden');
      const [post] = await posts.findCardsAndTrash([id]);
      if (!post?.trashedAt) throw new AppError('not-found');
      checkSight(actor, post);
      const keptUntil = new Date(post.trashedAt.getTime() + TRASH_MS);
      return { trashedAt: post.trashedAt.toISOString(), keptUntil: keptUntil.toISOString() };
    },
  };
}

/** For people without staff rights, the transaction decides. */
const decidingFor = (actor: Actor) =>
  !changesAll(actor) && {
    decide: (account: Viewer, post: DecidedPost) => decideStanding(actingAs(account, actor), post),
  };

/** The date that public lists are sorted by. */
const publicationOf = ({ publishedAt, createdAt }: PostCard): string => publishedAt ?? createdAt;
