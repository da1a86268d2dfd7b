import type { Subscriber } from '@inkwell/shared/newsletter';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';

const optionalMoment = z._default(z.nullable(Moment), null);

/**
 * A subscriber's document. Whoever unsubscribed leaves a remainder without address and `subscribedAt`, so that it is in no
 * list; it only keeps the generation for a day.
 */
const SubscriberDocument = z.object({
  email: z._default(z.nullable(z.string()), null),
  isConfirmed: z.boolean(),
  subscribedAt: optionalMoment,
  confirmedAt: optionalMoment,
  /** SHA-256 of the confirmation token; null once it is used or void. */
  tokenHash: z._default(z.nullable(z.string()), null),
  tokenExpiresAt: optionalMoment,
  /** Counts confirmation mails; the mail's id holds it. Never goes back, not even when the document is cleared. */
  generation: z._default(z.int(), 0),
});

export type StoredSubscriber = z.infer<typeof SubscriberDocument> & { readonly id: string };

export function decodeSubscriber(snapshot: DocumentSnapshot): StoredSubscriber | null {
  const data = snapshot.data();
  return data === undefined ? null : { ...z.parse(SubscriberDocument, data), id: snapshot.id };
}

/** When the last confirmation mail went to a mailbox, whichever spelling of its address asked for it. */
const RecipientDocument = z.object({ lastMailAt: Moment });

export function decodeRecipient(snapshot: DocumentSnapshot): z.infer<typeof RecipientDocument> | null {
  const data = snapshot.data();
  return data === undefined ? null : z.parse(RecipientDocument, data);
}

/** A subscriber as admins see it. Product §3. */
export function toSubscriber({ id, email, isConfirmed, subscribedAt }: StoredSubscriber): Subscriber {
  return { id, email: email ?? '', isConfirmed, subscribedAt: subscribedAt?.toISOString() ?? null };
}
