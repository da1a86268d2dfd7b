import * as z from 'zod/mini';
import { CHANGE_RATE, endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, optionalText, PageQuery, requiredText } from './fields.ts';
import { Author } from './users.ts';

export const COMMENT_LIMITS = {
  content: 2_000,
  /** The longest reason of a report, in characters. */
  report: 500,
  /** Replies that a list includes with each thread. */
  firstAnswers: 3,
  /** How long a comment can be restored after its deletion. */
  restoreMs: 10_000,
  reportKeptDays: 180,
} as const;

/**
 * `held`: waits for staff, and only its author and staff see it. `hidden`: staff hid it, and only its author and staff see it. `deleted`:
 * readers see that there was a comment, because it has replies; its author deleted it, or staff hid it.
 */
export const CommentState = z.enum(['visible', 'held', 'hidden', 'deleted']);
export type CommentState = z.infer<typeof CommentState>;

const commentFields = {
  id: DocumentId,
  postId: DocumentId,
  /** Simple Markdown (`shared/src/markdown/comment-tree.ts`). Empty if the state is `deleted`, like `authorId`. */
  content: z.string(),
  authorId: z.string(),
  author: Author,
  createdAt: Instant,
  /** The comment that began the thread; null if this comment began it. */
  parentId: z.nullable(DocumentId),
  /** The reply that this comment replies to, and its author; null for replies to the first comment, and if that reply is gone. */
  replyTo: z.nullable(z.object({ id: DocumentId, name: z.nullable(z.string()) })),
  state: CommentState,
  /** Why staff hid the comment. Null for readers other than its author and staff, or without a reason. */
  reason: z.nullable(z.string()),
  editedAt: z.nullable(Instant),
};

/** A reply in a thread. */
export const Answer = z.object(commentFields);
export type Answer = z.infer<typeof Answer>;

export const Comment = z.object({
  ...commentFields,
  /** How many replies of the thread readers see; 0 for replies. */
  answersCount: z.int(),
  /** The first replies, oldest first; empty for replies. */
  answers: z.array(Answer),
});
export type Comment = z.infer<typeof Comment>;

const Content = requiredText(COMMENT_LIMITS.content, {
  required: 'Please enter a comment',
  tooLong: `Comment too long (at most ${COMMENT_LIMITS.content} characters)`,
});

export const CommentInput = z.object({
  content: Content,
  /** The comment to reply to. A reply to a reply joins the same thread. */
  parentId: z.optional(z.nullable(DocumentId)),
});
export type CommentInput = z.infer<typeof CommentInput>;

export const CommentPatch = z.object({ content: Content });
export type CommentPatch = z.infer<typeof CommentPatch>;

const Reason = requiredText(COMMENT_LIMITS.report, {
  required: 'Please say what is wrong',
  tooLong: `Reason too long (at most ${COMMENT_LIMITS.report} characters)`,
});

export const ReportInput = z.object({ reason: Reason });
export type ReportInput = z.infer<typeof ReportInput>;

/** A legal report, which visitors without an account may send. `email` is for questions. */
export const LegalReportInput = z.object({
  reason: Reason,
  email: z.optional(optionalText(254, { tooLong: 'Email address too long' })),
});
export type LegalReportInput = z.infer<typeof LegalReportInput>;

/** Confirms to the sender that a report was received. */
export const ReportReceipt = z.object({ receivedAt: Instant, keptUntil: Instant });
export type ReportReceipt = z.infer<typeof ReportReceipt>;

/** Who may comment: all accounts, accounts with a confirmed email address, or nobody. */
export const CommentAccess = z.enum(['all', 'verified', 'off']);
export type CommentAccess = z.infer<typeof CommentAccess>;

/** Why somebody cannot comment on a post. `closed`: the post is too old. */
export const CommentsClosed = z.enum(['off', 'verified', 'closed']);
export type CommentsClosed = z.infer<typeof CommentsClosed>;

export const COMMENTS_CLOSED_TEXT: Record<CommentsClosed, string> = {
  off: 'Comments are turned off here.',
  verified: 'Please confirm your email address to comment.',
  closed: 'Comments on this post are closed.',
};

