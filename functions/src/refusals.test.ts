import { expect, it } from 'vitest';
import { createActivityService } from './activity/activity.service.ts';
import { createAnalyticsService } from './analytics/analytics.service.ts';
import { createAuthorService } from './authors/authors.service.ts';
import { createCategoryService } from './categories/categories.service.ts';
import { createCommentedPostService } from './comments/commented-posts.service.ts';
import { createDraftService } from './drafts/drafts.service.ts';
import { createAdminExportService } from './exports/exports.service.ts';
import { createAdminImportService } from './imports/admin-imports.service.ts';
import { createInvitationService } from './invitations/invitations.service.ts';
import { createJobService } from './jobs/jobs.service.ts';
import { createMailSenderService } from './mail/mail-sender.service.ts';
import { createSuppressionService } from './mail/suppressions.service.ts';
import { createMigrationService } from './migration/migration.service.ts';
import { createModerationService } from './moderation/moderation.service.ts';
import { createNewsletterService } from './newsletter/newsletter.service.ts';
import { createSubscriberService } from './newsletter/subscribers.service.ts';
import { createNewsletterIssueService } from './newsletter-issues/newsletter-issues.service.ts';
import { createNotificationService } from './notifications/notifications.service.ts';
import { createPersonalDataService } from './personal-data/personal-data.service.ts';
import { createPictureLibraryService } from './picture-library/picture-library.service.ts';
import { createPostService } from './posts/posts.service.ts';
import { createSeriesPostService } from './posts/series/series-posts.service.ts';
import { createRedirectService } from './redirects/redirects.service.ts';
import { createReviewService } from './reviews/reviews.service.ts';
import { createRevisionService } from './revisions/revisions.service.ts';
import { createSeriesService } from './series/series.service.ts';
import { createSettingsService } from './settings/settings.service.ts';
import { createSitePageService } from './site-pages/site-pages.service.ts';
import { createBulkActionService } from './staff/bulk-actions.service.ts';
import { createBulkRunService } from './staff/bulk-runs.service.ts';
import { createStaffListService } from './staff/staff-lists.service.ts';
import { createTagService } from './tags/tags.service.ts';
import { createUserService } from './users/users.service.ts';

/** Dependencies that must not be used. */
const NOTHING = { config: {}, clock: { now: () => new Date(0) }, readLimit: 1, lists: {} } as never;
const MODERATOR = { id: 'mod', role: 'moderator' } as const;
const READER = { id: 'bob', role: 'user' } as const;
const CONTRIBUTOR = { id: 'ada', role: 'user', writing: 'contributor' } as const;
const WRITER = { id: 'ada', role: 'user', writing: 'author' } as const;

/** The methods of a service that refuse a caller, who is always the first argument. */
const row = <S extends object>(create: (nothing: never) => S, actor: object, ...methods: (keyof S & string)[]) =>
  methods.map((method) => {
    const service = create(NOTHING) as Record<string, (...args: unknown[]) => unknown>;
    return [create.name, method, async () => service[method]?.(actor, {}, {}, {})] as const;
  });

it.each([
  ...row(createActivityService, MODERATOR, 'people', 'list'),
  ...row(createAnalyticsService, WRITER, 'analytics'),
  ...row(createCommentedPostService, READER, 'list'),
  ...row(createAdminExportService, MODERATOR, 'state', 'create'),
  ...row(
    createAdminImportService,
    MODERATOR,
    'upload',
    'create',
    'list',
    'state',
    'report',
    'start',
    'pause',
    'cancel',
  ),
  ...row(createInvitationService, MODERATOR, 'list', 'create', 'remove'),
  ...row(createJobService, MODERATOR, 'list', 'retry'),
  ...row(createMailSenderService, MODERATOR, 'check'),
  ...row(createSuppressionService, MODERATOR, 'standing', 'list', 'suppress', 'free'),
  ...row(createMigrationService, MODERATOR, 'status', 'migrate'),
  ...row(createModerationService, WRITER, 'list', 'queue', 'byId', 'change', 'changeMany', 'changeAllOf'),
  ...row(createModerationService, WRITER, 'accessOf', 'setAccess'),
  ...row(createNewsletterService, MODERATOR, 'list'),
  ...row(createSubscriberService, MODERATOR, 'search', 'growth', 'remove', 'importPart', 'beginImport', 'importState'),
  ...row(createNewsletterIssueService, MODERATOR, 'list', 'create', 'read', 'change', 'remove', 'test', 'send'),
  ...row(createNewsletterIssueService, MODERATOR, 'pause', 'resume', 'cancel', 'mails', 'decide', 'audience'),
  ...row(createNewsletterIssueService, MODERATOR, 'preview', 'postText'),
  ...row(createNotificationService, MODERATOR, 'broadcast', 'broadcasts'),
  ...row(createPersonalDataService, MODERATOR, 'remove', 'privacyPage'),
  ...row(createRedirectService, MODERATOR, 'list', 'patterns', 'create', 'importRows', 'change', 'remove'),
  ...row(createSettingsService, MODERATOR, 'read', 'change'),
  ...row(createBulkActionService, WRITER, 'onPosts', 'changeEach'),
  ...row(createBulkRunService, WRITER, 'begin', 'find', 'stop', 'undo'),
  ...row(createCategoryService, WRITER, 'create', 'listAll', 'update', 'setOrder', 'remove'),
  ...row(createCategoryService, MODERATOR, 'merge'),
  ...row(createAuthorService, WRITER, 'listGuests', 'choices', 'named', 'create', 'update', 'remove'),
  ...row(createAuthorService, MODERATOR, 'join'),
  ...row(createTagService, READER, 'listAll', 'byIds', 'idsOf'),
  ...row(createTagService, CONTRIBUTOR, 'create'),
  ...row(createTagService, WRITER, 'update', 'remove'),
  ...row(createTagService, MODERATOR, 'merge'),
  ...row(createSeriesService, WRITER, 'listAll', 'byId', 'create', 'update', 'remove'),
  ...row(createSeriesPostService, WRITER, 'all', 'order', 'move'),
  ...row(createSitePageService, WRITER, 'list', 'byId', 'slugState', 'create', 'update', 'remove', 'undelete'),
  ...row(createPictureLibraryService, READER, 'list', 'describe', 'remove'),
  ...row(createStaffListService, WRITER, 'posts', 'postIds', 'authors'),
  ...row(createStaffListService, READER, 'ownPosts'),
  ...row(createStaffListService, MODERATOR, 'users'),
  ...row(createPostService, WRITER, 'listAll'),
  ...row(createPostService, READER, 'ofInsider', 'remove', 'undelete', 'inTrash'),
  ...row(createDraftService, READER, 'put', 'patch'),
  ...row(createRevisionService, READER, 'restore'),
  ...row(createReviewService, WRITER, 'waiting'),
  ...row(createUserService, MODERATOR, 'changeRole', 'changeWriting', 'setBlocked'),
])('%s itself refuses callers who may not call %s, and reads and writes nothing', async (_service, _method, call) => {
  await expect(call()).rejects.toMatchObject({ code: 'forbidden' });
});
