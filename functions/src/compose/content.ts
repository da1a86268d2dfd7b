import { canManagePages, canWrite, type Viewer } from '@inkwell/shared/permissions';
import { RESTORED_FIELDS } from '@inkwell/shared/revisions';
import { RESTORED_PAGE_FIELDS } from '@inkwell/shared/site-page-revisions';
import type { StaffSitePage } from '@inkwell/shared/site-pages';
import type { Firestore } from 'firebase-admin/firestore';
import { findAddress } from '../addresses/addresses.repository.ts';
import { createKnownAddresses, type KnownAddresses } from '../addresses/known-addresses.ts';
import { mountAuthorRoutes } from '../authors/authors.routes.ts';
import { type AuthorService, createAuthorService } from '../authors/authors.service.ts';
import { createGuestRepository } from '../authors/guests.repository.ts';
import { createBookmarkRepository } from '../bookmarks/bookmarks.repository.ts';
import { mountBookmarkRoutes } from '../bookmarks/bookmarks.routes.ts';
import { type BookmarkService, createBookmarkService } from '../bookmarks/bookmarks.service.ts';
import { createCategoryRepository } from '../categories/categories.repository.ts';
import { mountCategoryRoutes } from '../categories/categories.routes.ts';
import { type CategoryService, createCategoryService } from '../categories/categories.service.ts';
import { createCategoryCache } from '../categories/category-names.repository.ts';
import { createCommentedPostRepository } from '../comments/commented-posts.repository.ts';
import { type CommentedPostService, createCommentedPostService } from '../comments/commented-posts.service.ts';
import { type CommentRepository, createCommentRepository } from '../comments/comments.repository.ts';
import { mountCommentRoutes } from '../comments/comments.routes.ts';
import { type CommentService, createCommentService } from '../comments/comments.service.ts';
import { createReportService, type ReportService } from '../comments/reports.service.ts';
import { createCommentRules } from '../comments/rules.service.ts';
import type { Clock } from '../common/clock.ts';
import { newId } from '../common/ids.ts';
import { createRefreshed } from '../common/refreshed.ts';
import { createDraftRepository } from '../drafts/drafts.repository.ts';
import { mountDraftRoutes } from '../drafts/drafts.routes.ts';
import { createDraftService, type DraftService } from '../drafts/drafts.service.ts';
import { createEditingRepository, type EditingRepository } from '../editing/editing.repository.ts';
import { mountEditingRoutes, mountPageEditingRoutes } from '../editing/editing.routes.ts';
import { createEditingService, type EditingService } from '../editing/editing.service.ts';
import { createFollowingRepository } from '../following/following.repository.ts';
import { mountFollowingRoutes } from '../following/following.routes.ts';
import { createFollowingService, type FollowingService } from '../following/following.service.ts';
import { createNewPostRepository, type NewPostRepository } from '../following/new-posts.repository.ts';
import type { ApiRouter } from '../http/mount.ts';
import { findNumbered } from '../imports/numbered-posts.repository.ts';
import { createInvitationRepository } from '../invitations/invitations.repository.ts';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { createLikeRepository, type LikeRepository } from '../likes/likes.repository.ts';
import { mountLikeRoutes } from '../likes/likes.routes.ts';
import { createLikeService, type LikeService } from '../likes/likes.service.ts';
import { createMailQueue } from '../mail/mail-queue.repository.ts';
import { createModerationRepository } from '../moderation/moderation.repository.ts';
import { mountModerationRoutes } from '../moderation/moderation.routes.ts';
import { createModerationService, type ModerationService } from '../moderation/moderation.service.ts';
import { personJob } from '../moderation/person.job.ts';
import { createPersonMailRepository } from '../personal-notifications/person-mails.repository.ts';
import { createPersonMailService, type PersonMailService } from '../personal-notifications/person-mails.service.ts';
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
import { decideStanding } from '../posts/post-decisions.ts';
import { createPostRemover, type PostRemover } from '../posts/post-removal.repository.ts';
import { createPostWriter, type PostWriter } from '../posts/post-writes.repository.ts';
import { createPostRepository, type PostRepository } from '../posts/posts.repository.ts';
import { mountPostRoutes } from '../posts/posts.routes.ts';
import { createPostService, type PostService } from '../posts/posts.service.ts';
import { createScheduledPostRepository } from '../posts/scheduled-posts.repository.ts';
import { createSeriesPostRepository } from '../posts/series-posts.repository.ts';
import { mountSeriesPostRoutes } from '../posts/series-posts.routes.ts';
import { createSeriesPostService, type SeriesPostService } from '../posts/series-posts.service.ts';
import { createReadingRepository } from '../reading/reading.repository.ts';
import { mountReadingRoutes } from '../reading/reading.routes.ts';
import { createReadingService, type ReadingService } from '../reading/reading.service.ts';
import { createRedirectRepository } from '../redirects/redirects.repository.ts';
import { mountRedirectRoutes } from '../redirects/redirects.routes.ts';
import { createRedirectService, type RedirectService } from '../redirects/redirects.service.ts';
import { createRevisionRepository, type RevisionRepository } from '../revisions/revisions.repository.ts';
import { mountPageRevisionRoutes, mountRevisionRoutes } from '../revisions/revisions.routes.ts';
import { createRevisionService, type RevisionService } from '../revisions/revisions.service.ts';
import { authorKind } from '../search/author.job.ts';
import { createForgivingSearch, type ForgivingSearch } from '../search/forgiving.ts';
import { createKnownWords } from '../search/known-words.ts';
import { mountSearchRoutes } from '../search/search.routes.ts';
import { createSearchService, type SearchService } from '../search/search.service.ts';
import { createSearchIndex, type SearchIndex } from '../search/search-index.repository.ts';
import { createSearchWords } from '../search/search-words.repository.ts';
import { createSuggestionService, type SuggestionService } from '../search/suggestions.service.ts';
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
import type { BucketProvider } from '../storage/bucket.ts';
import { createTagCache, type TagCache } from '../tags/tag-names.ts';
import { createTagRepository } from '../tags/tags.repository.ts';
import { mountTagRoutes } from '../tags/tags.routes.ts';
import { createTagService, type TagService } from '../tags/tags.service.ts';
import type { ImageStore } from '../uploads/image-store.ts';
import { createAuthorCache } from '../users/authors.repository.ts';
import type { AuthorCache } from '../users/authors.ts';
import { createUserRepository } from '../users/users.repository.ts';
import type { Renaming } from '../users/users.service.ts';
import { createViewRepository } from '../views/views.repository.ts';
import { mountViewRoutes } from '../views/views.routes.ts';
import { createViewService, type ViewService } from '../views/views.service.ts';
import { createVisitorMemory } from '../views/visitors.ts';
import { createReviewing, mountReviewingRoutes, type Reviewing } from './reviewing.ts';

