import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';
import { type Mail, type MailKind, messageIdOf, type QueuedMail } from './mail.ts';

const MailFields = z.object({
  to: z.string(),
  from: z.optional(z.string()),
  replyTo: z.optional(z.string()),
  headers: z.record(z.string(), z.string()),
  message: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  createdAt: Moment,
  /** Null for older emails, which an extension sent. */
  state: z._default(
    z.nullable(z.enum(['queued', 'sending', 'submitted', 'refused', 'left-out', 'given-up', 'unconfirmed'])),
    null,
  ),
});

export function decodeMail(snapshot: DocumentSnapshot): QueuedMail {
  const { createdAt, ...mail } = z.parse(MailFields, snapshot.data());
  return { ...mail, id: snapshot.id, createdAt: createdAt.toISOString() };
}

/**
 * The lane of a waiting email. Email to many people (e.g. after an import) has its own due time, so that email to one person never waits behind it.
 */
export const DUE_FIELDS = { person: 'dueAt', many: 'bulkDueAt' } as const;

const optionalMoment = z._default(z.nullable(Moment), null);

/** An email with the fields for its delivery. Older emails have none of them, and are never due. */
const DeliveryFields = z.extend(MailFields, {
  expireAt: optionalMoment,
  dueAt: optionalMoment,
  bulkDueAt: optionalMoment,
  waitingSince: optionalMoment,
  attempts: z._default(z.int(), 0),
  fence: z._default(z.int(), 0),
  reply: z._default(z.nullable(z.string()), null),
});

export function decodeStoredMail(snapshot: DocumentSnapshot) {
  const { dueAt, bulkDueAt, expireAt, ...mail } = z.parse(DeliveryFields, snapshot.data());
  return {
    ...mail,
    id: snapshot.id,
    messageId: messageIdOf(snapshot.id),
    lane: bulkDueAt === null ? ('person' as const) : ('many' as const),
    /** When its next attempt is due or its lease ends; null once it has ended. */
    dueAt: dueAt ?? bulkDueAt,
    expireAt: expireAt ?? mail.createdAt,
  };
}
export type StoredMail = ReturnType<typeof decodeStoredMail>;

/** A queued email is deleted after `expireAt`, whether it was sent or not. */
export const encodeMail = (
  {
    id,
    kind,
    mail,
    isToMany,
    writerIds,
  }: { id: string; kind: MailKind; mail: Mail; isToMany: boolean; writerIds?: readonly string[] },
  times: { createdAt: Date; expireAt: Date },
): DocumentData => ({
  ...mail,
  ...times,
  kind,
  ...(writerIds && { writerIds }),
  state: 'queued',
  [isToMany ? DUE_FIELDS.many : DUE_FIELDS.person]: times.createdAt,
  /** Removed when the email has ended, so that the query finds the oldest waiting one. */
  waitingSince: times.createdAt,
  attempts: 0,
  fence: 0,
  reply: null,
  messageId: messageIdOf(id),
  schemaVersion: 1,
});
