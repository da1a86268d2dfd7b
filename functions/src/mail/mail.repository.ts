import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { clearExpired } from '../firestore/clear-expired.ts';
import { decodeMail, encodeMail } from './mail.converter.ts';
import type { Mail, MailKind, QueuedMail } from './mail.ts';

/** The queue of outgoing emails. */
export interface MailRepository {
  /** The emails with texts, newest first. Reads at most `limit` documents. */
  newest(limit: number): Promise<QueuedMail[]>;
  /** Deletes expired emails. Safe to repeat and to interrupt. @returns how many */
  clearExpired(at: Date): Promise<number>;
}

export function createMailRepository(db: Firestore): MailRepository {
  const mails = db.collection('mail');
  return {
    async newest(limit) {
      const { docs } = await mails.orderBy('createdAt', 'desc').limit(limit).get();
      // Emails of an issue get their texts only when they are sent.
      return docs.filter((mail) => mail.get('message') !== undefined).map(decodeMail);
    },

    clearExpired: (at) => clearExpired(mails, at),
  };
}

/** The input for a queued email. */
export interface NewMail {
  /** An id that makes retries queue the email only once. */
  readonly id: string;
  readonly kind: MailKind;
  readonly mail: Mail;
  readonly at: Date;
  /** The email is deleted at this time, and not sent afterwards. */
  readonly expireAt: Date;
  /** True for email to many people, so that email to one person goes first. */
  readonly isToMany?: boolean;
  /** Accounts named in the email; deleting any of them deletes it. */
  readonly writerIds?: readonly string[];
}

/**
 * Queues an email within the caller's transaction, which fails if the id exists. The function `deliver` sends it within a minute; a request that
 * waits for it calls `Delivery.now` after its transaction. Writes 1 document. @returns the id
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
