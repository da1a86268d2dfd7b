import type { Firestore } from 'firebase-admin/firestore';
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
import { personKind } from '../moderation/person.job.ts';
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
import { createPostRemover, type PostRemover } from '../posts/post-removal.repository.ts';
import { createPostWriter, type PostWriter } from '../posts/post-writes.repository.ts';
import { createPostRepository, type PostRepository } from '../posts/posts.repository.ts';
import { mountPostRoutes } from '../posts/posts.routes.ts';
import { createPostService, type PostService } from '../posts/posts.service.ts';
import { createScheduledPostRepository } from '../posts/scheduled-posts.repository.ts';
import { createRevisionRepository, type RevisionRepository } from '../revisions/revisions.repository.ts';
import { mountRevisionRoutes } from '../revisions/revisions.routes.ts';
import { createRevisionService, type RevisionService } from '../revisions/revisions.service.ts';
import { mountSearchRoutes } from '../search/search.routes.ts';
import { createSearchService, type SearchService } from '../search/search.service.ts';
import { createSearchIndex } from '../search/search-index.repository.ts';
import { createSettingsRepository } from '../settings/settings.repository.ts';
import { mountSettingsRoutes } from '../settings/settings.routes.ts';
import { createSettingsService, type SettingsService } from '../settings/settings.service.ts';
import { createAuthorCache } from '../users/authors.repository.ts';
import type { AuthorCache } from '../users/authors.ts';
import { createUserRepository } from '../users/users.repository.ts';
import { createViewRepository } from '../views/views.repository.ts';
import { mountViewRoutes } from '../views/views.routes.ts';
import { createViewService, type ViewService } from '../views/views.service.ts';
import { createVisitorMemory } from '../views/visitors.ts';

/** How far two writes of an instance to the counters of one post are apart at least, in milliseconds; and when they go to shards. */
export interface Pace extends ShardPace {
  readonly viewsMs: number;
  readonly likesMs: number;
}

/** Nothing waits. */
const UNPACED: Pace = { viewsMs: 0, likesMs: 0, crowdMs: 0, foldMs: 0 };

interface Options {
  readonly db: Firestore;
  readonly clock: Clock;
  /** Whether the address of an account is confirmed. Left out where nobody comments, and then none is. */
  readonly isVerified?: (userId: string) => Promise<boolean>;
  /** Receives failures to notify people of comments. Without it nobody is notified. */
  readonly onNotifyError?: (message: string, error: unknown) => void;
  /** Without it nothing waits. */
  readonly pace?: Pace;
}

/** Everything about posts: reading, writing, liking, commenting, finding. */
export interface Content {
  readonly posts: PostService;
  readonly calendar: CalendarService;
  readonly revisions: RevisionService;
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
  readonly remover: PostRemover;
  /** What posts were, as it is stored. */
  readonly history: RevisionRepository;
  /** Who edits which post, as it is stored. */
  readonly leases: EditingRepository;
  /** Posts as they are stored, for what is made of many of them. */
  readonly stored: PostRepository;
  readonly authors: AuthorCache;
  /** Counter shards that are not in their posts yet. */
  readonly shards: Pick<CounterShardRepository, 'foldAll'>;
  /** Lets names and search follow what a user changed of their profile. */
  followProfile(userId: string, change: { isRenamed: boolean }): Promise<void>;
}

/** What writes posts with all that follows them. */
export function createPostWriterOf(db: Firestore): PostWriter {
  const pictures = createPictureTable(db);
  const [history, drafts] = [createRevisionRepository(db), createDraftRepository(db, pictures)];
  return createPostWriter(db, { searchIndex: createSearchIndex(db), pictures, history, drafts });
}

export function createContent(options: Options): Content {
  const { db, clock, isVerified = async () => false, onNotifyError, pace = UNPACED } = options;
  const authors = createAuthorCache(db, clock);
  const categoryNames = createCategoryCache(db, clock);
  const searchIndex = createSearchIndex(db);
  const stored = createPostRepository(db);
  const pictures = createPictureTable(db);
  const history = createRevisionRepository(db);
  const remover = createPostRemover(db, { searchIndex, pictures });
  const posts = createPostService({
    posts: stored,
    writer: createPostWriterOf(db),
    remover,
    authors,
    categories: categoryNames,
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
  const moderation: ModerationService = createModerationService({
    moderation: createModerationRepository(db),
    comments,
    posts: stored,
    users: createUserRepository(db, pictures),
    authors,
    async goOn(work, after) {
      const about = work.isHidden ? 'hiding all comments of an account' : 'showing all comments of an account';
      const job = personKind(moderation).job({ ...work, after }, { createdBy: work.actorId, about });
      await createJobTable(db).create({ ...job, id: newId('job', work.actorId, null) }, clock.now());
    },
    clock,
  });
  const leases = createEditingRepository(db);
  const shards = createCounterShardRepository(db, { searchIndex, pace });

  return {
    posts,
    calendar: createCalendarService({ scheduled: createScheduledPostRepository(db), authors }),
    revisions: createRevisionService({ revisions: history, posts, stored, authors }),
    drafts: createDraftService({ drafts: createDraftRepository(db, pictures), clock }),
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
    categories: createCategoryService({ categories: createCategoryRepository(db), clock }),
    remover,
    history,
    leases,
    stored,
    authors,
    shards,

    async followProfile(userId, { isRenamed }) {
      authors.forget(userId);
      if (isRenamed) await searchIndex.reindexAuthor(userId);
    },
  };
}

export function mountContentRoutes(router: ApiRouter, content: Content): void {
  mountPostRoutes(router, content.posts);
  mountCalendarRoutes(router, content.calendar);
  mountRevisionRoutes(router, content.revisions);
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
}
