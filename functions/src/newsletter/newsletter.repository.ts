import type { SubscriberChoices, SubscriberWant } from '@inkwell/shared/subscribers';
import { type DocumentReference, type DocumentSnapshot, FieldValue, type Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import type { PageOfMany, PageRequest } from '../common/paging.ts';
import { clearExpired } from '../firestore/clear-expired.ts';
import { countOf, type Order, readIndexed } from '../firestore/list-pages.ts';
import { readNewest } from '../firestore/newest.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { queueMail } from '../mail/mail.repository.ts';
import type { Mail } from '../mail/mail.ts';
import { unwantedMail } from '../mail/mail-queue.repository.ts';
import type { Recall } from '../mail/suppressions.repository.ts';
import { addressIdOf, isProvenBy, normalizeEmail, type Token } from '../mail/tokens.ts';
import { eventQueueOf, type NewEvent } from '../webhooks/event-queue.repository.ts';
import { type ConsentSource, withConsent } from './consent.ts';
import {
  confirmableUntil,
  decodeRecipient,
  decodeSubscriber,
  leftUntil,
  type StoredSubscriber,
  SUBSCRIBER_VERSION,
} from './newsletter.converter.ts';
import { recipientIdOf } from './tokens.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** A subscription that may need a confirmation email. */
export interface ConfirmationRequest {
  readonly id: string;
  readonly email: string;
  /** The key of the recipient's hourly limit. */
  readonly recipientId: string;
  readonly tokenHash: string;
  readonly mail: Mail;
  /** The request that the email confirms, and its wording. */
  readonly wants: readonly SubscriberWant[];
  readonly consentText: string;
  readonly source: 'form' | 'import';
  /** The post whose form was used. */
  readonly fromPost?: string | null;
  /** The import and its row. */
  readonly imported?: { readonly id: string; readonly place: number };
}

/** A confirmation: the subscriber, whether it is the first time, and the post whose form was used. */
export interface Confirmed {
  readonly email: string;
  readonly isNew: boolean;
  readonly fromPost: string | null;
}

/** The number of subscribers, and when the current ones confirmed. */
export interface SubscriberCounts {
  readonly confirmed: number;
  readonly pending: number;
  readonly digest: number;
  /** In the order of the requested weeks. */
  readonly joined: readonly number[];
  readonly left: readonly number[];
}

export interface NewsletterRepository {
  /** Whether `subscribe` would send an email now. Reads 2 documents. */
  isMailDue(request: Pick<ConfirmationRequest, 'id' | 'recipientId'>, at: Date): Promise<boolean>;
  /**
   * Stores a pending subscriber and queues the email, in one transaction. The email's id contains the generation, so that a retry sends it once.
   * Writes nothing for confirmed subscribers, or within an hour of the recipient's last email, whose link stays valid. Reads 2 documents, writes at
   * most 3. @returns the id of the email, for its delivery; null if none was queued
   */
  subscribe(request: ConfirmationRequest, at: Date): Promise<string | null>;
  /** Confirms with a valid token. A repeat gets the same answer. Reads 1 document, writes 0 or 1. @returns null if refused */
  confirm(token: Token, at: Date): Promise<Confirmed | null>;
  /**
   * Ends a subscription in any state and deletes its address and tokens. A confirmation email that still waits is never sent. Safe to repeat. `by`:
   * the admin who does it, for the activity. Reads 1 document, or 2 if it is not confirmed, writes at most 4.
   * @returns the ended subscription if it was confirmed; otherwise null
   */
  unsubscribe(subscriberId: string, at: Date, by?: { readonly actorId: string }): Promise<StoredSubscriber | null>;
  /** Includes people who unsubscribed. Reads 1 document. */
  standingOf(subscriberId: string): Promise<StoredSubscriber | null>;
  /**
   * Changes what a confirmed subscriber gets, and stores the consent to additions. Safe to repeat. Reads 1 document, writes 0 or 1. @returns null
   * without a confirmed subscription
   */
  choose(
    subscriberId: string,
    choices: SubscriberChoices,
    consent: { text: string; at: Date; accountId?: string },
  ): Promise<StoredSubscriber | null>;
  /** Subscribes the verified address of an account, or changes what it gets. Safe to repeat. Reads 2 documents, writes 0 or 1, and what `Recall` says. */
  subscribeOwn(
    own: { readonly email: string; readonly accountId: string; readonly choices: SubscriberChoices },
    consent: { text: string; at: Date },
    recall: Recall,
  ): Promise<StoredSubscriber>;
  /** By address; with `q`, subscribers whose normalized address begins with it. Reads the page and 1 for each 1,000. */
  search(q: string | undefined, page: PageRequest): Promise<PageOfMany<StoredSubscriber>>;
  /** Aggregations: 1 for each 1,000 subscribers and week; and 1 document. `weeks` are Mondays, newest first. */
  counts(weeks: readonly Date[]): Promise<SubscriberCounts>;
  /** A page of subscribers, newest first. Reads the page and 1 aggregation. */
  list(page: PageRequest): Promise<{ items: StoredSubscriber[]; total: number }>;
  /**
   * Deletes expired unconfirmed subscriptions, or only the address for people who had unsubscribed before, and expired records of ended
   * subscriptions. Safe to repeat and to interrupt. @returns how many
   */
  clearExpired(at: Date): Promise<number>;
}

const WEEK_MS = 7 * DAY_MS;
/** The number of expired subscriptions deleted at a time. */
const PAGE = 200;
const BY_ADDRESS: Order = { field: 'emailKey', holds: 'text', direction: 'asc' };

/** The Monday of a week in UTC, `YYYY-MM-DD`. */
export function mondayOf(at: Date): string {
  const days = (at.getUTCDay() + 6) % 7;
  return new Date(at.getTime() - days * DAY_MS).toISOString().slice(0, 10);
}

const confirmationMailId = (subscriberId: string, generation: number): string =>
  `newsletter-${subscriberId}-${generation}`;

/** The remainder of an ended subscription: no address, and the proof that earlier emails were requested (GDPR Art. 7 (1)). */
function remainsOf({ generation, isConfirmed, leftAt: before, consents }: StoredSubscriber, at: Date) {
  const leftAt = isConfirmed ? at : before;
  return {
    isConfirmed: false,
    generation,
    ...(leftAt && { leftAt, consents }),
    expireAt: leftAt ? leftUntil(leftAt) : new Date(at.getTime() + DAY_MS),
    schemaVersion: SUBSCRIBER_VERSION,
  };
}

/** The fields that a choice changes. Additional wants count as a consent. */
function changesOf(
  known: StoredSubscriber,
  { wants, categories }: SubscriberChoices,
  { source = 'choices', ...consent }: { text: string; at: Date; source?: ConsentSource },
) {
  const isMore = wants.some((want) => !known.wants.includes(want));
  return {
    wants,
    categories,
    ...(isMore && { consents: withConsent(known.consents, { ...consent, source }) }),
  };
}

/** The event of a subscription or unsubscription for webhooks. */
const eventOf = (
  type: 'subscriber.confirmed' | 'subscriber.left',
  { id, email }: Pick<StoredSubscriber, 'id' | 'email'>,
  at: Date,
): NewEvent => ({
  type,
  about: `subscribers/${id}`,
  at,
  data: { id, at: at.toISOString() },
  email,
  subscriberId: id,
});

export function createNewsletterRepository(db: Firestore): NewsletterRepository {
  const subscribers = db.collection('subscribers');
  /** The number of unsubscriptions in each week. */
  const counter = db.doc('counters/newsletter');

  const recipientOf = (recipientId: string) => db.collection('limits').doc(`newsletter-recipient-${recipientId}`);

  const isDue = (subscriber: DocumentSnapshot, recipient: DocumentSnapshot, at: Date) => {
    if (decodeSubscriber(subscriber)?.isConfirmed) return false;
    const lastMailAt = decodeRecipient(recipient)?.lastMailAt;
    return !lastMailAt || at.getTime() - lastMailAt.getTime() >= HOUR_MS;
  };

  const forgetLate = (ref: DocumentReference, at: Date) =>
    runTransaction(db, async (transaction) => {
      const known = decodeSubscriber(await transaction.get(ref));
      if (!known?.tokenExpiresAt || known.tokenExpiresAt > at) return false;
      transaction.set(ref, remainsOf(known, at));
      return true;
    });

  return {
    async isMailDue({ id, recipientId }, at) {
      const [subscriber, recipient] = await db.getAll(subscribers.doc(id), recipientOf(recipientId));
      return subscriber !== undefined && recipient !== undefined && isDue(subscriber, recipient, at);
    },

    subscribe: ({ id, email, recipientId, tokenHash, mail, wants, consentText, source, fromPost, imported }, at) =>
      runTransaction(db, async (transaction) => {
        const ref = subscribers.doc(id);
        const recipientRef = recipientOf(recipientId);
        const [subscriber, recipient] = await transaction.getAll(ref, recipientRef);
        if (!subscriber || !recipient || !isDue(subscriber, recipient, at)) return null;
        const known = decodeSubscriber(subscriber);

        // A deleted document may be created again while its emails still exist, so generations start with the time in seconds.
        const generation = Math.max((known?.generation ?? 0) + 1, Math.floor(at.getTime() / 1000));
        const tokenExpiresAt = confirmableUntil(at);
        transaction.set(ref, {
          email,
          isConfirmed: false,
          subscribedAt: known?.subscribedAt ?? at,
          confirmedAt: null,
          tokenHash,
          tokenExpiresAt,
          generation,
          emailKey: normalizeEmail(email),
          wants,
          categories: null,
          accountId: known?.accountId ?? null,
          labels: known?.labels ?? [],
          consents: withConsent(known?.consents ?? [], { at, text: consentText, source }),
          fromPost: fromPost ?? null,
          importId: imported?.id ?? null,
          importPlace: imported?.place ?? null,
          // A person who unsubscribed stays so until the link is followed, because anybody can enter an address.
          ...(known?.leftAt && { leftAt: known.leftAt }),
          expireAt: known?.leftAt ? leftUntil(known.leftAt) : tokenExpiresAt,
          schemaVersion: SUBSCRIBER_VERSION,
        });
        transaction.set(recipientRef, { lastMailAt: at, expireAt: new Date(at.getTime() + HOUR_MS), schemaVersion: 1 });
        return queueMail(db, transaction, {
          id: confirmationMailId(id, generation),
          kind: 'confirmation',
          mail,
          at,
          expireAt: tokenExpiresAt,
          // Nobody waits for emails of an import.
          isToMany: source === 'import',
        });
      }),

    confirm: (token, at) =>
      runTransaction(db, async (transaction) => {
        const ref = subscribers.doc(token.addressId);
        const known = decodeSubscriber(await transaction.get(ref));
        if (!known?.tokenHash || !known.email || !isProvenBy(known.tokenHash, token)) return null;
        const { email, fromPost } = known;
        if (known.isConfirmed) return { email, isNew: false, fromPost: null };
        if (!known.tokenExpiresAt || known.tokenExpiresAt <= at) return null;
        const queueEvent = await eventQueueOf(db);

        transaction.update(ref, {
          isConfirmed: true,
          confirmedAt: at,
          tokenExpiresAt: null,
          // The link is below the sentence of the last consent.
          consents: withConsent(known.consents, { at, text: known.consents.at(-1)?.text ?? '', source: 'link' }),
          leftAt: null,
          fromPost: null,
          expireAt: null,
        });
        queueEvent(transaction, eventOf('subscriber.confirmed', known, at));
        return { email, isNew: true, fromPost };
      }),

    unsubscribe: (subscriberId, at, by) =>
      runTransaction(db, async (transaction) => {
        const ref = subscribers.doc(subscriberId);
        const known = decodeSubscriber(await transaction.get(ref));
        if (!known || known.subscribedAt === null) return null;
        const { isConfirmed, generation } = known;
        const queueEvent = await eventQueueOf(db);
        // "Take me off the list": the confirmation email may still wait for the mail server.
        const asking = isConfirmed ? null : db.doc(`mail/${confirmationMailId(subscriberId, generation)}`);
        if (asking && (await transaction.get(asking)).get('state') === 'queued')
          transaction.update(asking, unwantedMail(at));
        // Somebody who confirmed owns the mailbox and may subscribe again at once. For others, the hour continues.
        if (isConfirmed && known.email) transaction.delete(recipientOf(recipientIdOf(known.email)));
        transaction.set(ref, remainsOf(known, at));
        if (isConfirmed) {
          const left = { [mondayOf(at)]: FieldValue.increment(1) };
          transaction.set(counter, { left, schemaVersion: 1 }, { merge: true });
          queueEvent(transaction, eventOf('subscriber.left', known, at));
        }
        if (by) {
          const entry = { action: 'subscriber.remove', target: `subscribers/${subscriberId}` } as const;
          appendAudit(db, transaction, { ...entry, actorId: by.actorId, before: { isConfirmed }, after: null }, at);
        }
        return isConfirmed ? known : null;
      }),

    standingOf: async (subscriberId) => decodeSubscriber(await subscribers.doc(subscriberId).get()),

    choose: (subscriberId, choices, { text, at, accountId }) =>
      runTransaction(db, async (transaction) => {
        const ref = subscribers.doc(subscriberId);
        const known = decodeSubscriber(await transaction.get(ref));
        if (!known?.isConfirmed) return null;
        const changes = { ...changesOf(known, choices, { text, at }), ...(accountId && { accountId }) };
        transaction.update(ref, changes);
        return { ...known, ...changes };
      }),

    subscribeOwn: ({ email, accountId, choices }, { text, at }, recall) =>
      runTransaction(db, async (transaction) => {
        const id = addressIdOf(email);
        const ref = subscribers.doc(id);
        const known = decodeSubscriber(await transaction.get(ref));
        if (known?.isConfirmed) {
          const changes = { ...changesOf(known, choices, { text, at, source: 'account' }), accountId };
          transaction.update(ref, changes);
          return { ...known, ...changes };
        }
        const bringBack = await recall(transaction, [email]);
        const queueEvent = await eventQueueOf(db);
        const subscriber: Omit<StoredSubscriber, 'id'> = {
          email,
          emailKey: normalizeEmail(email),
          isConfirmed: true,
          subscribedAt: known?.subscribedAt ?? at,
          confirmedAt: at,
          tokenHash: null,
          tokenExpiresAt: null,
          importId: null,
          importPlace: null,
          leftAt: null,
          fromPost: null,
          generation: Math.max((known?.generation ?? 0) + 1, Math.floor(at.getTime() / 1000)),
          ...choices,
          accountId,
          labels: known?.labels ?? [],
          consents: withConsent(known?.consents ?? [], { at, text, source: 'account' }),
        };
        bringBack();
        transaction.set(ref, { ...subscriber, expireAt: null, schemaVersion: SUBSCRIBER_VERSION });
        queueEvent(transaction, eventOf('subscriber.confirmed', { id, email }, at));
        return { ...subscriber, id };
      }),

    search(q, page) {
      const key = q && normalizeEmail(q);
      const query = key
        ? subscribers.where('emailKey', '>=', key).where('emailKey', '<', `${key}\uf8ff`)
        : subscribers.where('emailKey', '>', '');
      return readIndexed({ query, order: BY_ADDRESS, page, decode: decodeSubscriber });
    },

    async counts(weeks) {
      const confirmed = subscribers.where('isConfirmed', '==', true);
      const joinedIn = (from: Date) =>
        countOf(
          subscribers.where('confirmedAt', '>=', from).where('confirmedAt', '<', new Date(from.getTime() + WEEK_MS)),
        );
      const [all, pending, digest, ended, joined] = await Promise.all([
        countOf(confirmed),
        countOf(subscribers.where('emailKey', '>', '')),
        countOf(subscribers.where('wants', 'array-contains', 'digest').where('isConfirmed', '==', true)),
        counter.get(),
        Promise.all(weeks.map(joinedIn)),
      ]);
      const left: unknown = ended.get('left');
      const leftIn = (from: Date) => Number(Object(left)[mondayOf(from)] ?? 0);
      return { confirmed: all, pending: Math.max(0, pending - all), digest, joined, left: weeks.map(leftIn) };
    },

    list: (page) => readNewest(subscribers, 'subscribedAt', page, decodeSubscriber),

    async clearExpired(at) {
      const cleared = await clearExpired(subscribers, at);
      // Documents of people who unsubscribed and did not confirm again stay, without the address.
      const late = subscribers.where('tokenExpiresAt', '<=', at).orderBy('tokenExpiresAt').limit(PAGE);
      const { docs } = await late.select('leftAt').get();
      const left = docs.filter((subscriber) => subscriber.get('leftAt'));
      const forgotten = await Promise.all(left.map(({ ref }) => forgetLate(ref, at)));
      return cleared + forgotten.filter(Boolean).length;
    },
  };
}
