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

/** This many consecutive soft bounces suppress an address. */
const SOFT_IN_A_ROW = 3;
const NOTES = 10;
/** Enough of the newest events to find three soft or delivered ones. */
const RECENT = 20;

/** A provider's event about one email to one address. */
export interface MailEvent {
  readonly source: MailSource;
  /** The source's own id. An event is counted once for each source and id. */
  readonly id: string;
  readonly kind: MailEventKind;
  readonly email: string;
  /** The id that we gave the provider (`messageIdOf`); null if the event does not name it. */
  readonly messageId: string | null;
  /** The provider's own id of the email, returned when it accepted the email; finds the email if our id is missing. */
  readonly providerId?: string | null;
  /** The time according to the source. Events arrive late and out of order. */
  readonly at: Date;
  /** The receiving server's reply, at most 500 characters. */
  readonly reply: string;
}

const EventDocument = z.object({ kind: MailEventKind, at: Moment });

/** The event stored with an email: the worst one, or the newest of equally bad ones. */
const CameBack = z.object({ kind: MailEventKind, at: Moment, reply: z.string() });

export interface MailEventRepository {
  /**
   * Stores and applies an event in one transaction. A complaint, an unknown mailbox or three consecutive soft bounces suppress the address, and the
   * email gets the event. The result does not depend on the order in which events arrive. Reads 3 documents, 20 more for a soft bounce; writes at
   * most 3. @returns false if the event was known; nothing changes then
   */
  record(event: MailEvent, at: Date): Promise<boolean>;
  /** Deletes expired events. Safe to repeat and to interrupt. @returns how many */
  clearExpired(at: Date): Promise<number>;
}

export function createMailEventRepository(db: Firestore): MailEventRepository {
  const events = db.collection('mailEvents');
  const mails = db.collection('mail');

  /** Whether the newest events about delivery to an address are soft bounces. The transaction's own event is not stored yet. */
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

  /** The state of the address after the event; null if it does not change. */
  async function applied(
    transaction: Transaction,
    known: StoredSuppression,
    event: MailEvent,
  ): Promise<StoredSuppression | null> {
    const { kind, source, at, reply } = event;
    const isStopped = known.suppressedAt !== null;
    if (kind === 'delivered') {
      // For a late event: the apparent three in a row were interrupted.
      const isLifted = isStopped && known.reason === 'soft' && !(await isSoftInARow(transaction, known, event));
      return isLifted ? { ...known, suppressedAt: null, reason: null, source: null } : null;
    }
    const notes = [...known.notes, { kind, source, at, reply }]
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, NOTES);
    const withEvent = { ...known, notes };
    const isFreedSince = known.freedAt !== null && at <= known.freedAt;
    if (kind === 'complaint') {
      return known.reason === 'complaint' ? withEvent : { ...withEvent, suppressedAt: at, reason: kind, source };
    }
    if (isFreedSince || kind === 'permanent') return withEvent;
    // A late delivery can undo only a suppression for soft bounces.
    if (kind === 'unknown-mailbox' && (!isStopped || known.reason === 'soft'))
      return { ...withEvent, suppressedAt: at, reason: kind, source };
    if (isStopped) return withEvent;
    return (await isSoftInARow(transaction, known, event))
      ? { ...withEvent, suppressedAt: at, reason: 'soft', source }
      : withEvent;
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
      // If a source's clock were ahead, its time would outweigh all later events.
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
          source,
          kind,
          email,
          addressId,
          messageId,
          at,
          reply,
          storedAt: now,
          expireAt,
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

/** Server replies repeat the address, which must not be stored longer than its owner's data. */
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

/** Whether an event replaces the stored one of an email, in whatever order they arrive. */
const isWorse = (event: Pick<MailEvent, 'kind' | 'at'>, known: Pick<MailEvent, 'kind' | 'at'> | null): boolean =>
  known === null ||
  WEIGHT[event.kind] > WEIGHT[known.kind] ||
  (WEIGHT[event.kind] === WEIGHT[known.kind] && event.at > known.at);
