import { RESTORED_FIELDS } from '@inkwell/shared/revisions';
import { RESTORED_PAGE_FIELDS } from '@inkwell/shared/site-page-revisions';
import type { StaffSitePage } from '@inkwell/shared/site-pages';
import type { Firestore } from 'firebase-admin/firestore';
import { findAddress } from '../addresses/addresses.repository.ts';
import { createKnownAddresses, type KnownAddresses } from '../addresses/known-addresses.ts';
import { mountAuthorRoutes } from '../authors/authors.routes.ts';
import { type AuthorService, createAuthorService } from '../authors/authors.service.ts';
import { createGuestRepository } from '../authors/guests.repository.ts';
import { createCategoryRepository } from '../categories/categories.repository.ts';
import { mountCategoryRoutes } from '../categories/categories.routes.ts';
import { type CategoryService, createCategoryService } from '../categories/categories.service.ts';
import { createCategoryCache } from '../categories/category-names.repository.ts';
import { createCommentRepository } from '../comments/comments.repository.ts';
import { mountCommentRoutes } from '../comments/comments.routes.ts';
import { type CommentService, createCommentService } from '../comments/comments.service.ts';
import { createReportService, type ReportService } from '../comments/reports.service.ts';
import { createCommentRules } from '../comments/rules.service.ts';
import type { Clock } from '../common/clock.ts';
import { newId } from '../common/ids.ts';
import { createDraftRepository } from '../drafts/drafts.repository.ts';
import { mountDraftRoutes } from '../drafts/drafts.routes.ts';
import { createDraftService, type DraftService } from '../drafts/drafts.service.ts';
import { createEditingRepository, type EditingRepository } from '../editing/editing.repository.ts';
import { mountEditingRoutes } from '../editing/editing.routes.ts';
import { createEditingService, type EditingService } from '../editing/editing.service.ts';
import type { ApiRouter } from '../http/mount.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { createLikeRepository } from '../likes/likes.repository.ts';
import { mountLikeRoutes } from '../likes/likes.routes.ts';
import { createLikeService, type LikeService } from '../likes/likes.service.ts';
import { createModerationRepository } from '../moderation/moderation.repository.ts';
import { mountModerationRoutes } from '../moderation/moderation.routes.ts';
import { createModerationService, type ModerationService } from '../moderation/moderation.service.ts';
import { personJob } from '../moderation/person.job.ts';
import { createPersonalNotificationRepository } from '../personal-notifications/personal-notifications.repository.ts';
import { mountPersonalNotificationRoutes } from '../personal-notifications/personal-notifications.routes.ts';
import {
  createPersonalNotificationService,
  type PersonalNotificationService,
} from '../personal-notifications/personal-notifications.service.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { mountCalendarRoutes } from '../posts/calendar.routes.ts';
import { type CalendarService, createCalendarService } from '../posts/calendar.service.ts';
import {
  type CounterShardRepository,
  createCounterShardRepository,
  type ShardPace,
} from '../posts/counter-shards.repository.ts';
import type { EditedCollection } from '../posts/edited-collection.repository.ts';
import { editedPosts } from '../posts/edited-posts.repository.ts';
import { createPostRemover, type PostRemover } from '../posts/post-removal.repository.ts';
import { createPostWriter, type PostWriter } from '../posts/post-writes.repository.ts';
import { createPostRepository, type PostRepository } from '../posts/posts.repository.ts';
import { mountPostRoutes } from '../posts/posts.routes.ts';
import { createPostService, type PostService } from '../posts/posts.service.ts';
import { createScheduledPostRepository } from '../posts/scheduled-posts.repository.ts';
import { createSeriesPostRepository } from '../posts/series-posts.repository.ts';
import { mountSeriesPostRoutes } from '../posts/series-posts.routes.ts';
import { createSeriesPostService, type SeriesPostService } from '../posts/series-posts.service.ts';
import { createRedirectRepository } from '../redirects/redirects.repository.ts';
import { mountRedirectRoutes } from '../redirects/redirects.routes.ts';
import { createRedirectService, type RedirectService } from '../redirects/redirects.service.ts';
import { createRevisionRepository, type RevisionRepository } from '../revisions/revisions.repository.ts';
import { mountPageRevisionRoutes, mountRevisionRoutes } from '../revisions/revisions.routes.ts';
import { createRevisionService, type RevisionService } from '../revisions/revisions.service.ts';
import { authorKind } from '../search/author.job.ts';
import { mountSearchRoutes } from '../search/search.routes.ts';
import { createSearchService, type SearchService } from '../search/search.service.ts';
import { createSearchIndex } from '../search/search-index.repository.ts';
import { createSeriesRepository } from '../series/series.repository.ts';
import { mountSeriesRoutes } from '../series/series.routes.ts';
import { createSeriesService, type SeriesService } from '../series/series.service.ts';
import { createSeriesCache } from '../series/series-names.ts';
import { createSettingsRepository } from '../settings/settings.repository.ts';
import { mountSettingsRoutes } from '../settings/settings.routes.ts';
import { createSettingsService, type SettingsService } from '../settings/settings.service.ts';
import { editedPages } from '../site-pages/edited-pages.repository.ts';
import { createSitePageRepository } from '../site-pages/site-pages.repository.ts';
import { mountSitePageRoutes } from '../site-pages/site-pages.routes.ts';
import { createSitePageService, type SitePageService } from '../site-pages/site-pages.service.ts';
import { createTagCache, type TagCache } from '../tags/tag-names.ts';
import { createTagRepository } from '../tags/tags.repository.ts';
import { mountTagRoutes } from '../tags/tags.routes.ts';
import { createTagService, type TagService } from '../tags/tags.service.ts';
import { createAuthorCache } from '../users/authors.repository.ts';
import type { AuthorCache } from '../users/authors.ts';
import { createUserRepository } from '../users/users.repository.ts';
import type { Renaming } from '../users/users.service.ts';
import { createViewRepository } from '../views/views.repository.ts';
import { mountViewRoutes } from '../views/views.routes.ts';
import { createViewService, type ViewService } from '../views/views.service.ts';
import { createVisitorMemory } from '../views/visitors.ts';

