import { MAIL_EVENT_DAYS, MailEventKind, type MailSource } from '@inkwell/shared/mail';
import type { DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { clearExpired } from '../firestore/clear-expired.ts';
import { Moment } from '../firestore/moment.ts';
import { runTransaction } from '../firestore/transaction.ts';
import { decodeSuppression, encodeSuppression, type StoredSuppression } from './suppressions.converter.ts';
import { suppressionRefOf, unknownAddress } from './suppressions.repository.ts';
import { addressIdOf, sha256 } from './tokens.ts';

const DAY_MS = 24 * 60 * 60_000;

/** So many soft ones in a row stop an address. */
const SOFT_IN_A_ROW = 3;
const NOTES = 10;
/** Enough of the newest events to find three that are soft or delivered. */
const RECENT = 20;

/** What came back for one mail to one address. */
export interface MailEvent {
  readonly source: MailSource;
  /** The source's own id: an event counts once by source and id. */
  readonly id: string;
  readonly kind: MailEventKind;
  readonly email: string;
  /** What we gave the provider (`messageIdOf`); null where the event does not name it. */
  readonly messageId: string | null;
  /** The provider's own id of the mail, which it named when it took it; finds the mail where ours is missing. */
  readonly providerId?: string | null;
  /** When it happened, as the source says; events come late and out of order. */
  readonly at: Date;
  /** What the receiving server said; at most 500 characters. */
  readonly reply: string;
}

const EventDocument = z.object({ kind: MailEventKind, at: Moment });

/** What is stored with a mail of what came back for it: the worst, and of equals the newest. */
const CameBack = z.object({ kind: MailEventKind, at: Moment, reply: z.string() });

export interface MailEventRepository {
  /**
   * Stores an event and applies it, in one transaction: a complaint or an unknown mailbox stops the address, three soft ones in a row too, and
   * its mail says what came back. The result does not depend on the order in which events arrive. Reads 3 documents, 20 more for a soft one;
   * writes at most 3. @returns false if the event was known; nothing changes then
   */
  record(event: MailEvent, at: Date): Promise<boolean>;
  /** Deletes expired events. Safe to repeat and to interrupt. @returns how many */
  clearExpired(at: Date): Promise<number>;
}

export function createMailEventRepository(db: Firestore): MailEventRepository {
  const events = db.collection('mailEvents');
  const mails = db.collection('mail');

  /** Whether the newest events of an address that say whether mails arrive are soft. The event of the transaction is not stored yet. */
  async function isSoftInARow(
    transaction: Transaction,
    { email, freedAt }: StoredSuppression,
    event: MailEvent,
  ): Promise<boolean> {
    const query = events.where('addressId', '==', addressIdOf(email)).orderBy('at', 'desc').limit(RECENT);
    const { docs } = await transaction.get(query);
    const newest = [...docs.map((document) => z.parse(EventDocument, document.data())), event]
      .filter(({ kind, at }) => (kind === 'soft' || kind === 'delivered') && (freedAt === null || at > freedAt))
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, SOFT_IN_A_ROW);
    return newest.length === SOFT_IN_A_ROW && newest.every(({ kind }) => kind === 'soft');
  }

  /** What is known of the address after the event; null if nothing changes. */
  async function applied(
    transaction: Transaction,
    known: StoredSuppression,
    event: MailEvent,
  ): Promise<StoredSuppression | null> {
    const { kind, source, at, reply } = event;
    const isStopped = known.suppressedAt !== null;
    if (kind === 'delivered') {
      // One that was late: what looked like three in a row was not.
      const isLifted = isStopped && known.reason === 'soft' && !(await isSoftInARow(transaction, known, event));
      return isLifted ? { ...known, suppressedAt: null, reason: null, source: null } : null;
    }
    const notes = [...known.notes, { kind, source, at, reply }]
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, NOTES);
    const noted = { ...known, notes };
    const isFreedSince = known.freedAt !== null && at <= known.freedAt;
    if (kind === 'complaint') {
      return known.reason === 'complaint' ? noted : { ...noted, suppressedAt: at, reason: kind, source };
    }
    if (isFreedSince || kind === 'permanent') return noted;
    // Soft ones alone can be lifted again, by a delivery that was late.
    if (kind === 'unknown-mailbox' && (!isStopped || known.reason === 'soft'))
      return { ...noted, suppressedAt: at, reason: kind, source };
    if (isStopped) return noted;
    return (await isSoftInARow(transaction, known, event))
      ? { ...noted, suppressedAt: at, reason: 'soft', source }
      : noted;
  }

  const findMail = async ({ messageId, providerId = null }: MailEvent) => {
    const [field, value] = messageId === null ? ['providerId', providerId] : ['messageId', messageId];
    if (value === null) return null;
    const { docs } = await mails.where(field, '==', value).limit(1).select().get();
    return docs[0]?.ref ?? null;
  };

  return {
    async record(event, now) {
      const eventRef = events.doc(sha256(JSON.stringify([event.source, event.id])));
      const suppressionRef = suppressionRefOf(db, event.email);
      // The time of a clock that is ahead would outweigh everything that follows.
      const at = event.at > now ? now : event.at;
      const reply = withoutAddress(event);
      const mailRef = await findMail(event);
      return runTransaction(db, async (transaction) => {
        const [stored, suppression, mail] = await transaction.getAll(
          eventRef,
          suppressionRef,
          ...(mailRef ? [mailRef] : []),
        );
        if (!suppression || stored?.exists) return false;
        const known = decodeSuppression(suppression) ?? unknownAddress(event.email);
        const after = await applied(transaction, known, { ...event, at, reply });
        const { source, kind, email, messageId } = event;
        const expireAt = new Date(now.getTime() + MAIL_EVENT_DAYS * DAY_MS);
        const addressId = addressIdOf(email);
        transaction.create(eventRef, {
          ...{ source, kind, email, addressId, messageId, at, reply, storedAt: now, expireAt },
          schemaVersion: 1,
        });
        if (after) transaction.set(suppressionRef, encodeSuppression(after));
        if (mail?.exists && isWorse({ kind, at }, cameBackIn(mail))) {
          transaction.update(mail.ref, { cameBack: { kind, at, reply } });
        }
        return true;
      });
    },

    clearExpired: (at) => clearExpired(events, at),
  };
}

/** Servers repeat the address, which must not outlast its owner in prose. */
const withoutAddress = ({ reply, email }: MailEvent): string =>
  reply.replaceAll(new RegExp(email.replaceAll(/[^\w@]/g, '\\$&'), 'gi'), '…');

const cameBackIn = (mail: DocumentSnapshot): z.infer<typeof CameBack> | null =>
  z.parse(z._default(z.nullable(CameBack), null), mail.get('cameBack'));

const WEIGHT: Readonly<Record<MailEventKind, number>> = {
  delivered: 0,
  soft: 0,
  permanent: 1,
  'unknown-mailbox': 1,
  complaint: 2,
};

/** Whether an event replaces what is known of a mail, whatever comes first. */
const isWorse = (event: Pick<MailEvent, 'kind' | 'at'>, known: Pick<MailEvent, 'kind' | 'at'> | null): boolean =>
  known === null ||
  WEIGHT[event.kind] > WEIGHT[known.kind] ||
  (WEIGHT[event.kind] === WEIGHT[known.kind] && event.at > known.at);
