import { NEWSLETTER_LIMITS, type Subscriber } from '@inkwell/shared/newsletter';
import { SUBSCRIBER_LIMITS, type SubscriberDetails, SubscriberWant } from '@inkwell/shared/subscribers';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { decoderOf } from '../firestore/decoder.ts';
import { Moment } from '../firestore/moment.ts';
import { CONSENT_SOURCES } from './consent.ts';

const optionalMoment = z._default(z.nullable(Moment), null);

/**
 * A subscriber. After unsubscribing, a document without address and `subscribedAt` keeps the generation for a day. If the subscription was confirmed,
 * it also keeps the consents, for 3 years, so that no import restores the address. Lists exclude such documents.
 */
const SubscriberDocument = z.object({
  email: z._default(z.nullable(z.string()), null),
  isConfirmed: z.boolean(),
  subscribedAt: optionalMoment,
  confirmedAt: optionalMoment,
  /** SHA-256 of the confirmation token; null if it was used or is invalid. */
  tokenHash: z._default(z.nullable(z.string()), null),
  tokenExpiresAt: optionalMoment,
  /** The number of confirmation emails, which is part of the email's id. Never decreases, even if the document is deleted. */
  generation: z._default(z.int(), 0),
  /** The address normalized by `normalizeEmail`, which admins search by. */
  emailKey: z._default(z.nullable(z.string()), null),
  wants: z._default(z.array(SubscriberWant), ['newsletter']),
  /** The chosen categories of posts and issues; null for all. */
  categories: z._default(z.nullable(z.array(z.int())), null),
  /** The account that subscribed its own address; null for others. */
  accountId: z._default(z.nullable(z.string()), null),
  /** For imports from another site. */
  labels: z._default(z.array(z.string()), []),
  /** Oldest first. */
  consents: z._default(z.array(z.object({ at: Moment, text: z.string(), source: z.enum(CONSENT_SOURCES) })), []),
  /** The import that added the address, and the row. */
  importId: z._default(z.nullable(z.string()), null),
  importPlace: z._default(z.nullable(z.int()), null),
  /** The post whose form was used, until the subscription is confirmed; then only the traffic totals include it. */
  fromPost: z._default(z.nullable(z.string()), null),
  /** When a confirmed subscription ended. The document then has no address, except while its owner is asked to confirm again. */
  leftAt: optionalMoment,
});

/** The version of the data that has all fields above. */
export const SUBSCRIBER_VERSION = 9;

const DAY_MS = 86_400_000;

/** The time until which a subscription requested at this time is stored and can be confirmed. */
export const confirmableUntil = (askedAt: Date): Date =>
  new Date(askedAt.getTime() + NEWSLETTER_LIMITS.confirmationDays * DAY_MS);

/** How long an unsubscription is remembered. */
export const leftUntil = (leftAt: Date): Date =>
  new Date(leftAt.getTime() + SUBSCRIBER_LIMITS.leftYears * 366 * DAY_MS);

export type StoredSubscriber = z.infer<typeof SubscriberDocument> & { readonly id: string };

export const decodeSubscriber = decoderOf(SubscriberDocument);

/** The time of the last confirmation email to a mailbox, for any spelling of its address. */
const RecipientDocument = z.object({ lastMailAt: Moment });

export function decodeRecipient(snapshot: DocumentSnapshot): z.infer<typeof RecipientDocument> | null {
  const data = snapshot.data();
  return data === undefined ? null : z.parse(RecipientDocument, data);
}

/** A subscriber as shown to admins. Product §3. */
export function toSubscriber({ id, email, isConfirmed, subscribedAt }: StoredSubscriber): Subscriber {
  return { id, email: email ?? '', isConfirmed, subscribedAt: subscribedAt?.toISOString() ?? null };
}

/** With choices and consents, as shown to admins. */
export const toSubscriberDetails = (subscriber: StoredSubscriber): SubscriberDetails => ({
  ...toSubscriber(subscriber),
  confirmedAt: subscriber.confirmedAt?.toISOString() ?? null,
  wants: subscriber.wants,
  categories: subscriber.categories,
  hasAccount: subscriber.accountId !== null,
  labels: subscriber.labels,
  consents: subscriber.consents.map(({ at, text, source }) => ({ at: at.toISOString(), text, source })),
});
