import * as z from 'zod/mini';
import { CHANGE_RATE, endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, PageQuery, requiredText } from './fields.ts';

export const NOTIFICATION_LIMITS = { title: 200, message: 2_000, feed: 50, mutedThreads: 500 } as const;

export const NotificationType = z.enum(['info', 'success', 'warning', 'error']);
export type NotificationType = z.infer<typeof NotificationType>;

/** `broadcast`: from an admin to all; `reply`: answers in a thread of the reader; `comment`: comments on a post of the reader. */
export const NotificationKind = z.enum(['broadcast', 'reply', 'comment']);
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
  /** Where it leads: a path of the site; null for broadcasts. */
  link: z.nullable(z.string()),
});
export type UserNotification = z.infer<typeof UserNotification>;

/** A broadcast as admins see it. */
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
});
export type BroadcastInput = z.infer<typeof BroadcastInput>;

/**
 * What the server pushes over `/ws` for each broadcast. Product §4 and §7, which know `title` and `message`; a server that sends
 * no `type` means info.
 */
export const LiveMessage = z.object({
  type: z.literal('notification'),
  data: z.object({
    title: z.string(),
    message: z.string(),
    type: z._default(NotificationType, 'info'),
    /** Where a notice leads. */
    link: z.optional(z.string()),
  }),
});
export type LiveMessage = z.infer<typeof LiveMessage>;

/** The first message a client sends over `/ws`. */
export const LiveAuth = z.object({ type: z.literal('auth'), token: z.string().check(z.minLength(1)) });
export type LiveAuth = z.infer<typeof LiveAuth>;

/** Why `/ws` was closed by the server (RFC 6455 §7.4.2: 4000 to 4999 are private). */
export const LIVE_CLOSE = {
  badToken: 4401,
  blocked: 4403,
  authTimeout: 4408,
  protocol: 4400,
  /** The account has as many sockets as it may: another attempt would end the same way. */
  tooMany: 4429,
} as const;

/** What a reader wants to be told of. */
export const NoticeChoices = z.object({
  /** Answers to comments of the reader. */
  replies: z.boolean(),
  /** Comments on posts of the reader. */
  comments: z.boolean(),
});
export type NoticeChoices = z.infer<typeof NoticeChoices>;

/** Absent choices stay. */
export const NoticeChoicesPatch = z.partial(NoticeChoices);
export type NoticeChoicesPatch = z.infer<typeof NoticeChoicesPatch>;

/** What a reader is told of, and the threads of which they are not: ids of the comments that those began with. */
export const NoticeSettings = z.object({ ...NoticeChoices.shape, mutedThreads: z.array(DocumentId) });
export type NoticeSettings = z.infer<typeof NoticeSettings>;

/** Who wrote, in words: the one who wrote last, and how many others. */
export function noticeTitle(kind: 'reply' | 'comment', names: readonly string[]): string {
  const others = names.length - 1;
  const who = others > 0 ? `${names[0]} and ${others} ${others === 1 ? 'other' : 'others'}` : (names[0] ?? 'Somebody');
  return kind === 'reply' ? `${who} replied to your comment` : `${who} commented on your post`;
}

export const notificationApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: 'signed-in',
    summary:
      'The newest 50 broadcasts since the account exists and the newest 50 notices to the caller, newest first, with what is read.',
    response: z.array(UserNotification),
  }),
  markRead: endpoint({
    method: 'PATCH',
    path: '/api/notifications/:id/read',
    access: 'signed-in',
    summary: 'Marks one notification as read. Safe to repeat.',
    params: IdParams,
    rate: CHANGE_RATE,
  }),
  markAllRead: endpoint({
    method: 'PATCH',
    path: '/api/notifications/read-all',
    access: 'signed-in',
    summary: 'Marks every notification as read. Safe to repeat.',
    rate: CHANGE_RATE,
  }),
  choices: endpoint({
    method: 'GET',
    path: '/api/notifications/choices',
    access: 'signed-in',
    summary: 'What the caller wants to be told of.',
    response: NoticeSettings,
  }),
  changeChoices: endpoint({
    method: 'PATCH',
    path: '/api/notifications/choices',
    access: 'signed-in',
    summary: 'Changes what the caller wants to be told of. Absent fields stay.',
    body: NoticeChoicesPatch,
    response: NoticeSettings,
    rate: CHANGE_RATE,
  }),
  broadcast: endpoint({
    method: 'POST',
    path: '/api/notifications',
    access: 'admin',
    summary: 'Sends a notification to all users.',
    body: BroadcastInput,
    response: Broadcast,
    status: 201,
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
