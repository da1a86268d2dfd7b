import * as activity from '@inkwell/shared/activity';
import * as analytics from '@inkwell/shared/analytics';
import * as api from '@inkwell/shared/api';
import * as authors from '@inkwell/shared/authors';
import * as bookmarks from '@inkwell/shared/bookmarks';
import * as bulkActions from '@inkwell/shared/bulk-actions';
import * as calendar from '@inkwell/shared/calendar';
import * as categories from '@inkwell/shared/categories';
import * as comments from '@inkwell/shared/comments';
import * as drafts from '@inkwell/shared/drafts';
import * as editing from '@inkwell/shared/editing';
import * as exports from '@inkwell/shared/exports';
import * as following from '@inkwell/shared/following';
import * as imports from '@inkwell/shared/imports';
import * as invitations from '@inkwell/shared/invitations';
import * as jobs from '@inkwell/shared/jobs';
import * as mail from '@inkwell/shared/mail';
import * as moderation from '@inkwell/shared/moderation';
import * as newsletter from '@inkwell/shared/newsletter';
import * as newsletterArchive from '@inkwell/shared/newsletter-archive';
import * as issues from '@inkwell/shared/newsletter-issues';
import * as notes from '@inkwell/shared/notes';
import * as notifications from '@inkwell/shared/notifications';
import * as ownPosts from '@inkwell/shared/own-posts';
import * as personMails from '@inkwell/shared/person-mails';
import * as pictureLibrary from '@inkwell/shared/picture-library';
import * as postSeries from '@inkwell/shared/post-series';
import * as posts from '@inkwell/shared/posts';
import * as pushedPosts from '@inkwell/shared/pushed-posts';
import * as quotes from '@inkwell/shared/quotes';
import * as reading from '@inkwell/shared/reading';
import * as redirects from '@inkwell/shared/redirects';
import * as reviews from '@inkwell/shared/reviews';
import * as revisions from '@inkwell/shared/revisions';
import * as search from '@inkwell/shared/search';
import * as series from '@inkwell/shared/series';
import * as settings from '@inkwell/shared/settings';
import * as sitePages from '@inkwell/shared/site-pages';
import * as storage from '@inkwell/shared/storage';
import * as subscribers from '@inkwell/shared/subscribers';
import * as tags from '@inkwell/shared/tags';
import * as traffic from '@inkwell/shared/traffic';
import * as users from '@inkwell/shared/users';
import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Shapes of a module by their names. */
const named = <M extends object, N extends keyof M & string>(module: M, ...names: readonly N[]) =>
  names.map((name) => [name, module[name]] as const);

