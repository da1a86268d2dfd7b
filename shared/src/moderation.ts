import * as z from 'zod/mini';
import { Answer, CommentAccess } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { DocumentId, FindQuery, IdParams, Instant, optionalText, PageQuery } from './fields.ts';
import { Author } from './users.ts';

export const MODERATION_LIMITS = {
  /** The longest reason for hiding a comment, in characters. */
  reason: 500,
  /** The maximum number of comments that one call changes. */
  bulk: 100,
  /** How many of a thread's newest replies, a comment's newest reports and its latest earlier texts staff see. */
  thread: 100,
  reports: 50,
  earlierTexts: 10,
} as const;

/** Why a comment is held: it is one of its author's first, has too many links or a listed word, or every comment is held. */
export const HeldCommentRule = z.enum(['first', 'links', 'words', 'everything']);
export type HeldCommentRule = z.infer<typeof HeldCommentRule>;

/** A comment as shown to staff. Only the first comment of a thread with replies can be `deleted`. */
export const ModeratedComment = z.object({
  ...Answer.shape,
  heldBy: z.nullable(HeldCommentRule),
  /** Reports since the last decision by staff. */
  reportsCount: z.int(),
  /** Null if the post was removed. A post in the trash keeps its comments, and staff still decide about them. */
  post: z.nullable(z.object({ id: DocumentId, title: z.string(), isInTrash: z.boolean() })),
  /** The first comment of the thread; null for the first comment itself. */
  starter: z.nullable(Answer),
});
export type ModeratedComment = z.infer<typeof ModeratedComment>;

export const Report = z.object({
  reason: z.string(),
  /** Null for visitors. */
  reporter: z.nullable(Author),
  /** For questions to a visitor. */
  email: z.nullable(z.string()),
  createdAt: Instant,
});
export type Report = z.infer<typeof Report>;

/** A comment with everything that staff need for a decision. */
export const ModerationCase = z.object({
  comment: ModeratedComment,
  /** The thread of the comment: its first comment, then the replies, oldest first. */
  thread: z.array(ModeratedComment),
  /** Newest first; kept for `COMMENT_LIMITS.reportKeptDays` days. */
  reports: z.array(Report),
  /** The texts before each edit, newest first. */
  earlier: z.array(z.object({ content: z.string(), until: Instant })),
});
export type ModerationCase = z.infer<typeof ModerationCase>;

export const ModerationFilter = z.enum(['reported', 'held', 'hidden', 'visible']);
export type ModerationFilter = z.infer<typeof ModerationFilter>;

export const ModerationQuery = z.object({
  ...PageQuery.shape,
  /** Comments that contain each word, in any form; only with `newest`. Blank counts as absent. */
  q: z.optional(FindQuery),
  state: z.optional(ModerationFilter),
  userId: z.optional(DocumentId),
  postId: z.optional(DocumentId),
  /** `reports`: most reported first; only with `state=reported`. */
  sort: z.optional(z.enum(['newest', 'reports'])),
});
export type ModerationQuery = z.infer<typeof ModerationQuery>;

const reason = z.optional(optionalText(MODERATION_LIMITS.reason, { tooLong: 'Reason too long' }));

/** `visible` also settles reports. The author sees the reason. */
export const ModerationPatch = z.object({ state: z.enum(['visible', 'hidden']), reason });
export type ModerationPatch = z.infer<typeof ModerationPatch>;

export const BulkModeration = z.object({
  ids: z
    .array(DocumentId)
    .check(z.minLength(1, 'No comments'), z.maxLength(MODERATION_LIMITS.bulk, 'Too many comments')),
  ...ModerationPatch.shape,
});
export type BulkModeration = z.infer<typeof BulkModeration>;

/** The result for all comments of a person. */
export const PersonModeration = z.object({
  /** The number of comments changed before the answer. */
  changed: z.int(),
  /** False while a job changes the rest. */
  isDone: z.boolean(),
});
export type PersonModeration = z.infer<typeof PersonModeration>;

/** The numbers of comments that wait for staff. */
export const ModerationQueue = z.object({ reported: z.int(), held: z.int() });
export type ModerationQueue = z.infer<typeof ModerationQueue>;

/** Null: the settings of the publication apply. */
const PostCommentAccess = z.object({ access: z.nullable(CommentAccess) });

export const moderationApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/comments',
    access: 'staff',
    scope: 'comments:read',
    summary: 'Comments on all posts, newest or most reported first.',
    query: ModerationQuery,
    response: z.array(ModeratedComment),
    paged: true,
    isForgiving: true,
  }),
  queue: endpoint({
    method: 'GET',
    path: '/api/admin/comments/queue',
    access: 'staff',
    scope: 'comments:read',
    summary: 'How many comments are reported, and how many are held.',
    response: ModerationQueue,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/comments/:id',
    access: 'staff',
    scope: 'comments:read',
    summary: 'A comment with its thread, the reports on it, and its earlier texts.',
    params: IdParams,
    response: ModerationCase,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/comments/:id',
    access: 'staff',
    scope: 'comments:moderate',
    summary: 'Hides or shows a comment, which also settles its reports.',
    params: IdParams,
    body: ModerationPatch,
    response: ModeratedComment,
  }),
  changeMany: endpoint({
    method: 'PATCH',
    path: '/api/admin/comments',
    access: 'staff',
    scope: 'comments:moderate',
    summary: 'Hides or shows up to 100 comments. Returns the ids of the comments that exist.',
    body: BulkModeration,
    response: z.object({ ids: z.array(DocumentId) }),
  }),
  hideAllOf: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/comments/hide',
    access: 'staff',
    summary:
      'Hides every comment of an account; only admins may do this to accounts of staff. Waits for an earlier call about the account, and continues after the answer. Safe to repeat.',
    params: IdParams,
    body: z.object({ reason }),
    bodyOptional: true,
    response: PersonModeration,
  }),
  showAllOf: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/comments/show',
    access: 'staff',
    summary:
      'Gives every comment that was hidden with all of its account the state it had before, under the same rules. Safe to repeat.',
    params: IdParams,
    response: PersonModeration,
  }),
  postAccess: endpoint({
    method: 'GET',
    path: '/api/admin/posts/:id/comments',
    access: 'staff',
    summary: 'Who may comment on a post.',
    params: IdParams,
    response: PostCommentAccess,
  }),
  changePostAccess: endpoint({
    method: 'PATCH',
    path: '/api/admin/posts/:id/comments',
    access: 'staff',
    summary: 'Chooses who may comment on a post.',
    params: IdParams,
    body: PostCommentAccess,
    response: PostCommentAccess,
  }),
} as const;
