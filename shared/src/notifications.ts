import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, PageQuery, requiredText } from './fields.ts';

export const NOTIFICATION_LIMITS = { title: 200, message: 2_000, feed: 50 } as const;

export const NotificationType = z.enum(['info', 'success', 'warning', 'error']);
export type NotificationType = z.infer<typeof NotificationType>;

/** A broadcast as one reader sees it. Product §3. */
export const UserNotification = z.object({
  id: DocumentId,
  title: z.string(),
  message: z.string(),
  type: NotificationType,
  isRead: z.boolean(),
  createdAt: Instant,
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
  data: z.object({ title: z.string(), message: z.string(), type: z._default(NotificationType, 'info') }),
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

export const notificationApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    access: 'signed-in',
    summary: 'The newest 50 broadcasts since the account exists, newest first, with the read state of the caller.',
    response: z.array(UserNotification),
  }),
  markRead: endpoint({
    method: 'PATCH',
    path: '/api/notifications/:id/read',
    access: 'signed-in',
    summary: 'Marks one notification as read. Safe to repeat.',
    params: IdParams,
  }),
  markAllRead: endpoint({
    method: 'PATCH',
    path: '/api/notifications/read-all',
    access: 'signed-in',
    summary: 'Marks every notification as read. Safe to repeat.',
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
