import { Activity } from '@inkwell/shared/activity';
import { Analytics, Stats } from '@inkwell/shared/analytics';
import { CallerSeen } from '@inkwell/shared/api';
import { AuthorChoice, AuthorProfile, GuestAuthor, GuestInput, GuestPatch, NamedAuthor } from '@inkwell/shared/authors';
import { Bookmark, Bookmarks, ReadingListEntry } from '@inkwell/shared/bookmarks';
import { BulkFilter, BulkResult, BulkRun } from '@inkwell/shared/bulk-actions';
import { Calendar } from '@inkwell/shared/calendar';
import { Category, CategoryInput, CategoryPatch, CategoryRef, CategoryUse } from '@inkwell/shared/categories';
import { Answer, Comment, CommentInput, ReportReceipt } from '@inkwell/shared/comments';
import {
  ClosedSitting,
  DiscardedDraft,
  DiscardedDraftCard,
  DiscardInput,
  Draft,
  DraftCard,
  DraftInput,
  DraftPatch,
} from '@inkwell/shared/drafts';
import { Editing } from '@inkwell/shared/editing';
import { ContentExport } from '@inkwell/shared/exports';
import { Followed } from '@inkwell/shared/following';
import { ContentImport, ImportInput, ImportReportLine, ImportUpload } from '@inkwell/shared/imports';
import { Invitation, InvitationInput, OpenedInvitation } from '@inkwell/shared/invitations';
import { Job } from '@inkwell/shared/jobs';
import {
  FreeInput,
  MailSender,
  MailStanding,
  PostmarkEvent,
  SenderRecord,
  SnsMessage,
  Suppression,
  SuppressionInput,
} from '@inkwell/shared/mail';
import { ModeratedComment, ModerationCase, ModerationQueue, PersonModeration } from '@inkwell/shared/moderation';
import { Subscriber } from '@inkwell/shared/newsletter';
import {
  Issue,
  IssueCard,
  IssueCounts,
  IssueDecision,
  IssueInput,
  IssueMail,
  IssuePatch,
  IssuePreview,
  IssueSegment,
} from '@inkwell/shared/newsletter-issues';
import { Note, NoteInput } from '@inkwell/shared/notes';
import { Broadcast, BroadcastInput, NotificationSettings, UserNotification } from '@inkwell/shared/notifications';
import { CommentedPost } from '@inkwell/shared/own-posts';
import { MailChoices } from '@inkwell/shared/person-mails';
import { LibraryPicture, PicturePlace } from '@inkwell/shared/picture-library';
import { PostSeries } from '@inkwell/shared/post-series';
import {
  LikeStatus,
  Post,
  PostCard,
  PostConflict,
  PostInput,
  PostPatch,
  StaffPost,
  StaffPostCard,
} from '@inkwell/shared/posts';
import { Quote } from '@inkwell/shared/quotes';
import { ReadingPlace } from '@inkwell/shared/reading';
import { Redirect, RedirectImport, RedirectInput, RedirectPatch } from '@inkwell/shared/redirects';
import { Review, ReviewEntry, WaitingReview } from '@inkwell/shared/reviews';
import { Revision, RevisionCard } from '@inkwell/shared/revisions';
import { FoundPosts, Suggestions } from '@inkwell/shared/search';
import { Series, SeriesInput, SeriesMove, SeriesOrder, SeriesPatch, StaffSeries } from '@inkwell/shared/series';
import { CommentSettings, Settings, SomeSettings } from '@inkwell/shared/settings';
import {
  SitePage,
  SitePageCard,
  SitePageConflict,
  SitePageInput,
  SitePagePatch,
  SlugState,
  StaffSitePage,
} from '@inkwell/shared/site-pages';
import { MigrationAnswer, OwnPicture, StorageStatus, UploadAnswer } from '@inkwell/shared/storage';
import {
  ImportRow,
  LinkedChoices,
  OwnSubscription,
  SubscriberDetails,
  SubscriberGrowth,
  SubscriberImport,
} from '@inkwell/shared/subscribers';
import { StaffTag, Tag, TagInput, TagPatch, TagRef } from '@inkwell/shared/tags';
import { Author, ProfilePatch, User } from '@inkwell/shared/users';
import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Shapes with a name of their own in the reference. */
const NAMED: Record<string, ZodMiniType> = {
  ...{ MailChoices, ImportRow, LinkedChoices, OwnSubscription, SubscriberDetails, SubscriberGrowth, SubscriberImport },
  ...{ FreeInput, MailSender, MailStanding, PostmarkEvent, SenderRecord, SnsMessage, Suppression, SuppressionInput },
  ...{ ContentExport, ContentImport, ImportInput, ImportReportLine, ImportUpload },
  ...{ ClosedSitting, DiscardedDraft, DiscardedDraftCard, DiscardInput },
  ...{
    Activity,
    Analytics,
    Answer,
    Author,
    AuthorChoice,
    NamedAuthor,
    AuthorProfile,
    Broadcast,
    Followed,
    ReadingPlace,
    FoundPosts,
    Suggestions,
    BroadcastInput,
    BulkFilter,
    BulkResult,
    BulkRun,
    Calendar,
    CallerSeen,
    Category,
  },
  ...{ Bookmark, Bookmarks, ReadingListEntry },
  ...{ CategoryPatch, CategoryUse },
  ...{ Settings, SomeSettings },
  ...{
    CategoryInput,
    CategoryRef,
    Comment,
    CommentedPost,
    CommentInput,
    CommentSettings,
    Draft,
    DraftCard,
    DraftInput,
    DraftPatch,
  },
  ...{
    ...{ Note, NoteInput, Quote, Review, ReviewEntry, WaitingReview },
    Editing,
    ...{ Issue, IssueCard, IssueCounts, IssueDecision, IssueInput, IssueMail, IssuePatch, IssuePreview, IssueSegment },
    Invitation,
    InvitationInput,
    OpenedInvitation,
    Job,
    LikeStatus,
    MigrationAnswer,
    ModeratedComment,
    ModerationCase,
    ModerationQueue,
    NotificationSettings,
  },
  ...{
    OwnPicture,
    LibraryPicture,
    PicturePlace,
    PersonModeration,
    Post,
    PostCard,
    PostConflict,
    PostInput,
    PostPatch,
    ProfilePatch,
    ReportReceipt,
    Revision,
  },
  ...{
    Redirect,
    RedirectImport,
    RedirectInput,
    RedirectPatch,
    SitePage,
    SitePageCard,
    SitePageConflict,
    SitePageInput,
    SitePagePatch,
    SlugState,
    StaffSitePage,
    RevisionCard,
    StaffPost,
    StaffPostCard,
    StaffTag,
    ...{ PostSeries, Series, SeriesInput, SeriesMove, SeriesOrder, SeriesPatch, StaffSeries },
    GuestAuthor,
    GuestInput,
    GuestPatch,
    Stats,
    StorageStatus,
    Subscriber,
    Tag,
    TagInput,
    TagPatch,
    TagRef,
    UploadAnswer,
    User,
    UserNotification,
  },
};

export interface SchemaWriter {
  /**
   * The JSON Schema of what a caller sends (`input`) or receives (`output`), with references to named shapes. Transformations such as
   * trimming are not part of it.
   */
  write(schema: ZodMiniType, io: 'input' | 'output'): JsonSchema;
  /** The named shapes referenced so far. */
  readonly components: Record<string, JsonSchema>;
}

export function createSchemaWriter(): SchemaWriter {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });
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
