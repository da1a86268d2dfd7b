import { canManageWebhooks } from '@inkwell/shared/permissions';
import { DeliveryState, type WebhookDelivery, WebhookEvent } from '@inkwell/shared/webhooks';
import * as z from 'zod/mini';
import { decoderOf } from '../firestore/decoder.ts';
import { Moment } from '../firestore/moment.ts';
import type { decodeUser } from '../users/users.converter.ts';

const HookDocument = z.object({
  ownerId: z.string(),
  url: z.string(),
  /** Omits event types that only a newer version knows. */
  events: z.pipe(
    z.array(z.string()),
    z.transform((events) => WebhookEvent.options.filter((event) => events.includes(event))),
  ),
  withAddresses: z.boolean(),
  /** Signs requests. Returned only when the webhook is created. */
  secret: z.string(),
  isOn: z.boolean(),
  /** Failed attempts since the last success. */
  failures: z.int(),
  hasFailed: z.boolean(),
  createdAt: Moment,
});
export type StoredHook = z.infer<typeof HookDocument> & { readonly id: string };

export const decodeHook = decoderOf(HookDocument);

export const encodeHook = ({ id: _id, ...fields }: StoredHook) => ({ ...fields, schemaVersion: 1 });

/** Whether an account may still own webhooks. */
export const mayOwn = (owner: ReturnType<typeof decodeUser> | undefined): owner is NonNullable<typeof owner> =>
  owner != null && !owner.isBlocked && !owner.leaving && canManageWebhooks(owner);

const Attempt = z.object({
  at: Moment,
  status: z.nullable(z.int()),
  answer: z.string(),
  problem: z.nullable(z.string()),
});

const DeliveryDocument = z.object({
  hookId: z.string(),
  event: z.string(),
  /** The bytes that each attempt sends. */
  body: z.string(),
  state: DeliveryState,
  /** The webhook and the subject of the event, such as a post; absent once no attempt follows. */
  lane: z._default(z.nullable(z.string()), null),
  /** When the next attempt or the end of a lease is due; absent once no attempt follows. */
  dueAt: z._default(z.nullable(Moment), null),
  /** A person requested a single attempt. */
  isOnce: z.boolean(),
  /** Counted at the start of each attempt. */
  starts: z.int(),
  fence: z.int(),
  attempts: z.array(Attempt),
  createdAt: Moment,
});
export type StoredDelivery = z.infer<typeof DeliveryDocument> & { readonly id: string };

export const decodeDelivery = decoderOf(DeliveryDocument);

export const toDelivery = (delivery: StoredDelivery): WebhookDelivery => ({
  id: delivery.id,
  event: delivery.event,
  state: delivery.state,
  createdAt: delivery.createdAt.toISOString(),
  nextAt: delivery.state === 'waiting' ? (delivery.dueAt?.toISOString() ?? null) : null,
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() })),
});
