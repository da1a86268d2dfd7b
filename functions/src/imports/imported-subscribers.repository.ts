import type { SubscriberWant } from '@inkwell/shared/subscribers';
import type { DocumentData, Firestore, Transaction } from 'firebase-admin/firestore';
import { runTransaction } from '../firestore/transaction.ts';
import type { Recall } from '../mail/suppressions.repository.ts';
import { addressIdOf, normalizeEmail } from '../mail/tokens.ts';
import { type Consent, withConsent } from '../newsletter/consent.ts';
import {
  confirmableUntil,
  decodeSubscriber,
  leftUntil,
  type StoredSubscriber,
  SUBSCRIBER_VERSION,
} from '../newsletter/newsletter.converter.ts';

export interface ImportedSubscriber {
  readonly email: string;
  /** Null for an address that must not get email. */
  readonly subscribedAt: Date | null;
  readonly labels: readonly string[];
}

/** A subscriber of our own export. */
export interface OwnSubscriber {
  /** The hash of the address. */
  readonly id: string;
  /** Null if the person unsubscribed. */
  readonly email: string | null;
  readonly isConfirmed: boolean;
  readonly subscribedAt: Date;
  readonly confirmedAt: Date | null;
  readonly wants: readonly SubscriberWant[];
  /** Ids of categories on this site. */
  readonly categories: readonly number[] | null;
  readonly labels: readonly string[];
  /** Oldest first. */
  readonly consents: readonly Consent[];
  readonly leftAt: Date | null;
}

/** Imported subscribers. People who are already subscribed or have unsubscribed here are not changed. */
export interface ImportedSubscriberRepository {
  /**
   * Subscribes people who confirmed elsewhere, and records the others as unsubscribed, so that no later import subscribes them. Safe to repeat. Reads
   * 2 documents for each, writes 1 for each new one, and the documents that `Recall` lists.
   */
  bring(subscribers: readonly ImportedSubscriber[], of: { name: string; at: Date }): Promise<void>;
  /**
   * Stores subscribers of our own export unchanged, with all consents: confirmed ones; unconfirmed ones until their time to confirm is over (their
   * links stop working, because tokens are not exported); and the records of former subscribers until these expire. Safe to repeat. Reads and writes
   * like `bring`. @returns the number left out because they had expired
   */
  restore(subscribers: readonly OwnSubscriber[], at: Date): Promise<number>;
}

export function createImportedSubscriberRepository(db: Firestore, recall: Recall): ImportedSubscriberRepository {
  const subscribers = db.collection('subscribers');

  /** Imported subscribers who have neither confirmed nor unsubscribed here, with their stored records. */
  async function newTo<T>(transaction: Transaction, byId: ReadonlyMap<string, T>) {
    const found = byId.size === 0 ? [] : await transaction.getAll(...[...byId.keys()].map((id) => subscribers.doc(id)));
    return found.flatMap((document) => {
      const [one, known] = [byId.get(document.id), decodeSubscriber(document)];
      return !one || known?.isConfirmed || known?.leftAt ? [] : [{ ref: document.ref, one, known }];
    });
  }

  /** Higher than any earlier one, because email ids contain it. */
  const generationAfter = (known: StoredSubscriber | null, at: Date): number =>
    Math.max((known?.generation ?? 0) + 1, Math.floor(at.getTime() / 1000));

  const confirmed = (email: string, known: StoredSubscriber | null, at: Date) => ({
    email,
    emailKey: normalizeEmail(email),
    isConfirmed: true,
    accountId: known?.accountId ?? null,
    tokenHash: null,
    tokenExpiresAt: null,
    expireAt: null,
    generation: generationAfter(known, at),
    schemaVersion: SUBSCRIBER_VERSION,
  });

  /** The fields to store for an exported subscriber; false if expired. They are merged if this site already waits for a confirmation. */
  function restored(one: OwnSubscriber, known: StoredSubscriber | null, at: Date): DocumentData | false {
    const { email, subscribedAt, confirmedAt, wants, categories, labels, leftAt } = one;
    const consents = inOrder(known?.consents ?? [], one.consents);
    const chosen = { subscribedAt, confirmedAt, wants, categories, labels, consents };
    if (one.isConfirmed && email !== null) return { ...confirmed(email, known, at), ...chosen };
    const left = leftAt !== null && leftUntil(leftAt) > at && { leftAt, expireAt: leftUntil(leftAt) };
    // The confirmation link that this site has sent stays valid.
    if (known?.email) return left && { ...left, consents };
    const askedAt = one.consents.at(-1)?.at ?? subscribedAt;
    const state = { isConfirmed: false, generation: generationAfter(known, at), schemaVersion: SUBSCRIBER_VERSION };
    if (email === null || confirmableUntil(askedAt) <= at) return left && { ...state, ...left, consents };
    return {
      ...state,
      ...chosen,
      email,
      emailKey: normalizeEmail(email),
      accountId: null,
      tokenHash: null,
      tokenExpiresAt: confirmableUntil(askedAt),
      expireAt: confirmableUntil(askedAt),
      ...left,
    };
  }

  return {
    bring: (given, { name, at }) =>
      runTransaction(db, async (transaction) => {
        // In one file, an address that must not get email overrides its subscription.
        const byId = new Map<string, ImportedSubscriber>();
        for (const one of given) {
          const id = addressIdOf(one.email);
          if (byId.get(id)?.subscribedAt !== null) byId.set(id, one);
        }
        const newcomers = await newTo(transaction, byId);
        const joining = newcomers.filter(({ one }) => one.subscribedAt !== null);
        const bringBack = await recall(
          transaction,
          joining.map(({ one }) => one.email),
        );
        bringBack();
        for (const { ref, one, known } of newcomers) {
          if (one.subscribedAt === null) {
            const left = { isConfirmed: false, generation: generationAfter(known, at), leftAt: at };
            transaction.set(ref, { ...left, expireAt: leftUntil(at), schemaVersion: SUBSCRIBER_VERSION });
            continue;
          }
          transaction.set(ref, {
            ...confirmed(one.email, known, at),
            subscribedAt: one.subscribedAt,
            confirmedAt: at,
            wants: ['newsletter'],
            categories: null,
            labels: one.labels,
            consents: [{ at: one.subscribedAt, text: `Confirmed elsewhere: ${name}`, source: 'import' }],
          });
        }
      }),

    restore: (given, at) =>
      runTransaction(db, async (transaction) => {
        const newcomers = await newTo(transaction, new Map(given.map((one) => [one.id, one])));
        const joining = newcomers.flatMap(({ one }) => (one.isConfirmed && one.email !== null ? [one.email] : []));
        const bringBack = await recall(transaction, joining);
        bringBack();
        let over = 0;
        for (const { ref, one, known } of newcomers) {
          const fields = restored(one, known, at);
          if (fields) transaction.set(ref, fields, { merge: known?.email != null });
          else if (!known?.email) over += 1;
        }
        return over;
      }),
  };
}

/** The consents of both lists, oldest first, up to the maximum number. */
function inOrder(here: readonly Consent[], brought: readonly Consent[]): readonly Consent[] {
  if (here.length === 0) return brought;
  const known = new Set(here.map((consent) => JSON.stringify(consent)));
  const more = brought.filter(({ at, text, source }) => !known.has(JSON.stringify({ at, text, source })));
  return [...here, ...more].sort((a, b) => a.at.getTime() - b.at.getTime()).reduce<Consent[]>(withConsent, []);
}
