import { SUBSCRIBER_LIMITS } from '@inkwell/shared/subscribers';
import type { Firestore } from 'firebase-admin/firestore';
import { runTransaction } from '../firestore/transaction.ts';
import type { Recall } from '../mail/suppressions.repository.ts';
import { addressIdOf, normalizeEmail } from '../mail/tokens.ts';
import { decodeSubscriber, SUBSCRIBER_VERSION } from '../newsletter/newsletter.converter.ts';

export interface ImportedSubscriber {
  readonly email: string;
  /** Null for an address that must not be mailed. */
  readonly subscribedAt: Date | null;
  readonly labels: readonly string[];
}

/** Subscribers of an import. */
export interface ImportedSubscriberRepository {
  /**
   * Subscribes those who confirmed elsewhere, and notes that the others left, so that no later import brings them back. Who is subscribed here, or left
   * here, stays as they are. Safe to repeat. Reads 2 documents for each, writes 1 for each that is new, and what `Recall` says.
   */
  bring(subscribers: readonly ImportedSubscriber[], of: { name: string; at: Date }): Promise<void>;
}

const DAY_MS = 86_400_000;

export function createImportedSubscriberRepository(db: Firestore, recall: Recall): ImportedSubscriberRepository {
  const subscribers = db.collection('subscribers');
  return {
    bring: (given, { name, at }) =>
      runTransaction(db, async (transaction) => {
        // An address that must not be mailed wins over its subscription in the same file.
        const byId = new Map<string, ImportedSubscriber>();
        for (const one of given) {
          const id = addressIdOf(one.email);
          if (byId.get(id)?.subscribedAt !== null) byId.set(id, one);
        }
        if (byId.size === 0) return;
        const found = await transaction.getAll(...[...byId.keys()].map((id) => subscribers.doc(id)));
        const wanted = found.flatMap((document) => {
          const [one, known] = [byId.get(document.id), decodeSubscriber(document)];
          return !one || known?.isConfirmed || known?.leftAt ? [] : [{ document, one, known }];
        });
        const joining = wanted.filter(({ one }) => one.subscribedAt !== null);
        const bringBack = await recall(
          transaction,
          joining.map(({ one }) => one.email),
        );
        bringBack();
        for (const { document, one, known } of wanted) {
          const generation = Math.max((known?.generation ?? 0) + 1, Math.floor(at.getTime() / 1000));
          if (one.subscribedAt === null) {
            const expireAt = new Date(at.getTime() + SUBSCRIBER_LIMITS.leftYears * 366 * DAY_MS);
            const left = { isConfirmed: false, generation, leftAt: at, expireAt, schemaVersion: SUBSCRIBER_VERSION };
            transaction.set(document.ref, left);
            continue;
          }
          transaction.set(document.ref, {
            ...{ email: one.email, emailKey: normalizeEmail(one.email), isConfirmed: true },
            ...{ subscribedAt: one.subscribedAt, confirmedAt: at, wants: ['newsletter'], categories: null, generation },
            ...{ tokenHash: null, tokenExpiresAt: null, expireAt: null, accountId: known?.accountId ?? null },
            labels: one.labels,
            consents: [{ at: one.subscribedAt, text: `Confirmed elsewhere: ${name}`, source: 'import' }],
            schemaVersion: SUBSCRIBER_VERSION,
          });
        }
      }),
  };
}
