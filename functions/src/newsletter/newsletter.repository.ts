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

/** What a subscription needs when a mail is due. */
export interface ConfirmationRequest {
  readonly id: string;
  readonly email: string;
  /** Whose hourly limit the mail counts for. */
  readonly recipientId: string;
  readonly tokenHash: string;
  readonly mail: Mail;
}

export interface NewsletterRepository {
  /** Whether `subscribe` would send a mail now. Reads 2. */
  isMailDue(request: Pick<ConfirmationRequest, 'id' | 'recipientId'>, at: Date): Promise<boolean>;
  /**
   * Stores a pending subscriber and queues the mail in one transaction; the mail's id holds the generation, so that a
   * retry sends once. Nothing is written for confirmed subscribers, nor within an hour of the recipient's last
   * mail, whose link stays good. Reads 2, writes at most 3.
   */
  subscribe(request: ConfirmationRequest, at: Date): Promise<void>;
  /** Confirms with an unused token that has not expired. Reads 1, writes 1. @returns the address, or null if refused */
  confirm(token: Token, at: Date): Promise<string | null>;
  /** Ends a subscription in whatever state; its address and tokens are forgotten. Safe to repeat. */
  unsubscribe(subscriberId: string, at: Date): Promise<void>;
  /** A page of subscribers, newest first. Reads one page and 1 aggregation. */
  list(page: PageRequest): Promise<{ items: StoredSubscriber[]; total: number }>;
  /**
   * Deletes unconfirmed subscriptions and what is left of unsubscribed ones, each once its `expireAt` has passed. Safe to
   * repeat and to interrupt. @returns how many
   */
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

        // Cleared documents start over, their mails may still be there: seconds keep generations apart.
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
        if (!known.tokenExpiresAt || known.tokenExpiresAt <= at) return null;

        transaction.update(ref, {
          isConfirmed: true,
          confirmedAt: at,
          tokenHash: null,
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
        // Whoever confirmed owns the mailbox and may come back at once; for others the hour goes on.
        if (known.isConfirmed && known.email) transaction.delete(recipientOf(recipientIdOf(known.email)));
        const expireAt = new Date(at.getTime() + DAY_MS);
        transaction.set(ref, { isConfirmed: false, generation, expireAt, schemaVersion: 1 });
      }),

    list: (page) => readNewest(subscribers, 'subscribedAt', page, decodeSubscriber),

    clearExpired: (at) => clearExpired(subscribers, at),
  };
}
