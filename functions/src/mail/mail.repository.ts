import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { clearExpired } from '../firestore/clear-expired.ts';
import { decodeMail, encodeMail } from './mail.converter.ts';
import type { Mail, QueuedMail } from './mail.ts';

/** The queue of outgoing mails. In production the Trigger Email extension sends them; on the local stack they are not sent. */
export interface MailRepository {
  /** Newest first. Reads at most `limit` documents. */
  newest(limit: number): Promise<QueuedMail[]>;
  /** Deletes expired mails. Safe to repeat and to interrupt. @returns how many */
  clearExpired(at: Date): Promise<number>;
}

export function createMailRepository(db: Firestore): MailRepository {
  const mails = db.collection('mail');
  return {
    async newest(limit) {
      const { docs } = await mails.orderBy('createdAt', 'desc').limit(limit).get();
      return docs.map(decodeMail);
    },

    clearExpired: (at) => clearExpired(mails, at),
  };
}

/** Queues a mail within the caller's transaction, which fails if the id exists. */
export function queueMail(
  db: Firestore,
  transaction: Transaction,
  { id, mail, at, expireAt }: { id: string; mail: Mail; at: Date; expireAt: Date },
): void {
  transaction.create(db.collection('mail').doc(id), encodeMail(mail, { createdAt: at, expireAt }));
}
