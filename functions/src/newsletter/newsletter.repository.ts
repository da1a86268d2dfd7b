import { NEWSLETTER_LIMITS } from '@inkwell/shared/newsletter';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import type { PageRequest } from '../common/paging.ts';
import { clearExpired } from '../firestore/clear-expired.ts';
import { readNewest } from '../firestore/newest.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { queueMail } from '../mail/mail.repository.ts';
import type { Mail } from '../mail/mail.ts';
import { decodeRecipient, decodeSubscriber, type StoredSubscriber } from './newsletter.converter.ts';
import { isConfirmedBy, recipientIdOf, type Token } from './tokens.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const TOKEN_MS = NEWSLETTER_LIMITS.confirmationDays * DAY_MS;

/** A subscription that may need a mail. */
export interface ConfirmationRequest {
  readonly id: string;
  readonly email: string;
  /** The key of the recipient's hourly limit. */
  readonly recipientId: string;
  readonly tokenHash: string;
  readonly mail: Mail;
}

export interface NewsletterRepository {
  /** Whether `subscribe` would send a mail now. Reads 2 documents. */
  isMailDue(request: Pick<ConfirmationRequest, 'id' | 'recipientId'>, at: Date): Promise<boolean>;
  /**
   * Stores a pending subscriber and queues the mail, in one transaction. The mail's id contains the generation, so that a retry sends once.
   * Writes nothing for confirmed subscribers, or within an hour of the recipient's last mail, whose link stays valid. Reads 2 documents,
   * writes at most 3.
   */
  subscribe(request: ConfirmationRequest, at: Date): Promise<void>;
  /** Confirms with a valid token. Repeating it gets the same answer. Reads 1 document, writes 0 or 1. @returns the address, or null if refused */
  confirm(token: Token, at: Date): Promise<string | null>;
  /** Ends a subscription in any state and deletes its address and tokens. Safe to repeat. */
  unsubscribe(subscriberId: string, at: Date): Promise<void>;
  /** A page of subscribers, newest first. Reads the page and 1 aggregation. */
  list(page: PageRequest): Promise<{ items: StoredSubscriber[]; total: number }>;
  /** Deletes expired unconfirmed subscriptions and remains of ended ones. Safe to repeat and to interrupt. @returns how many */
  clearExpired(at: Date): Promise<number>;
}

export function createNewsletterRepository(db: Firestore): NewsletterRepository {
  const subscribers = db.collection('subscribers');

  const recipientOf = (recipientId: string) => db.collection('limits').doc(`newsletter-recipient-${recipientId}`);

  const isDue = (subscriber: DocumentSnapshot, recipient: DocumentSnapshot, at: Date) => {
    if (decodeSubscriber(subscriber)?.isConfirmed) return false;
    const lastMailAt = decodeRecipient(recipient)?.lastMailAt;
    return !lastMailAt || at.getTime() - lastMailAt.getTime() >= HOUR_MS;
  };

  return {
    async isMailDue({ id, recipientId }, at) {
      const [subscriber, recipient] = await db.getAll(subscribers.doc(id), recipientOf(recipientId));
      return subscriber !== undefined && recipient !== undefined && isDue(subscriber, recipient, at);
    },

    subscribe: ({ id, email, recipientId, tokenHash, mail }, at) =>
      runTransaction(db, async (transaction) => {
        const ref = subscribers.doc(id);
        const recipientRef = recipientOf(recipientId);
        const [subscriber, recipient] = await transaction.getAll(ref, recipientRef);
        if (!subscriber || !recipient || !isDue(subscriber, recipient, at)) return;
        const known = decodeSubscriber(subscriber);

        // A deleted document starts again while its mails may still exist, so generations start with the time in seconds.
        const generation = Math.max((known?.generation ?? 0) + 1, Math.floor(at.getTime() / 1000));
        const tokenExpiresAt = new Date(at.getTime() + TOKEN_MS);
        transaction.set(ref, {
          email,
          isConfirmed: false,
          subscribedAt: known?.subscribedAt ?? at,
          confirmedAt: null,
          tokenHash,
          tokenExpiresAt,
          generation,
          expireAt: tokenExpiresAt,
          schemaVersion: 1,
        });
        transaction.set(recipientRef, { lastMailAt: at, expireAt: new Date(at.getTime() + HOUR_MS), schemaVersion: 1 });
        queueMail(db, transaction, { id: `newsletter-${id}-${generation}`, mail, at, expireAt: tokenExpiresAt });
      }),

    confirm: (token, at) =>
      runTransaction(db, async (transaction) => {
        const ref = subscribers.doc(token.subscriberId);
        const known = decodeSubscriber(await transaction.get(ref));
        if (!known?.tokenHash || !known.email || !isConfirmedBy(known.tokenHash, token)) return null;
        if (known.isConfirmed) return known.email;
        if (!known.tokenExpiresAt || known.tokenExpiresAt <= at) return null;

        transaction.update(ref, {
          isConfirmed: true,
          confirmedAt: at,
          tokenExpiresAt: null,
          expireAt: null,
        });
        return known.email;
      }),

    unsubscribe: (subscriberId, at) =>
      runTransaction(db, async (transaction) => {
        const ref = subscribers.doc(subscriberId);
        const known = decodeSubscriber(await transaction.get(ref));
        if (!known || known.subscribedAt === null) return;
        const { generation } = known;
        // Somebody who confirmed owns the mailbox and may subscribe again at once; for others the hour continues.
        if (known.isConfirmed && known.email) transaction.delete(recipientOf(recipientIdOf(known.email)));
        const expireAt = new Date(at.getTime() + DAY_MS);
        transaction.set(ref, { isConfirmed: false, generation, expireAt, schemaVersion: 1 });
      }),

    list: (page) => readNewest(subscribers, 'subscribedAt', page, decodeSubscriber),

    clearExpired: (at) => clearExpired(subscribers, at),
  };
}