/** Shapes with their own name in the reference. */
const NAMED: readonly (readonly [name: string, shape: ZodMiniType])[] = [
  ...named(activity, 'Activity'),
  ...named(analytics, 'Analytics', 'Stats'),
  ...named(api, 'CallerSeen'),
  ...named(authors, 'AuthorChoice', 'AuthorProfile', 'GuestAuthor', 'GuestInput', 'GuestPatch', 'NamedAuthor'),
  ...named(bookmarks, 'Bookmark', 'Bookmarks', 'ReadingListEntry'),
  ...named(bulkActions, 'BulkFilter', 'BulkResult', 'BulkRun'),
  ...named(calendar, 'Calendar'),
  ...named(categories, 'Category', 'CategoryInput', 'CategoryPatch', 'CategoryRef', 'CategoryUse'),
  ...named(comments, 'Answer', 'Comment', 'CommentInput', 'ReportReceipt'),
  ...named(
    drafts,
    'ClosedSitting',
    'DiscardedDraft',
    'DiscardedDraftCard',
    'DiscardInput',
    'Draft',
    'DraftCard',
    'DraftInput',
    'DraftPatch',
  ),
  ...named(editing, 'Editing'),
  ...named(exports, 'ContentExport'),
  ...named(following, 'Followed'),
  ...named(imports, 'ContentImport', 'ImportInput', 'ImportReportLine', 'ImportUpload'),
  ...named(invitations, 'Invitation', 'InvitationInput', 'OpenedInvitation'),
  ...named(jobs, 'Job'),
  ...named(
    mail,
    'FreeInput',
    'MailSender',
    'MailStanding',
    'PostmarkEvent',
    'SenderRecord',
    'SnsMessage',
    'Suppression',
    'SuppressionInput',
  ),
  ...named(moderation, 'ModeratedComment', 'ModerationCase', 'ModerationQueue', 'PersonModeration'),
  ...named(newsletter, 'Subscriber'),
  ...named(newsletterArchive, 'ArchivedIssue', 'ArchivedIssueCard'),
  ...named(
    issues,
    'Issue',
    'IssueCard',
    'IssueCounts',
    'IssueDecision',
    'IssueInput',
    'IssueMail',
    'IssuePatch',
    'IssuePreview',
    'IssueSegment',
  ),
  ...named(notes, 'Note', 'NoteInput'),
  ...named(notifications, 'Broadcast', 'BroadcastInput', 'NotificationSettings', 'UserNotification'),
  ...named(ownPosts, 'CommentedPost'),
  ...named(personMails, 'MailChoices'),
  ...named(pictureLibrary, 'LibraryPicture', 'PicturePlace'),
  ...named(postSeries, 'PostSeries'),
  ...named(
    posts,
    'LikeStatus',
    'Post',
    'PostCard',
    'PostConflict',
    'PostInput',
    'PostPatch',
    'StaffPost',
    'StaffPostCard',
  ),
  ...named(pushedPosts, 'PostSource', 'PushedPicture', 'PushedPost'),
  ...named(quotes, 'Quote'),
  ...named(reading, 'ReadingPlace'),
  ...named(redirects, 'Redirect', 'RedirectImport', 'RedirectInput', 'RedirectPatch'),
  ...named(reviews, 'Review', 'ReviewEntry', 'WaitingReview'),
  ...named(revisions, 'Revision', 'RevisionCard'),
  ...named(search, 'FoundPosts', 'Suggestions'),
  ...named(series, 'Series', 'SeriesInput', 'SeriesMove', 'SeriesOrder', 'SeriesPatch', 'StaffSeries'),
  ...named(settings, 'CommentSettings', 'Settings', 'SomeSettings'),
  ...named(
    sitePages,
    'SitePage',
    'SitePageCard',
    'SitePageConflict',
    'SitePageInput',
    'SitePagePatch',
    'SlugState',
    'StaffSitePage',
  ),
  ...named(storage, 'MigrationAnswer', 'OwnPicture', 'StorageStatus', 'UploadAnswer'),
  ...named(
    subscribers,
    'ImportRow',
    'LinkedChoices',
    'OwnSubscription',
    'SubscriberDetails',
    'SubscriberGrowth',
    'SubscriberImport',
  ),
  ...named(tags, 'StaffTag', 'Tag', 'TagInput', 'TagPatch', 'TagRef'),
  ...named(traffic, 'IssueFigures', 'NowFigures', 'PostFigures', 'SpeedFigures', 'Traffic', 'TrafficRow', 'WonFigures'),
  ...named(users, 'Author', 'ProfilePatch', 'User'),
];

export interface SchemaWriter {
  /**
   * The JSON Schema of a caller's request (`input`) or of the answer (`output`), with references to named shapes. Transformations such as trimming
   * are not part of it.
   */
  write(schema: ZodMiniType, io: 'input' | 'output'): JsonSchema;
  /** The named shapes referenced so far. */
  readonly components: Record<string, JsonSchema>;
}

export function createSchemaWriter(): SchemaWriter {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of NAMED) names.add(schema, { id });
  const components: Record<string, JsonSchema> = {};

  return {
    components,
    write(schema, io) {
      const name = names.get(schema)?.id;
      // Wrapped in an object, so that named schemas become references.
      const json = z.toJSONSchema(z.object({ it: schema }), { io, metadata: names, unrepresentable: 'any', override });
      for (const [id, definition] of Object.entries(json.$defs ?? {})) {
        const { id: _, ...rest } = definition as JsonSchema;
        components[id] ??= withComponentRefs(rest);
      }
      return name ? { $ref: `#/components/schemas/${name}` } : withComponentRefs(json.properties?.it as JsonSchema);
    },
  };
}

/** Removes details that do not help readers: JavaScript's integer bounds, and the pattern for `date-time`. */
function override({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
}

const withComponentRefs = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
