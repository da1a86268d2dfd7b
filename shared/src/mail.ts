import * as z from 'zod/mini';
import { INVALID_EMAIL, isDeliverable } from './email-address.ts';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant, PageQuery, requiredText } from './fields.ts';
import { NewsletterEmail } from './newsletter.ts';

export const MAIL_LIMITS = {
  /** Of what a provider sends about mails. */
  eventBytes: 256 * 1024,
  remark: 500,
  mailsPerHour: 100_000,
} as const;

/** Null for as many as the server takes. */
export const MailsPerHour = z.nullable(
  z
    .int('Write a whole number, or nothing for no limit')
    .check(
      z.minimum(1, 'At least 1 mail an hour, or nothing for no limit'),
      z.maximum(MAIL_LIMITS.mailsPerHour, `At most ${MAIL_LIMITS.mailsPerHour.toLocaleString('en')} mails an hour`),
    ),
);

/** For how many days events about mails are kept: longer than any provider repeats one. */
export const MAIL_EVENT_DAYS = 90;

/** After this time in the queue, mails are said to be late. */
export const LATE_MAIL_MS = 60 * 60_000;

/** Where a fact about an address comes from: a provider's event, or the server at once. */
export const MailSource = z.enum(['ses', 'postmark', 'smtp']);
export type MailSource = z.infer<typeof MailSource>;

/** What came back for a mail. `soft`: it could not be delivered this time; `permanent`: refused for another reason than its mailbox. */
export const MailEventKind = z.enum(['delivered', 'soft', 'permanent', 'unknown-mailbox', 'complaint']);
export type MailEventKind = z.infer<typeof MailEventKind>;

/** Why nothing is mailed to an address: its owner complained, it does not exist, three soft refusals in a row, or an admin's decision. */
export const SuppressionReason = z.enum(['complaint', 'unknown-mailbox', 'soft', 'manual']);
export type SuppressionReason = z.infer<typeof SuppressionReason>;

/** What is known of an address that mails could not reach, or that must not be mailed. */
export const Suppression = z.object({
  id: z.string(),
  email: z.string(),
  /** Null if mails may go to it. */
  suppressedAt: z.nullable(Instant),
  reason: z.nullable(SuppressionReason),
  source: z.nullable(MailSource),
  /** The words of the admin who suppressed it. */
  remark: z.nullable(z.string()),
  /** What came back, newest first. */
  notes: z.array(z.object({ kind: MailEventKind, source: MailSource, at: Instant, reply: z.string() })),
  freedAt: z.nullable(Instant),
});
export type Suppression = z.infer<typeof Suppression>;

const MailAddress = NewsletterEmail.check(z.refine(isDeliverable, INVALID_EMAIL));

const Remark = requiredText(MAIL_LIMITS.remark, {
  required: 'Please say why',
  tooLong: `Please use at most ${MAIL_LIMITS.remark} characters`,
});

export const SuppressionInput = z.object({ email: MailAddress, remark: Remark });
export type SuppressionInput = z.infer<typeof SuppressionInput>;

export const FreeInput = z.object({ remark: Remark });
export type FreeInput = z.infer<typeof FreeInput>;

/** How mails leave. */
export const MailStanding = z.object({
  /** False while no server is set: mails stay in the queue. */
  isOn: z.boolean(),
  waiting: z.number(),
  /** The mail that waits longest, and what the server said to it last; null if none waits. */
  oldest: z.nullable(z.object({ since: Instant, attempts: z.number(), reply: z.nullable(z.string()) })),
  /** Mails of the last days that could not be handed in. */
  givenUp: z.number(),
});
export type MailStanding = z.infer<typeof MailStanding>;

/** What DNS says of the domain of mails: who may send for it (SPF), the key of its signatures (DKIM), what applies to other mails (DMARC). */
export const SenderRecordKind = z.enum(['spf', 'dkim', 'dmarc']);
export type SenderRecordKind = z.infer<typeof SenderRecordKind>;

/**
 * `invalid`: there is one, but programs ignore it. `unreachable`: DNS did not answer. `not-set`: it was not looked up, because there is no
 * selector, no mail server, or no DNS as on the local stack.
 */
export const SenderRecordState = z.enum(['found', 'invalid', 'missing', 'unreachable', 'not-set']);
export type SenderRecordState = z.infer<typeof SenderRecordState>;

export const SenderRecord = z.object({
  kind: SenderRecordKind,
  state: SenderRecordState,
  /** The name in DNS under which it is, or belongs; null if that is not known. */
  name: z.nullable(z.string()),
  /** As it was found, at most 500 characters of it. */
  value: z.nullable(z.string()),
  /** Whole sentences: what this means, and what to do. */
  text: z.string(),
});
export type SenderRecord = z.infer<typeof SenderRecord>;