/** The shortest time between two counter writes of an instance to one post, in milliseconds; and when counters use shards. */
export interface Pace extends ShardPace {
  readonly viewsMs: number;
  readonly likesMs: number;
}

const UNPACED: Pace = { viewsMs: 0, likesMs: 0, crowdMs: 0, foldMs: 0 };

/** What mails to people need beside the content. */
export interface Mailing {
  /** What Auth says of an account's address; none for an account that is gone. */
  readonly addressOf: (userId: string) => Promise<{ readonly email: string | null; readonly isVerified: boolean }>;
  /** Without a slash at the end. */
  readonly siteUrl: string;
  /** The key of links that end a kind of mail. */
  readonly secret: string;
}

interface Options {
  readonly db: Firestore;
  readonly clock: Clock;
  /** The address of the site without a final slash, for functions in which redirects are set. */
  readonly siteUrl?: string;
  /** Whether the e-mail address of an account is confirmed. By default none is, for functions without comments. */
  readonly isVerified?: (userId: string) => Promise<boolean>;
  /** Receives errors of notifications. Without it, nobody is notified. */
  readonly onNotifyError?: (message: string, error: unknown) => void;
  /** How people are mailed about what concerns them. Without it, nobody is. */
  readonly mailing?: Mailing;
  /** Without it, writes do not wait. */
  readonly pace?: Pace;
  /** What a stored picture is, for functions in which the site's pictures are chosen. */
  readonly pictureFacts?: ImageStore['factsOf'];
  /** Where the words of all posts are stored. Without it, search learns them from the posts. */
  readonly bucket?: BucketProvider;
  readonly onSearchError?: (error: unknown) => void;
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
  readonly pageEditing: EditingService;
  readonly reviewing: Reviewing;
  readonly studio: ReturnType<Reviewing['services']>;
  readonly search: SearchService;
  readonly forgiving: ForgivingSearch;
  readonly suggesting: SuggestionService;
  readonly likes: LikeService;
  readonly bookmarks: BookmarkService;
  readonly following: FollowingService;
  readonly reading: ReadingService;
  readonly newPosts: NewPostRepository;
  readonly views: ViewService;
  readonly comments: CommentService;
  readonly commentedPosts: CommentedPostService;
  readonly reports: ReportService;
  readonly moderation: ModerationService;
  readonly settings: SettingsService;
  readonly personalNotifications: PersonalNotificationService;
  /** Null where nobody is mailed. */
  readonly personMails: PersonMailService | null;
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
  readonly storedLikes: LikeRepository;
  /** Comments whose changes notify people, where somebody is notified at all. */
  readonly followedComments: CommentRepository;
  /** Counter shards that are not yet added to their posts. */
  readonly shards: Pick<CounterShardRepository, 'foldAll'>;
}

