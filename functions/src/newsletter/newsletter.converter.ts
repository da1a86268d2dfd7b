import type { Subscriber } from '@inkwell/shared/newsletter';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

const optionalMoment = z._default(z.nullable(Moment), null);

/** A subscriber. After unsubscribing, a document without address and `subscribedAt` keeps the generation for a day; lists exclude it. */
const SubscriberDocument = z.object({
  email: z._default(z.nullable(z.string()), null),
  isConfirmed: z.boolean(),
  subscribedAt: optionalMoment,
  confirmedAt: optionalMoment,
  /** SHA-256 of the confirmation token; null if it was used or is invalid. */
  tokenHash: z._default(z.nullable(z.string()), null),
  tokenExpiresAt: optionalMoment,
  /** The number of confirmation mails, which is part of the mail's id. Never decreases, even if the document is deleted. */
  generation: z._default(z.int(), 0),
});

export type StoredSubscriber = z.infer<typeof SubscriberDocument> & { readonly id: string };

export function decodeSubscriber(snapshot: DocumentSnapshot): StoredSubscriber | null {
  const data = snapshot.data();
  return data === undefined ? null : { ...z.parse(SubscriberDocument, data), id: snapshot.id };
}

/** The time of the last confirmation mail to a mailbox, in any spelling of its address. */
const RecipientDocument = z.object({ lastMailAt: Moment });

export function decodeRecipient(snapshot: DocumentSnapshot): z.infer<typeof RecipientDocument> | null {
  const data = snapshot.data();
  return data === undefined ? null : z.parse(RecipientDocument, data);
}

/** A subscriber as admins see it. Product §3. */
export function toSubscriber({ id, email, isConfirmed, subscribedAt }: StoredSubscriber): Subscriber {
  return { id, email: email ?? '', isConfirmed, subscribedAt: subscribedAt?.toISOString() ?? null };
}
