import * as z from 'zod/mini';
import { CHANGE_RATE, endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, PageQuery } from './fields.ts';

/**
 * `hooks`: webhooks of the publication; `timeoutMs`: of one attempt; `answerBytes`: stored from an answer; `failures`: consecutive failures after
 * which a webhook is switched off; `freshMs`: the time until every instance knows a new or changed webhook.
 */
export const WEBHOOK_LIMITS = {
  hooks: 10,
  url: 2_000,
  timeoutMs: 10_000,
  answerBytes: 1_024,
  failures: 20,
  deliveryDays: 30,
  freshMs: 10_000,
} as const;

/** The beginning of a webhook's secret, according to Standard Webhooks. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

export const WEBHOOK_TEXTS = {
  full: `You have ${WEBHOOK_LIMITS.hooks} webhooks. Delete one that you no longer use.`,
  url: 'Enter a public https address without a port, user name or password',
  gone: 'The person who created this webhook is no longer an administrator. Delete it, and create it again.',
  waits: 'Earlier events of the same post must be delivered first, or this event is being sent',
} as const;

export const WebhookEvent = z.enum([
  'post.published',
  'post.updated',
  'post.unpublished',
  'post.deleted',
  'comment.created',
  'comment.held',
  'comment.reported',
  'subscriber.confirmed',
  'subscriber.left',
  'issue.sent',
]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** The type of the event that `test` sends. */
export const TEST_EVENT = 'webhook.test';

/** When each event happens. */
export const WEBHOOK_EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  'post.published': 'A post is published, also on schedule',
  'post.updated': 'A published post is changed',
  'post.unpublished': 'A post is unpublished',
  'post.deleted': 'A post that has been published is moved to the trash',
  'comment.created': 'A comment becomes visible for the first time',
  'comment.held': 'A comment is waiting for moderation',
  'comment.reported': 'Somebody reports a comment',
  'subscriber.confirmed': 'Somebody subscribes to the newsletter',
  'subscriber.left': 'Somebody unsubscribes from the newsletter',
  'issue.sent': 'A newsletter issue has been sent to everybody',
};

const WebhookUrl = z.string().check(
  z.trim(),
  z.minLength(1, 'Address is required'),
  z.maxLength(WEBHOOK_LIMITS.url, `Address must be at most ${WEBHOOK_LIMITS.url} characters`),
  z.refine((text) => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text)), WEBHOOK_TEXTS.url),
);

export const WebhookInput = z.object({
  url: WebhookUrl,
  events: z
    .array(WebhookEvent)
    .check(z.minLength(1, 'Select at least one event'), z.maxLength(WebhookEvent.options.length)),
  /** Whether events of subscribers contain the address. */
  withAddresses: z.optional(z.boolean()),
});
export type WebhookInput = z.infer<typeof WebhookInput>;

export const WebhookPatch = z.extend(z.partial(WebhookInput), { isOn: z.optional(z.boolean()) });
export type WebhookPatch = z.infer<typeof WebhookPatch>;

/** `waiting`: an attempt follows; `failed`: no further attempt follows; `skipped`: the webhook was off. */
export const DeliveryState = z.enum(['waiting', 'sending', 'delivered', 'failed', 'skipped']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** One attempt to deliver an event. */
export const WebhookAttempt = z.object({
  at: Instant,
  /** The HTTP status; null without an answer. */
  status: z.nullable(z.int()),
  /** The beginning of the answer. */
  answer: z.string(),
  /** Why the attempt failed without an answer, or despite one; null if the status shows it. */
  problem: z.nullable(z.string()),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

export const WebhookDelivery = z.object({
  id: z.string(),
  /** One of `WebhookEvent`, or `webhook.test`. */
  event: z.string(),
  state: DeliveryState,
  createdAt: Instant,
  /** When the next attempt is due; null if none follows. */
  nextAt: z.nullable(Instant),
  /** The last few, newest first. */
  attempts: z.array(WebhookAttempt),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** A webhook without its secret. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  withAddresses: z.boolean(),
  owner: z.object({ id: z.string(), name: z.string() }),
  createdAt: Instant,
  isOn: z.boolean(),
  /** Whether failures switched it off. */
  hasFailed: z.boolean(),
  /** False if its owner is no longer an administrator. */
  works: z.boolean(),
  lastDelivery: z.nullable(WebhookDelivery),
});
export type Webhook = z.infer<typeof Webhook>;

/** A new webhook. The secret is returned only once. */
export const NewWebhook = z.extend(Webhook, { secret: z.string() });
export type NewWebhook = z.infer<typeof NewWebhook>;

const SEND_RATE = { bucket: 'webhook-send', by: 'user', perMinute: 30, scope: 'instance' } as const;

export const webhookApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/webhooks',
    access: 'admin',
    summary: 'All webhooks, each with its last delivery.',
    response: z.array(Webhook),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/webhooks',
    access: 'admin',
    invalidates: 'nothing',
    summary: `Creates a webhook. Its secret is returned only once. 409 above ${WEBHOOK_LIMITS.hooks} webhooks.`,
    body: WebhookInput,
    response: NewWebhook,
    status: 201,
    mayConflict: true,
    rate: CHANGE_RATE,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/admin/webhooks/:id',
    access: 'admin',
    invalidates: 'nothing',
    summary: 'Changes a webhook, or switches it on or off. Safe to repeat.',
    params: IdParams,
    body: WebhookPatch,
    response: Webhook,
    rate: CHANGE_RATE,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/webhooks/:id',
    access: 'admin',
    invalidates: 'nothing',
    summary: 'Deletes a webhook. Waiting events are not sent. Safe to repeat.',
    params: IdParams,
    rate: CHANGE_RATE,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/admin/webhooks/:id/test',
    access: 'admin',
    invalidates: 'nothing',
    summary: `Sends a \`${TEST_EVENT}\` event once, even to a webhook that is off, and returns the result.`,
    params: IdParams,
    response: WebhookDelivery,
    rate: SEND_RATE,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/admin/webhooks/:id/deliveries',
    access: 'admin',
    summary: `The deliveries of the last ${WEBHOOK_LIMITS.deliveryDays} days, newest first.`,
    params: IdParams,
    query: PageQuery,
    response: z.array(WebhookDelivery),
    paged: true,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/admin/webhooks/:id/deliveries/:deliveryId/send',
    access: 'admin',
    invalidates: 'nothing',
    summary:
      'Sends an event now, with the same id and body, and answers the result. 409 while an earlier event of its post is waiting.',
    params: z.object({ id: DocumentId, deliveryId: DocumentId }),
    response: WebhookDelivery,
    mayConflict: true,
    rate: SEND_RATE,
  }),
} as const;
