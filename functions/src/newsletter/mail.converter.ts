import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';
import type { Mail } from './confirmation-mail.ts';

const MailDocument = z.object({
  to: z.string(),
  from: z.optional(z.string()),
  replyTo: z.optional(z.string()),
  headers: z.record(z.string(), z.string()),
  message: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  createdAt: Moment,
});

/** A mail in the queue; `createdAt` is ISO 8601 in UTC. */
export type QueuedMail = Mail & { readonly id: string; readonly createdAt: string };

export function decodeMail(snapshot: DocumentSnapshot): QueuedMail {
  const { createdAt, ...mail } = z.parse(MailDocument, snapshot.data());
  return { ...mail, id: snapshot.id, createdAt: createdAt.toISOString() };
}
