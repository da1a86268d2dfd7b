import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';
import type { Mail, QueuedMail } from './mail.ts';

const MailDocument = z.object({
  to: z.string(),
  from: z.optional(z.string()),
  replyTo: z.optional(z.string()),
  headers: z.record(z.string(), z.string()),
  message: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  createdAt: Moment,
});

export function decodeMail(snapshot: DocumentSnapshot): QueuedMail {
  const { createdAt, ...mail } = z.parse(MailDocument, snapshot.data());
  return { ...mail, id: snapshot.id, createdAt: createdAt.toISOString() };
}

/** A queued mail is deleted after `expireAt`, whether it was sent or not. */
export const encodeMail = (mail: Mail, times: { createdAt: Date; expireAt: Date }): DocumentData => ({
  ...mail,
  ...times,
  schemaVersion: 1,
});