/** What mail programs can find out about the sender. Nothing depends on it: mails are sent as they are. */
export const MailSender = z.object({
  /** The address that mails are from. */
  address: z.string(),
  domain: z.string(),
  /** Null if nothing was looked up. Results are kept for 5 minutes, failures for half of one. */
  checkedAt: z.nullable(Instant),
  /** SPF, DKIM and DMARC, in this order. */
  records: z.array(SenderRecord),
});
export type MailSender = z.infer<typeof MailSender>;

const line = z.string().check(z.maxLength(2_048));

/** A message of Amazon SNS, as its documentation describes it for HTTP endpoints. */
export const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: line,
  TopicArn: line,
  Message: z.string().check(z.maxLength(MAIL_LIMITS.eventBytes)),
  Timestamp: line,
  SignatureVersion: z.enum(['1', '2']),
  Signature: line,
  SigningCertURL: line,
  Subject: z.optional(z.nullable(line)),
  SubscribeURL: z.optional(line),
  Token: z.optional(line),
});
export type SnsMessage = z.infer<typeof SnsMessage>;

/** A webhook of Postmark; which fields there are depends on `RecordType`. */
export const PostmarkEvent = z.object({
  RecordType: line,
  ID: z.optional(z.union([z.number(), line])),
  MessageID: z.optional(line),
  Type: z.optional(line),
  Email: z.optional(line),
  Recipient: z.optional(line),
  BouncedAt: z.optional(line),
  DeliveredAt: z.optional(line),
  ChangedAt: z.optional(line),
  Details: z.optional(z.nullable(z.string().check(z.maxLength(MAIL_LIMITS.eventBytes)))),
  Description: z.optional(z.nullable(z.string().check(z.maxLength(MAIL_LIMITS.eventBytes)))),
  Origin: z.optional(z.nullable(line)),
  SuppressSending: z.optional(z.boolean()),
  SuppressionReason: z.optional(z.nullable(line)),
  Metadata: z.optional(z.nullable(z.record(line, z.unknown()))),
});
export type PostmarkEvent = z.infer<typeof PostmarkEvent>;

/** Providers send from few addresses: as many as a large newsletter brings back at once. */
const rate = { bucket: 'mail-events', by: 'address', perMinute: 3_000, scope: 'instance' } as const;

export const mailApi = {
  standing: endpoint({
    method: 'GET',
    path: '/api/admin/mail',
    access: 'admin',
    summary: 'Whether mails leave, and which wait.',
    response: MailStanding,
  }),
  sender: endpoint({
    method: 'GET',
    path: '/api/admin/mail/sender',
    access: 'admin',
    summary:
      "What DNS says of the sender's domain: SPF, DKIM (with the selector of the settings) and DMARC; per record whether it was found, and what to do. Looks up nothing on the local stack, or without a mail server.",
    response: MailSender,
  }),
  suppressions: endpoint({
    method: 'GET',
    path: '/api/admin/mail/suppressions',
    access: 'admin',
    summary:
      'Addresses that nothing is mailed to, newest first; with `email`, what is known of that address, suppressed or not.',
    query: z.extend(PageQuery, { email: z.optional(MailAddress) }),
    response: z.array(Suppression),
    paged: true,
  }),
  suppress: endpoint({
    method: 'POST',
    path: '/api/admin/mail/suppressions',
    access: 'admin',
    invalidates: 'nothing',
    summary: 'Suppresses an address: nothing is mailed to it. Safe to repeat.',
    body: SuppressionInput,
    response: Suppression,
    status: 201,
  }),
  free: endpoint({
    method: 'POST',
    path: '/api/admin/mail/suppressions/:id/free',
    access: 'admin',
    invalidates: 'nothing',
    summary: 'Lets mails go to an address again, with a reason for the activity. Safe to repeat.',
    params: IdParams,
    body: FreeInput,
    response: Suppression,
  }),
  sesEvents: endpoint({
    method: 'POST',
    path: '/api/mail/events/ses',
    access: 'public',
    invalidates: 'nothing',
    summary:
      'What Amazon SES says of mails, by SNS: bounces, complaints and deliveries. 403 unless SNS signed it for our topic; 404 without a topic. An event counts once.',
    body: SnsMessage,
    bodyType: 'text',
    bodyLimitBytes: MAIL_LIMITS.eventBytes,
    fromAnywhere: true,
    rate,
  }),
  postmarkEvents: endpoint({
    method: 'POST',
    path: '/api/mail/events/postmark',
    access: 'public',
    invalidates: 'nothing',
    summary:
      'What Postmark says of mails: bounces, complaints and deliveries. 401 without the credentials of the webhook, as HTTP Basic; 404 where there are none. An event counts once.',
    body: PostmarkEvent,
    ownCredentials: true,
    bodyLimitBytes: MAIL_LIMITS.eventBytes,
    fromAnywhere: true,
    rate,
  }),
} as const;
