import { isDeliverable } from '@inkwell/shared/email-address';
import type { MailEventKind, PostmarkEvent } from '@inkwell/shared/mail';
import * as z from 'zod/mini';
import type { MailEvent } from './mail-events.repository.ts';
import { isUnknownMailbox } from './refusals.ts';
import { replyText } from './transport.ts';

/* Converts providers' events to ours. Events that say nothing about an address (openings, clicks, delays) are dropped. */

const text = z._default(z.nullable(z.string()), null);
const Recipient = z.object({ emailAddress: z.string(), status: text, diagnosticCode: text });

/** The part of an event of Amazon SES that we read: "Event data that Amazon SES publishes to Amazon SNS", SES developer guide. */
const SesEvent = z.object({
  eventType: text,
  /** The name of the field in notifications of an identity. */
  notificationType: text,
  mail: z.object({
    messageId: text,
    tags: z._default(z.nullable(z.record(z.string(), z.array(z.string()))), null),
    headers: z._default(z.nullable(z.array(z.object({ name: z.string(), value: z.string() }))), null),
  }),
  bounce: z.optional(
    z.object({
      bounceType: text,
      bounceSubType: text,
      bouncedRecipients: z.array(Recipient).check(z.maxLength(50)),
      timestamp: text,
    }),
  ),
  complaint: z.optional(
    z.object({
      complainedRecipients: z.array(z.object({ emailAddress: z.string() })).check(z.maxLength(50)),
      complaintFeedbackType: text,
      timestamp: text,
    }),
  ),
  delivery: z.optional(
    z.object({ recipients: z.array(z.string()).check(z.maxLength(50)), smtpResponse: text, timestamp: text }),
  ),
});

const TAG = /(?:^|,)\s*mail=([A-Za-z0-9_-]{1,128})\s*(?:,|$)/;

/** The id that we sent. */
function sesMessageId({ tags, headers }: z.infer<typeof SesEvent>['mail']): string | null {
  const [tagged] = tags?.mail ?? [];
  const header = headers?.find(({ name }) => name.toLowerCase() === 'x-ses-message-tags')?.value;
  return tagged ?? TAG.exec(header ?? '')?.[1] ?? null;
}

function sesBounceKind(
  { bounceType, bounceSubType }: { bounceType: string | null; bounceSubType: string | null },
  { status, diagnosticCode }: z.infer<typeof Recipient>,
): MailEventKind {
  if (bounceType !== 'Permanent') return 'soft';
  if (bounceSubType === 'NoEmail') return 'unknown-mailbox';
  const said = diagnosticCode ?? '';
  // SES recommends stopping after a general permanent bounce, but the receiving server's reply is more exact.
  if (status === null && said === '') return bounceSubType === 'General' ? 'unknown-mailbox' : 'permanent';
  return isUnknownMailbox(said, status ?? undefined) ? 'unknown-mailbox' : 'permanent';
}

/** A provider's time; `otherwise` if it is missing or unreadable. */
const timeOf = (value: string | null | undefined, otherwise: Date): Date => {
  const at = new Date(value ?? '');
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() < 2000 ? otherwise : at;
};

/**
 * The events in the `Message` of an SNS notification; empty for messages that are not events of SES, such as the test message of a new topic.
 * @param message with its SNS id, which stays the same when SNS repeats the message
 */
export function eventsOfSes(message: { MessageId: string; Message: string }, now: Date): MailEvent[] {
  const parsed = SesEvent.safeParse(jsonOf(message.Message));
  if (!parsed.success) return [];
  const { eventType, notificationType, mail, bounce, complaint, delivery } = parsed.data;
  const found: { email: string; kind: MailEventKind; at: string | null; reply: string }[] = [];
  const type = eventType ?? notificationType;
  if (type === 'Bounce' && bounce) {
    for (const recipient of bounce.bouncedRecipients) {
      const { emailAddress: email, diagnosticCode, status } = recipient;
      const reply = diagnosticCode ?? status ?? [bounce.bounceType, bounce.bounceSubType].join(' ');
      found.push({ email, kind: sesBounceKind(bounce, recipient), at: bounce.timestamp, reply });
    }
  }
  if (type === 'Complaint' && complaint) {
    for (const { emailAddress: email } of complaint.complainedRecipients) {
      const reply = complaint.complaintFeedbackType ?? 'complaint';
      found.push({ email, kind: 'complaint', at: complaint.timestamp, reply });
    }
  }
  if (type === 'Delivery' && delivery) {
    for (const email of delivery.recipients) {
      found.push({ email, kind: 'delivered', at: delivery.timestamp, reply: delivery.smtpResponse ?? '' });
    }
  }
  return found.flatMap(({ email, kind, at, reply }, index) => {
    const address = addressIn(email);
    if (address === null) return [];
    return {
      source: 'ses' as const,
      id: index === 0 ? message.MessageId : `${message.MessageId}:${index}`,
      kind,
      email: address,
      messageId: sesMessageId(mail),
      providerId: mail.messageId,
      at: timeOf(at, now),
      reply: replyText(reply),
    };
  });
}