/** The shortest time between two counter writes of an instance to one post, in milliseconds; and when counters use shards. */
export interface Pace extends ShardPace {
  readonly viewsMs: number;
  readonly likesMs: number;
}

const UNPACED: Pace = { viewsMs: 0, likesMs: 0, crowdMs: 0, foldMs: 0 };

interface Options {
  readonly db: Firestore;
  readonly clock: Clock;
  /** The address of the site without a final slash, for functions in which redirects are set. */
  readonly siteUrl?: string;
  /** Whether the e-mail address of an account is confirmed. By default none is, for functions without comments. */
  readonly isVerified?: (userId: string) => Promise<boolean>;
  /** Receives errors of notifications. Without it, nobody is notified. */
  readonly onNotifyError?: (message: string, error: unknown) => void;
  /** Without it, writes do not wait. */
  readonly pace?: Pace;
  /** Runs a job for some seconds. Without it jobs wait for the function `work`. */
  readonly beginJob?: (id: string) => Promise<void>;
}

/** The services and repositories of posts and everything in them. */
export interface Content {
  readonly posts: PostService;
  readonly calendar: CalendarService;
  readonly revisions: RevisionService;
  readonly pageRevisions: RevisionService<StaffSitePage>;
  readonly drafts: DraftService;
  readonly editing: EditingService;
  readonly search: SearchService;
  readonly likes: LikeService;
  readonly views: ViewService;
  readonly comments: CommentService;
  readonly reports: ReportService;
  readonly moderation: ModerationService;
  readonly settings: SettingsService;
  readonly personalNotifications: PersonalNotificationService;
  readonly categories: CategoryService;
  readonly tags: TagService;
  readonly tagNames: TagCache;
  readonly series: SeriesService;
  readonly seriesPosts: SeriesPostService;
  readonly addresses: KnownAddresses;
  readonly redirects: RedirectService;
  readonly sitePages: SitePageService;
  readonly authorPages: AuthorService;
  readonly renaming: Renaming;
  readonly remover: PostRemover;
  readonly pageRemover: PostRemover;
  readonly history: RevisionRepository;
  readonly leases: EditingRepository;
  readonly stored: PostRepository;
  readonly authors: AuthorCache;
  /** Counter shards that are not yet added to their posts. */
  readonly shards: Pick<CounterShardRepository, 'foldAll'>;
}