/** How often an instance looks whether all entries of the search index are upgraded. */
const OLDER_CHECK_MS = 60_000;

const editedIn = (db: Firestore, name: EditedCollection['name']): EditedCollection =>
  name === 'posts' ? editedPosts(db, createSearchIndex(db)) : editedPages(db);

/** Writes posts, or pages of the site. */
export function createWriterOf(db: Firestore, name: EditedCollection['name']): PostWriter {
  const pictures = createPictureTable(db);
  const [history, drafts] = [createRevisionRepository(db, name), createDraftRepository(db, pictures)];
  return createPostWriter(db, { edited: editedIn(db, name), pictures, history, drafts });
}

/** Moves posts, or pages of the site, to the trash and back. */
export function createRemoverOf(db: Firestore, name: EditedCollection['name']): PostRemover {
  const history = createRevisionRepository(db, name);
  return createPostRemover(db, { edited: editedIn(db, name), pictures: createPictureTable(db), history });
}

/** Whether search finds older entries, as long as an upgrade has not reached them all. */
function olderCheckOf(index: Pick<SearchIndex, 'hasOlder'>, clock: Clock): () => Promise<boolean> {
  const check = createRefreshed(index.hasOlder, { forMs: OLDER_CHECK_MS, clock });
  let isDone = false;
  return async () => {
    if (isDone) return false;
    const hasOlder = await check();
    isDone = !hasOlder;
    return hasOlder;
  };
}