/** Types of bounces in Postmark's API reference. Other types are about the sender's account or need no action. */
const POSTMARK_KINDS: Readonly<Record<string, MailEventKind>> = {
  HardBounce: 'unknown-mailbox',
  BadEmailAddress: 'unknown-mailbox',
  SoftBounce: 'soft',
  Transient: 'soft',
  DnsError: 'soft',
  SpamComplaint: 'complaint',
  SpamNotification: 'permanent',
  Blocked: 'permanent',
  DMARCPolicy: 'permanent',
  VirusNotification: 'permanent',
  ManuallyDeactivated: 'permanent',
};

/** A hard bounce for a reason other than the mailbox is only recorded. */
function postmarkBounceKind({ Type, Details }: PostmarkEvent): MailEventKind | null {
  const kind = POSTMARK_KINDS[Type ?? ''] ?? null;
  if (Type !== 'HardBounce' || !/\b5\.\d{1,3}\.\d{1,3}\b/.test(Details ?? '')) return kind;
  return isUnknownMailbox(Details ?? '') ? 'unknown-mailbox' : 'permanent';
}

/** The event in a Postmark webhook; null if it says nothing about an address. */
export function eventOfPostmark(event: PostmarkEvent, now: Date): MailEvent | null {
  const found = foundIn(event);
  const email = addressIn(event.Email ?? event.Recipient ?? '');
  if (found === null || email === null) return null;
  const { kind, id, at } = found;
  return {
    source: 'postmark',
    id: `${event.RecordType}:${id}`,
    kind,
    email,
    messageId: metadataOf(event),
    providerId: event.MessageID ?? null,
    at: timeOf(at, now),
    reply: replyText(event.Details || event.Description || event.SuppressionReason || event.Type || event.RecordType),
  };
}

function foundIn(event: PostmarkEvent): { kind: MailEventKind; id: string; at: string | undefined } | null {
  const { RecordType, ID, MessageID = '', Recipient: recipient = '' } = event;
  if (RecordType === 'Bounce' || RecordType === 'SpamComplaint') {
    const kind = RecordType === 'SpamComplaint' ? 'complaint' : postmarkBounceKind(event);
    return kind && { kind, id: String(ID ?? MessageID), at: event.BouncedAt };
  }
  if (RecordType === 'Delivery') return { kind: 'delivered', id: `${MessageID}:${recipient}`, at: event.DeliveredAt };
  if (RecordType === 'SubscriptionChange' && event.SuppressSending) {
    const kind = suppressionKind(event);
    return kind && { kind, id: `${MessageID}:${recipient}:${event.ChangedAt ?? ''}`, at: event.ChangedAt };
  }
  return null;
}

/** Somebody who unsubscribes with Postmark's own link wants no more email, like somebody who complains. */
function suppressionKind({ SuppressionReason, Origin }: PostmarkEvent): MailEventKind | null {
  if (SuppressionReason === 'HardBounce') return 'unknown-mailbox';
  return SuppressionReason === 'SpamComplaint' || Origin === 'Recipient' ? 'complaint' : null;
}

/** Postmark may change the case of metadata names. */
function metadataOf({ Metadata }: PostmarkEvent): string | null {
  const [, value] = Object.entries(Metadata ?? {}).find(([name]) => name.toLowerCase() === 'mail') ?? [];
  return typeof value === 'string' && value !== '' ? value.slice(0, 128) : null;
}

/** The address in `Name <address>` or alone; null if no email can be sent to it. */
function addressIn(recipient: string): string | null {
  const address = (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim();
  return isDeliverable(address) && address.length <= 320 ? address : null;
}

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
