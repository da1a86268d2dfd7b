import * as z from 'zod/mini';
import { CHANGE_RATE, endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, PageQuery, requiredText } from './fields.ts';

export const NOTIFICATION_LIMITS = { title: 200, message: 2_000, feed: 50, mutedThreads: 500 } as const;

export const NotificationType = z.enum(['info', 'success', 'warning', 'error']);
export type NotificationType = z.infer<typeof NotificationType>;

/**
 * `broadcast`: from an admin to everybody. `reply`: a reply to a comment of the reader. `comment`: a comment on a post of the reader. `review`: a
 * step in the review of a post. `note`: a note on a post. `following`: new followed posts.
 */
export const NotificationKind = z.enum(['broadcast', 'reply', 'comment', 'review', 'note', 'following']);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** A notification as one reader sees it. Product §3. */
export const UserNotification = z.object({
  id: DocumentId,
  title: z.string(),
  message: z.string(),
  type: NotificationType,
  isRead: z.boolean(),
  createdAt: Instant,
  kind: NotificationKind,
  /** A path of the site; null for broadcasts. */
  link: z.nullable(z.string()),
});
export type UserNotification = z.infer<typeof UserNotification>;

/** A broadcast as shown to admins. */
export const Broadcast = z.object({
  id: DocumentId,
  title: z.string(),
  message: z.string(),
  type: NotificationType,
  createdAt: Instant,
  sender: z.object({
    firstName: z.nullable(z.string()),
    displayName: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
});
export type Broadcast = z.infer<typeof Broadcast>;

export const BroadcastInput = z.object({
  title: requiredText(NOTIFICATION_LIMITS.title, { required: 'Title is required', tooLong: 'Title too long' }),
  message: requiredText(NOTIFICATION_LIMITS.message, { required: 'Message is required', tooLong: 'Message too long' }),
  type: z._default(NotificationType, 'info'),
  /** Whether to email accounts that want broadcasts by email. */
  isMailed: z.optional(z.boolean()),
});
export type BroadcastInput = z.infer<typeof BroadcastInput>;

/** Pushed over `/ws` for each notification. Product §4 and §7 define `title` and `message`; a missing `type` means info. */
export const LiveMessage = z.object({
  type: z.literal('notification'),
  data: z.object({
    title: z.string(),
    message: z.string(),
    type: z._default(NotificationType, 'info'),
    /** The page that a personal notification links to. */
    link: z.optional(z.string()),
  }),
});
export type LiveMessage = z.infer<typeof LiveMessage>;

/** The first message of a client over `/ws`. */
export const LiveAuth = z.object({ type: z.literal('auth'), token: z.string().check(z.minLength(1)) });
export type LiveAuth = z.infer<typeof LiveAuth>;

/** Why the server closed `/ws`. The range 4000 to 4999 is for private use (RFC 6455 §7.4.2). */
export const LIVE_CLOSE = {
  badToken: 4401,
  blocked: 4403,
  authTimeout: 4408,
  protocol: 4400,
  /** The account has too many sockets. The client must not try again. */
  tooMany: 4429,
} as const;

export const NotificationChoices = z.object({
  replies: z.boolean(),
  comments: z.boolean(),
  reviews: z.boolean(),
  notes: z.boolean(),
  following: z.boolean(),
});
export type NotificationChoices = z.infer<typeof NotificationChoices>;

/** Omitted choices do not change. */
export const NotificationChoicesPatch = z.partial(NotificationChoices);
export type NotificationChoicesPatch = z.infer<typeof NotificationChoicesPatch>;

/** `mutedThreads` contains the id of each thread's first comment. */
export const NotificationSettings = z.object({ ...NotificationChoices.shape, mutedThreads: z.array(DocumentId) });
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const notificationApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: 'signed-in',
    summary:
      'The newest 50 broadcasts since the account exists and the newest 50 personal notifications of the caller, newest first, read or unread.',
    response: z.array(UserNotification),
  }),
  markRead: endpoint({
    method: 'PATCH',
    path: '/api/notifications/:id/read',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: 'Marks one notification as read.',
    params: IdParams,
    rate: CHANGE_RATE,
  }),
  markAllRead: endpoint({
    method: 'PATCH',
    path: '/api/notifications/read-all',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: 'Marks every notification as read.',
    rate: CHANGE_RATE,
  }),
  choices: endpoint({
    method: 'GET',
    path: '/api/notifications/choices',
    access: 'signed-in',
    summary: 'Which personal notifications the caller wants, and the threads that the caller has muted.',
    response: NotificationSettings,
  }),
  changeChoices: endpoint({
    method: 'PATCH',
    path: '/api/notifications/choices',
    access: 'signed-in',
    invalidates: 'nothing',
    summary: 'Changes which personal notifications the caller wants. Absent fields do not change.',
    body: NotificationChoicesPatch,
    response: NotificationSettings,
    rate: CHANGE_RATE,
  }),
  broadcast: endpoint({
    method: 'POST',
    path: '/api/notifications',
    access: 'admin',
    invalidates: 'nothing',
    summary:
      'Sends a notification to all users; with `isMailed` also by mail, which is 409 without the postal address of the sender.',
    body: BroadcastInput,
    response: Broadcast,
    status: 201,
    mayConflict: true,
  }),
  broadcasts: endpoint({
    method: 'GET',
    path: '/api/admin/notifications',
    access: 'admin',
    summary: 'Broadcasts sent so far, newest first.',
    query: PageQuery,
    response: z.array(Broadcast),
    paged: true,
  }),
} as const;