export function createContent(options: Options): Content {
  const { db, clock, isVerified = async () => false, onNotifyError, mailing, pace = UNPACED } = options;
  const { beginJob = async () => undefined, siteUrl = '', pictureFacts = async () => null } = options;
  const { bucket = null, onSearchError = () => undefined } = options;
  const addresses = createKnownAddresses({
    find: async (path) => (await findAddress(db, path)) ?? findNumbered(db, path),
    clock,
  });
  const authors = createAuthorCache(db, clock);
  const categoryNames = createCategoryCache(db, clock);
  const searchIndex = createSearchIndex(db);
  const known = createKnownWords({ words: createSearchWords(db, bucket), clock, onError: onSearchError });
  const forgiving = createForgivingSearch(known);
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
  const settings = createSettingsService({ settings: createSettingsRepository(db, pictures), pictureFacts, clock });
  const storedComments = createCommentRepository(db, searchIndex);
  const personMails = mailing
    ? createPersonMailService({
        mails: createPersonMailRepository(db),
        queue: createMailQueue(db, mailing.secret),
        users: createUserRepository(db, pictures),
        comments: storedComments,
        posts: stored,
        authors,
        refuseInvitations: createInvitationRepository(db).refuse,
        mutedThreads: async (userId) => (await createPersonalNotificationRepository(db).find(userId)).mutedThreads,
        site: settings.site,
        clock,
        ...mailing,
      })
    : null;
  const reviewing = createReviewing({ db, clock, stored, authors, mails: personMails, onNotifyError });
  const posts = createPostService({
    posts: stored,
    writer: reviewing.following(createWriterOf(db, 'posts')),
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
    forgiving,
    clock,
  });
  const personalNotifications = createPersonalNotificationService({
    notifications: createPersonalNotificationRepository(db),
    comments: storedComments,
    posts: stored,
    authors,
    mails: personMails,
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
    forgiving,
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
  const canEditThere = async (id: string, actor: Viewer) => {
    const post = await stored.findCard(id);
    if (post) decideStanding(actor, post);
    return post !== null;
  };
  const isPageThere = async (id: string) => (await storedPages.find(id)) !== null;
  const authorPages = createAuthorService({ guests, authors, renaming, clock, beginJob });
  const newPosts = createNewPostRepository(db);
  const reading = createReadingRepository(db);
  const shards = createCounterShardRepository(db, { searchIndex, pace });
  const storedLikes = createLikeRepository(db, { shards, everyMs: pace.likesMs });

  return {
    posts,
    calendar: createCalendarService({
      scheduled: { posts: createScheduledPostRepository(db), pages: createScheduledPostRepository(db, 'pages') },
      authors,
    }),
    revisions: createRevisionService({
      ...{ revisions: history, restored: RESTORED_FIELDS, authors, categories: categoryNames },
      check: posts.ofInsider,
      update: posts.update,
    }),
    pageRevisions: createRevisionService({
      revisions: createRevisionRepository(db, 'pages'),
      restored: RESTORED_PAGE_FIELDS,
      authors,
      categories: categoryNames,
      check: sitePages.byId,
      update: sitePages.update,
    }),
    drafts: createDraftService({ drafts: createDraftRepository(db, pictures), categories: categoryNames, clock }),
    editing: createEditingService({ editing: leases, canEdit: canWrite, authors, clock, isThere: canEditThere }),
    pageEditing: createEditingService({
      ...{ editing: leases, canEdit: canManagePages, authors, clock },
      isThere: isPageThere,
    }),
    reviewing,
    studio: reviewing.services(posts),
    search: createSearchService({
      ...{ index: searchIndex, hasOlder: olderCheckOf(searchIndex, clock), posts, tags, known, clock },
    }),
    forgiving,
    suggesting: createSuggestionService({ index: searchIndex, tags, known }),
    bookmarks: createBookmarkService({ bookmarks: createBookmarkRepository(db), posts, clock }),
    following: createFollowingService({
      following: createFollowingRepository(db),
      newPosts,
      stored,
      posts,
      authorPages,
      lists: { tag: tags, series },
      authors,
      categories: categoryNames,
      listNames: { tag: tagNames, series: seriesNames },
      clock,
      notifications: createPersonalNotificationRepository(db),
      openedBy: async (userId) => new Set((await reading.find(userId)).map(({ id }) => id)),
    }),
    reading: createReadingService({ reading, posts, clock }),
    newPosts,
    likes: createLikeService({ likes: storedLikes, clock }),
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
    commentedPosts: createCommentedPostService({ commented: createCommentedPostRepository(db), authors }),
    reports: createReportService({ comments, posts: stored, clock }),
    moderation,
    settings,
    personalNotifications,
    personMails,
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
    authorPages,
    renaming,
    remover,
    pageRemover,
    history,
    leases,
    stored,
    authors,
    storedLikes,
    followedComments: comments,
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
  mountPageEditingRoutes(router, content.pageEditing);
  mountReviewingRoutes(router, content.studio);
  mountSearchRoutes(router, content.search, content.suggesting);
  mountLikeRoutes(router, content.likes);
  mountBookmarkRoutes(router, content.bookmarks);
  mountFollowingRoutes(router, content.following);
  mountReadingRoutes(router, content.reading);
  mountViewRoutes(router, content.views);
  mountCommentRoutes(router, content);
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
