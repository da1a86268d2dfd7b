import * as z from 'zod/mini';
import { Answer, CommentAccess } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, optionalText, PageQuery } from './fields.ts';
import { Author } from './users.ts';

export const MODERATION_LIMITS = {
  /** Why a comment was hidden. */
  reason: 500,
  /** Comments that one call changes. */
  bulk: 100,
  /** What staff see of a thread, of the reports on a comment and of its earlier texts: the newest so many. */
  thread: 100,
  reports: 50,
  earlierTexts: 10,
} as const;

/** The rule by which a comment waits: one of the author's first, too many links, a word of the list, or that all wait. */
export const HeldCommentRule = z.enum(['first', 'links', 'words', 'everything']);
export type HeldCommentRule = z.infer<typeof HeldCommentRule>;

/** A comment as staff see it: never `deleted`, but for the start of a thread whose answers stay. */
export const ModeratedComment = z.object({
  ...Answer.shape,
  heldBy: z.nullable(HeldCommentRule),
  /** Reports since staff last decided about it. */
  reportsCount: z.int(),
  /** Null when the post is gone. */
  post: z.nullable(z.object({ id: DocumentId, title: z.string() })),
  /** What an answer stands below; null for what begins a thread. */
  starter: z.nullable(Answer),
});
export type ModeratedComment = z.infer<typeof ModeratedComment>;

export const Report = z.object({
  reason: z.string(),
  /** Null for visitors. */
  reporter: z.nullable(Author),
  /** How a visitor can be asked back. */
  email: z.nullable(z.string()),
  createdAt: Instant,
});
export type Report = z.infer<typeof Report>;

/** A comment with all that staff decide by. */
export const ModerationCase = z.object({
  comment: ModeratedComment,
  /** The thread around it: its start, then the answers, oldest first. */
  thread: z.array(ModeratedComment),
  /** Newest first; kept for `COMMENT_LIMITS.reportKeptDays` days. */
  reports: z.array(Report),
  /** What the comment said before it was edited, newest first. */
  earlier: z.array(z.object({ content: z.string(), until: Instant })),
});
export type ModerationCase = z.infer<typeof ModerationCase>;

export const ModerationFilter = z.enum(['reported', 'held', 'hidden', 'visible']);
export type ModerationFilter = z.infer<typeof ModerationFilter>;

export const ModerationQuery = z.object({
  ...PageQuery.shape,
  /** Absent: whatever their state. */
  state: z.optional(ModerationFilter),
  userId: z.optional(DocumentId),
  postId: z.optional(DocumentId),
  /** `reports`: most reported first, for `state=reported` alone. */
  sort: z.optional(z.enum(['newest', 'reports'])),
});
export type ModerationQuery = z.infer<typeof ModerationQuery>;

const reason = z.optional(optionalText(MODERATION_LIMITS.reason, { tooLong: 'Reason too long' }));

/** `visible` also settles what was reported. The reason is for the author. */
export const ModerationPatch = z.object({ state: z.enum(['visible', 'hidden']), reason });
export type ModerationPatch = z.infer<typeof ModerationPatch>;

export const BulkModeration = z.object({
  ids: z
    .array(DocumentId)
    .check(z.minLength(1, 'No comments'), z.maxLength(MODERATION_LIMITS.bulk, 'Too many comments')),
  ...ModerationPatch.shape,
});
export type BulkModeration = z.infer<typeof BulkModeration>;

/** What became of all comments of a person. */
export const PersonModeration = z.object({
  /** How many were changed by the time of the answer. */
  changed: z.int(),
  /** False while the rest is being changed. */
  isDone: z.boolean(),
});
export type PersonModeration = z.infer<typeof PersonModeration>;

/** How much waits for staff. */
export const ModerationQueue = z.object({ reported: z.int(), held: z.int() });
export type ModerationQueue = z.infer<typeof ModerationQueue>;

/** Null: as the settings of the publication say. */
const PostCommentAccess = z.object({ access: z.nullable(CommentAccess) });

export const moderationApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/comments',
    access: 'staff',
    summary: 'Comments on all posts, newest or most reported first.',
    query: ModerationQuery,
    response: z.array(ModeratedComment),
    paged: true,
  }),
  queue: endpoint({
    method: 'GET',
    path: '/api/admin/comments/queue',
    access: 'staff',
    summary: 'How many comments are reported, and how many are held.',
    response: ModerationQueue,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/comments/:id',
    access: 'staff',
    summary: 'A comment with its thread, the reports on it, and its earlier texts.',
    params: IdParams,
    response: ModerationCase,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/comments/:id',
    access: 'staff',
    summary: 'Hides or shows a comment, which also settles its reports. Safe to repeat.',
    params: IdParams,
    body: ModerationPatch,
    response: ModeratedComment,
  }),
  changeMany: endpoint({
    method: 'PATCH',
    path: '/api/admin/comments',
    access: 'staff',
    summary: 'Hides or shows up to 100 comments, and answers the ids of those that exist. Safe to repeat.',
    body: BulkModeration,
    response: z.object({ ids: z.array(DocumentId) }),
  }),
  hideAllOf: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/comments/hide',
    access: 'staff',
    summary:
      'Hides every comment of an account; only admins may do this to accounts of staff. Continues after the answer. Safe to repeat.',
    params: IdParams,
    body: z.object({ reason }),
    bodyOptional: true,
    response: PersonModeration,
  }),
  showAllOf: endpoint({
    method: 'POST',
    path: '/api/admin/users/:id/comments/show',
    access: 'staff',
    summary: 'Shows every hidden comment of an account, under the same rules. Safe to repeat.',
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
