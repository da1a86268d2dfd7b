import * as z from 'zod/mini';
import { INVALID_EMAIL, isDeliverable } from './email-address.ts';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant, PageQuery, requiredText } from './fields.ts';
import { NewsletterEmail } from './newsletter.ts';

export const MAIL_LIMITS = {
  /** Limits of a provider's events about emails. */
  eventBytes: 256 * 1024,
  remark: 500,
  mailsPerHour: 100_000,
} as const;

/** Null for as many as the server accepts. */
export const MailsPerHour = z.nullable(
  z
    .int('Write a whole number, or nothing for no limit')
    .check(
      z.minimum(1, 'At least 1 mail an hour, or nothing for no limit'),
      z.maximum(MAIL_LIMITS.mailsPerHour, `At most ${MAIL_LIMITS.mailsPerHour.toLocaleString('en')} mails an hour`),
    ),
);

/** How many days events about emails are stored: longer than any provider repeats them. */
export const MAIL_EVENT_DAYS = 90;

/** Emails that have been queued for longer are reported as late. */
export const LATE_MAIL_MS = 60 * 60_000;

/** The source of a fact about an address: a provider's event, or the mail server's immediate reply. */
export const MailSource = z.enum(['ses', 'postmark', 'smtp']);
export type MailSource = z.infer<typeof MailSource>;

/** The event about an email. `soft`: it could not be delivered this time; `permanent`: refused for another reason than its mailbox. */
export const MailEventKind = z.enum(['delivered', 'soft', 'permanent', 'unknown-mailbox', 'complaint']);
export type MailEventKind = z.infer<typeof MailEventKind>;

/** Why an address gets no email: its owner complained, it does not exist, three consecutive soft bounces, or an admin's decision. */
export const SuppressionReason = z.enum(['complaint', 'unknown-mailbox', 'soft', 'manual']);
export type SuppressionReason = z.infer<typeof SuppressionReason>;

/** The record of an address that emails could not reach, or that must not get email. */
export const Suppression = z.object({
  id: z.string(),
  email: z.string(),
  /** Null if it may get email. */
  suppressedAt: z.nullable(Instant),
  reason: z.nullable(SuppressionReason),
  source: z.nullable(MailSource),
  /** The reason given by the admin who suppressed it. */
  remark: z.nullable(z.string()),
  /** The replies that came back, newest first. */
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

/** The state of email delivery. */
export const MailStanding = z.object({
  /** False while no server is configured. Emails then stay in the queue. */
  isOn: z.boolean(),
  waiting: z.number(),
  /** The email that has waited longest, and the server's last reply to it; null if none waits. */
  oldest: z.nullable(z.object({ since: Instant, attempts: z.number(), reply: z.nullable(z.string()) })),
  /** The recent emails that could not be submitted. */
  givenUp: z.number(),
});
export type MailStanding = z.infer<typeof MailStanding>;

/** The DNS records of the sender's domain: who may send for it (SPF), the key of its signatures (DKIM), and the policy for other emails (DMARC). */
export const SenderRecordKind = z.enum(['spf', 'dkim', 'dmarc']);
export type SenderRecordKind = z.infer<typeof SenderRecordKind>;

/**
 * `invalid`: the record exists, but programs ignore it. `unreachable`: DNS did not answer. `not-set`: it was not looked up, because there is no
 * selector, no mail server, or, on the local stack, no DNS.
 */
export const SenderRecordState = z.enum(['found', 'invalid', 'missing', 'unreachable', 'not-set']);
export type SenderRecordState = z.infer<typeof SenderRecordState>;

export const SenderRecord = z.object({
  kind: SenderRecordKind,
  state: SenderRecordState,
  /** The record's name in DNS, existing or required; null if unknown. */
  name: z.nullable(z.string()),
  /** The record as found, at most 500 characters. */
  value: z.nullable(z.string()),
  /** Complete sentences: what this means, and what to do. */
  text: z.string(),
});
export type SenderRecord = z.infer<typeof SenderRecord>;

/** What mail programs can find out about the sender. For information only: sending does not depend on it. */
export const MailSender = z.object({
  /** The sender's address. */
  address: z.string(),
  domain: z.string(),
  /** Null if nothing was looked up. Results are cached for 5 minutes, failures for half a minute. */
  checkedAt: z.nullable(Instant),
  /** SPF, DKIM and DMARC, in this order. */
  records: z.array(SenderRecord),
});
export type MailSender = z.infer<typeof MailSender>;

const line = z.string().check(z.maxLength(2_048));

/** A message of Amazon SNS, as documented for HTTP endpoints. */
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

/** A webhook of Postmark. Its fields depend on `RecordType`. */
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

/** Providers send from few addresses, and a large newsletter causes many events at once. */
const rate = { bucket: 'mail-events', by: 'address', perMinute: 3_000, scope: 'instance' } as const;

export const mailApi = {
  standing: endpoint({
    method: 'GET',
    path: '/api/admin/mail',
    access: 'admin',
    summary: 'Whether emails are being sent, and which are waiting.',
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
    summary: 'Suppresses an address, which then gets no email. Safe to repeat.',
    body: SuppressionInput,
    response: Suppression,
    status: 201,
  }),
  free: endpoint({
    method: 'POST',
    path: '/api/admin/mail/suppressions/:id/free',
    access: 'admin',
    invalidates: 'nothing',
    summary: 'Allows email to an address again, with a reason for the activity. Safe to repeat.',
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