export const commentApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/posts/:id/comments',
    access: 'public',
    scope: 'comments:read',
    summary:
      'The threads of a post, newest first, each with its first 3 replies, oldest first. `X-Total-Count` counts comments including replies. Callers also see their own held and hidden comments.',
    params: IdParams,
    query: PageQuery,
    response: z.array(Comment),
    paged: true,
    cacheable: true,
    moderated: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/posts/:id/comments',
    access: 'signed-in',
    invalidates: 'post',
    summary:
      'Comments on a post, or replies to a comment on it. A comment that the rules of the publication hold has the state `held`.',
    params: IdParams,
    body: CommentInput,
    response: Comment,
    status: 201,
    rate: { bucket: 'comment', by: 'user', perMinute: 30, scope: 'instance' },
    newcomerRate: { bucket: 'newcomer-comment', by: 'user', perMinute: 5, scope: 'everywhere' },
    newcomerAddressRate: { bucket: 'newcomers-comment', by: 'address', perMinute: 60, scope: 'everywhere' },
  }),
  access: endpoint({
    method: 'GET',
    path: '/api/posts/:id/comments/access',
    access: 'signed-in',
    summary: 'Whether the caller may comment on a post; if not, why.',
    params: IdParams,
    response: z.object({ refused: z.nullable(CommentsClosed) }),
  }),
  thread: endpoint({
    method: 'GET',
    path: '/api/comments/:id',
    access: 'public',
    scope: 'comments:read',
    summary: 'The thread of a comment in the form of the list of its post, with the comment among the replies.',
    params: IdParams,
    response: Comment,
    cacheable: true,
    moderated: true,
  }),
  answers: endpoint({
    method: 'GET',
    path: '/api/comments/:id/answers',
    access: 'public',
    scope: 'comments:read',
    summary: 'The replies of a thread, oldest first. Callers also see their own held and hidden replies.',
    params: IdParams,
    query: PageQuery,
    response: z.array(Answer),
    paged: true,
    cacheable: true,
    moderated: true,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/comments/:id',
    access: 'signed-in',
    invalidates: 'post',
    summary:
      "Changes one of the caller's comments, unless staff have hidden the comment. The new text may be held; staff see the earlier texts.",
    params: IdParams,
    body: CommentPatch,
    response: Comment,
    rate: { bucket: 'comment-edit', by: 'user', perMinute: 30, scope: 'instance' },
    newcomerRate: { bucket: 'newcomer-comment-edit', by: 'user', perMinute: 5, scope: 'everywhere' },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/comments/:id',
    access: 'signed-in',
    summary:
      "Deletes one of the caller's comments. If the comment has replies, readers see that a comment was deleted.",
    params: IdParams,
    rate: { bucket: 'comment-remove', by: 'user', perMinute: 30, scope: 'instance' },
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/comments/:id/restore',
    access: 'signed-in',
    invalidates: 'post',
    summary: "Restores one of the caller's comments that was deleted in the last 10 seconds. Safe to repeat.",
    params: IdParams,
    response: Comment,
    rate: { bucket: 'comment-remove', by: 'user', perMinute: 30, scope: 'instance' },
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/comments/:id/report',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: 'Reports a comment to staff; one report per account and comment. Safe to repeat.',
    params: IdParams,
    body: ReportInput,
    response: ReportReceipt,
    status: 201,
    rate: { bucket: 'report', by: 'user', perMinute: 10, scope: 'everywhere' },
  }),
  legalReport: endpoint({
    method: 'POST',
    path: '/api/comments/:id/legal-report',
    access: 'public',
    invalidates: 'nothing',
    summary: 'Reports a comment as illegal, without an account.',
    params: IdParams,
    body: LegalReportInput,
    response: ReportReceipt,
    status: 201,
    rate: { bucket: 'legal-report', by: 'address', perMinute: 3, scope: 'everywhere' },
  }),
  changeSubscription: endpoint({
    method: 'PATCH',
    path: '/api/comments/:id/subscription',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: 'Sets whether the caller is notified of new replies in the thread of a comment.',
    params: IdParams,
    body: z.object({ muted: z.boolean() }),
    rate: CHANGE_RATE,
  }),
} as const;
