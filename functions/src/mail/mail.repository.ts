import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { clearExpired } from '../firestore/clear-expired.ts';
import { decodeMail, encodeMail } from './mail.converter.ts';
import type { Mail, MailKind, QueuedMail } from './mail.ts';

/** The queue of outgoing mails. */
export interface MailRepository {
  /** Those with a text, newest first. Reads at most `limit` documents. */
  newest(limit: number): Promise<QueuedMail[]>;
  /** Deletes expired mails. Safe to repeat and to interrupt. @returns how many */
  clearExpired(at: Date): Promise<number>;
}

export function createMailRepository(db: Firestore): MailRepository {
  const mails = db.collection('mail');
  return {
    async newest(limit) {
      const { docs } = await mails.orderBy('createdAt', 'desc').limit(limit).get();
      // Mails of an issue have their texts only once they were sent.
      return docs.filter((mail) => mail.get('message') !== undefined).map(decodeMail);
    },

    clearExpired: (at) => clearExpired(mails, at),
  };
}

/** What a feature queues. */
export interface NewMail {
  /** An id by which a retry queues once. */
  readonly id: string;
  readonly kind: MailKind;
  readonly mail: Mail;
  readonly at: Date;
  /** The mail is not sent afterwards, and deleted. */
  readonly expireAt: Date;
  /** True for one of many, which lets mail to one person go first. */
  readonly isToMany?: boolean;
  /** Accounts that the mail names; it goes with each of them. */
  readonly writerIds?: readonly string[];
}

/**
 * Queues a mail within the caller's transaction, which fails if the id exists. The function `deliver` sends it within a minute; a request that
 * somebody waits for calls `Delivery.now` after its transaction. Writes 1 document. @returns the id
 */
export function queueMail(
  db: Firestore,
  transaction: Transaction,
  { at, expireAt, isToMany = false, ...mail }: NewMail,
): string {
  const ref = db.collection('mail').doc(mail.id);
  transaction.create(ref, encodeMail({ ...mail, isToMany }, { createdAt: at, expireAt }));
  return mail.id;
}