const editedIn = (db: Firestore, name: EditedCollection['name']): EditedCollection =>
  name === 'posts' ? editedPosts(db, createSearchIndex(db)) : editedPages(db);

/** Writes posts, or pages of the site. */
export function createWriterOf(db: Firestore, name: EditedCollection['name']): PostWriter {
  const pictures = createPictureTable(db);
  const [history, drafts] = [createRevisionRepository(db, name), createDraftRepository(db, pictures)];
  return createPostWriter(db, { edited: editedIn(db, name), pictures, history, drafts });
}

function createRemoverOf(db: Firestore, name: EditedCollection['name']): PostRemover {
  const history = createRevisionRepository(db, name);
  return createPostRemover(db, { edited: editedIn(db, name), pictures: createPictureTable(db), history });
}

export function createContent(options: Options): Content {
  const { db, clock, isVerified = async () => false, onNotifyError, pace = UNPACED } = options;
  const { beginJob = async () => undefined, siteUrl = '' } = options;
  const addresses = createKnownAddresses({ find: (path) => findAddress(db, path), clock });
  const authors = createAuthorCache(db, clock);
  const categoryNames = createCategoryCache(db, clock);
  const searchIndex = createSearchIndex(db);
  const stored = createPostRepository(db);
  const pictures = createPictureTable(db);
  const history = createRevisionRepository(db);
  const remover = createRemoverOf(db, 'posts');
  const pageRemover = createRemoverOf(db, 'pages');
  const jobs = createJobTable(db);
  const storedTags = createTagRepository(db, { pictures, jobs });
  const tagNames = createTagCache(storedTags, clock);
  const tags = createTagService({ tags: storedTags, names: tagNames, clock, beginJob });
  const storedSeries = createSeriesRepository(db, { pictures, jobs });
  const seriesNames = createSeriesCache(storedSeries, clock);
  const series = createSeriesService({ series: storedSeries, names: seriesNames, clock, beginJob });
  const storedSeriesPosts = createSeriesPostRepository(db);
  const renaming: Renaming = {
    jobFor: async (userId) =>
      (await searchIndex.knowsAuthor(userId))
        ? authorKind(searchIndex).job({ userId }, { id: newId('rename', userId, null), createdBy: userId })
        : null,
    begin: beginJob,
    async catchUp(userId) {
      const job = await renaming.jobFor(userId);
      if (job?.id === undefined) return;
      await jobs.create({ ...job, id: job.id }, clock.now());
      await beginJob(job.id);
    },
  };
  const guests = createGuestRepository(db, { pictures, jobs });
  const posts = createPostService({
    posts: stored,
    writer: createWriterOf(db, 'posts'),
    remover,
    authors,
    categories: categoryNames,
    tagNames,
    tags,
    seriesNames,
    series,
    seriesPosts: storedSeriesPosts,
    clock,
  });

  const storedPages = createSitePageRepository(db);
  const sitePages = createSitePageService({
    pages: storedPages,
    writer: createWriterOf(db, 'pages'),
    remover: pageRemover,
    addresses,
    findAddress: (path) => findAddress(db, path),
    authors,
    clock,
  });
  const settings = createSettingsService({ settings: createSettingsRepository(db), clock });
  const storedComments = createCommentRepository(db, searchIndex);
  const personalNotifications = createPersonalNotificationService({
    notifications: createPersonalNotificationRepository(db),
    comments: storedComments,
    posts: stored,
    authors,
    clock,
    onError: onNotifyError ?? (() => undefined),
  });
  const comments = onNotifyError ? personalNotifications.following(storedComments) : storedComments;
  const storedModeration = createModerationRepository(db, jobs);
  const moderation: ModerationService = createModerationService({
    moderation: storedModeration,
    comments,
    posts: stored,
    users: createUserRepository(db, pictures),
    authors,
    async carryOut(work) {
      const job = personJob(moderation, work);
      await storedModeration.requestPerson(job, work, clock.now());
      await beginJob(job.id);
      const after = await jobs.find(job.id);
      // This work has not begun if earlier work is still running.
      if (after?.about !== job.about) return { changed: 0, isDone: false };
      return { changed: after.done, isDone: after.status === 'done' };
    },
    clock,
  });
  const leases = createEditingRepository(db);
  const shards = createCounterShardRepository(db, { searchIndex, pace });

  return {
    posts,
    calendar: createCalendarService({ scheduled: createScheduledPostRepository(db), authors }),
    revisions: createRevisionService({
      ...{ revisions: history, restored: RESTORED_FIELDS, authors, categories: categoryNames },
      isThere: async (id) => (await stored.findCard(id)) !== null,
      update: posts.update,
    }),
    pageRevisions: createRevisionService({
      ...{ revisions: createRevisionRepository(db, 'pages'), restored: RESTORED_PAGE_FIELDS },
      ...{ authors, categories: categoryNames },
      isThere: async (id) => (await storedPages.find(id)) !== null,
      update: sitePages.update,
    }),
    drafts: createDraftService({ drafts: createDraftRepository(db, pictures), categories: categoryNames, clock }),
    editing: createEditingService({ editing: leases, posts: stored, authors, clock }),
    search: createSearchService({ index: searchIndex, posts }),
    likes: createLikeService({ likes: createLikeRepository(db, { shards, everyMs: pace.likesMs }), clock }),
    views: createViewService({
      views: createViewRepository(db, { shards, everyMs: pace.viewsMs }),
      visitors: createVisitorMemory({ clock }),
    }),
    comments: createCommentService({
      comments,
      rules: createCommentRules({ settings, comments, isVerified, clock }),
      posts: stored,
      authors,
      clock,
    }),
    reports: createReportService({ comments, posts: stored, clock }),
    moderation,
    settings,
    personalNotifications,
    categories: createCategoryService({
      categories: createCategoryRepository(db, jobs),
      names: categoryNames,
      clock,
      beginJob,
    }),
    tags,
    tagNames,
    series,
    seriesPosts: createSeriesPostService({ posts, stored: storedSeriesPosts }),
    addresses,
    redirects: createRedirectService({ redirects: createRedirectRepository(db), addresses, clock, siteUrl }),
    sitePages,
    authorPages: createAuthorService({ guests, authors, renaming, clock, beginJob }),
    renaming,
    remover,
    pageRemover,
    history,
    leases,
    stored,
    authors,
    shards,
  };
}

export function mountContentRoutes(router: ApiRouter, content: Content): void {
  mountPostRoutes(router, content.posts);
  mountCalendarRoutes(router, content.calendar);
  mountRevisionRoutes(router, content.revisions);
  mountPageRevisionRoutes(router, content.pageRevisions);
  mountDraftRoutes(router, content.drafts);
  mountEditingRoutes(router, content.editing);
  mountSearchRoutes(router, content.search);
  mountLikeRoutes(router, content.likes);
  mountViewRoutes(router, content.views);
  mountCommentRoutes(router, content.comments, content.reports);
  mountModerationRoutes(router, content.moderation);
  mountSettingsRoutes(router, content.settings);
  mountPersonalNotificationRoutes(router, content.personalNotifications);
  mountCategoryRoutes(router, content.categories);
  mountTagRoutes(router, content.tags);
  mountSeriesRoutes(router, content.series);
  mountSeriesPostRoutes(router, content.seriesPosts);
  mountRedirectRoutes(router, content.redirects);
  mountSitePageRoutes(router, content.sitePages);
  mountAuthorRoutes(router, content.authorPages);
}
