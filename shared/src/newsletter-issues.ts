import * as z from 'zod/mini';
import { CategoryId } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { DocumentId, IdParams, Instant, InstantInput, isBlank, PageQuery, requiredText, wellFormed } from './fields.ts';
import { MailsPerHour } from './mail.ts';
import { SubscriberWant } from './subscribers.ts';

export const ISSUE_LIMITS = {
  subject: 150,
  previewText: 200,
  /** UTF-16 units of Markdown. */
  content: 60_000,
  /** The maximum size of the two parts of an email in transit, in bytes: Gmail cuts longer ones. */
  mailBytes: 100_000,
  /** The maximum number of posts added to an issue at once. */
  posts: 10,
  categories: 50,
  /** The maximum number of emails that a person decides about at once. */
  decided: 100,
  /** The maximum number of days until a scheduled sending. */
  aheadDays: 366,
  /** The maximum number of subscribers counted for a segment. */
  counted: 20_000,
  /** How long the outcome for each address is stored. */
  mailsKeptDays: 90,
} as const;

/** When sending stops automatically: at this share of refusals among this many emails, or at this many errors of any kind. */
export const ISSUE_STOPS = { refusedShare: 0.05, leastMails: 200, errors: 1_000 } as const;

/** Why an issue cannot be sent. */
export const IssueProblem = z.enum(['postal-address', 'no-server', 'too-long']);
export type IssueProblem = z.infer<typeof IssueProblem>;

export const ISSUE_PROBLEMS: Readonly<Record<IssueProblem, string>> = {
  'postal-address': 'The postal address of the sender is missing. Emails to subscribers must include it.',
  'no-server': 'No mail server is set up (SMTP_URL), so nothing can be sent.',
  'too-long': 'The email is too long: Gmail would cut it. Please shorten the text.',
};

export const ISSUE_TEXTS = {
  begun: 'This issue is being sent or was sent, so it cannot be changed.',
  kept: 'Only drafts can be deleted: sent mails show the pictures of their issue.',
  notCancelled: 'This issue was sent already.',
  cancelled: 'This issue was cancelled. Please make another one.',
  notPausable: 'Only an issue that is being sent can be paused.',
  notResumable: 'Only an issue that was paused or has stopped can go on.',
  noAddress: 'Your account has no email address.',
  notArchivable: 'The archive has only issues that were sent to all subscribers.',
  tooFarAhead: `Choose a time within ${ISSUE_LIMITS.aheadDays} days.`,
} as const;

/** The subscribers who get an issue. */
export const IssueSegment = z.object({
  /** Subscribers who chose one of these categories, or all of them; null for everybody. */
  categories: z._default(
    z.nullable(z.array(CategoryId).check(z.minLength(1), z.maxLength(ISSUE_LIMITS.categories))),
    null,
  ),
  accounts: z._default(z.enum(['all', 'with', 'without']), 'all'),
  /** Joined at this time or later. */
  joinedFrom: z._default(z.nullable(Instant), null),
  joinedBefore: z._default(z.nullable(Instant), null),
});
export type IssueSegment = z.infer<typeof IssueSegment>;

export const EVERYBODY: IssueSegment = { categories: null, accounts: 'all', joinedFrom: null, joinedBefore: null };

/** Whether a segment includes everybody. */
export const isForEverybody = ({ categories, accounts, joinedFrom, joinedBefore }: IssueSegment): boolean =>
  categories === null && accounts === 'all' && joinedFrom === null && joinedBefore === null;

const isOneLine = (text: string): boolean => !/[\r\n\u2028\u2029]/.test(text);

const IssueSubject = requiredText(
  ISSUE_LIMITS.subject,
  { required: 'Subject is required', tooLong: 'Subject too long' },
  { isName: true },
).check(z.refine(isOneLine, 'The subject must be one line'));

/** The text that programs show next to an email's subject; null for the beginning of the text. */
const PreviewText = z.pipe(
  z.nullable(
    z
      .string()
      .check(
        z.trim(),
        wellFormed,
        z.maxLength(ISSUE_LIMITS.previewText, 'Preview text too long'),
        z.refine(isOneLine, 'The preview text must be one line'),
      ),
  ),
  z.transform((text) => (text === null || isBlank(text) ? null : text)),
);

const IssueContent = requiredText(ISSUE_LIMITS.content, {
  required: 'Text is required',
  tooLong: `Text too long: at most ${ISSUE_LIMITS.content.toLocaleString('en')} characters fit into a mail`,
});

export const IssueInput = z.object({
  subject: IssueSubject,
  /** Markdown. */
  content: IssueContent,
  previewText: z.optional(PreviewText),
  segment: z.optional(IssueSegment),
  /** A rate below that of the settings; other issues are slowed down with it. */
  mailsPerHour: z.optional(MailsPerHour),
  /** Whether it gets a page in the archive when it is sent; null follows the settings. */
  isInArchive: z.optional(z.nullable(z.boolean())),
});
export type IssueInput = z.infer<typeof IssueInput>;

/** Absent fields do not change. `base`: the `updatedAt` of the edited issue; nothing is stored if somebody has changed it since. */
export const IssuePatch = z.extend(z.partial(IssueInput), { base: z.optional(Instant) });
export type IssuePatch = z.infer<typeof IssuePatch>;

/**
 * `queueing`: its audience is being frozen; `stopped`: automatically, with `stopReason`; `cancelled`: no further emails are sent; `sent`: every
 * address has an outcome.
 */
export const IssueStatus = z.enum([
  'draft',
  'scheduled',
  'queueing',
  'sending',
  'paused',
  'stopped',
  'cancelled',
  'sent',
]);
export type IssueStatus = z.infer<typeof IssueStatus>;

/** Why sending stopped automatically: too many refusals, too many errors, or a missing requirement. */
export const IssueStop = z.enum(['refusals', 'errors', ...IssueProblem.options]);
export type IssueStop = z.infer<typeof IssueStop>;

/** Whether an issue may be in the public archive: it is not a digest, all subscribers get it, its sending has begun, and nobody has cancelled it. */
export const isArchivable = ({
  status,
  segment,
  want,
}: {
  status: IssueStatus;
  segment: IssueSegment;
  want: SubscriberWant;
}): boolean =>
  want === 'newsletter' &&
  isForEverybody(segment) &&
  status !== 'draft' &&
  status !== 'scheduled' &&
  status !== 'cancelled';

/** The number of addresses with each outcome; the rest is still waiting. */
export const IssueCounts = z.object({
  /** The number of addresses frozen so far. */
  audience: z.int(),
  /** Accepted by the mail server, which does not mean delivered. */
  submitted: z.int(),
  refused: z.int(),
  /** Unsubscribed or suppressed meanwhile, or the issue was cancelled. */
  leftOut: z.int(),
  /** Possibly accepted: the connection or the instance ended before the answer. Only a person can send them again. */
  unconfirmed: z.int(),
});
export type IssueCounts = z.infer<typeof IssueCounts>;

export const IssueCard = z.object({
  id: z.string(),
  subject: z.string(),
  status: IssueStatus,
  /** When it will be sent. */
  scheduledAt: z.nullable(Instant),
  startedAt: z.nullable(Instant),
  finishedAt: z.nullable(Instant),
  counts: IssueCounts,
  stopReason: z.nullable(IssueStop),
  /** The posts in its headings. Empty for a digest; null for issues of older versions. */
  postIds: z.nullable(z.array(z.string())),
  createdAt: Instant,
  /** The last change of its text or audience. */
  updatedAt: Instant,
});
export type IssueCard = z.infer<typeof IssueCard>;

export const Issue = z.extend(IssueCard, {
  previewText: z.nullable(z.string()),
  content: z.string(),
  segment: IssueSegment,
  mailsPerHour: MailsPerHour,
  /** An issue written by people, or the weekly digest, which has no public page. */
  want: SubscriberWant,
  isInArchive: z.nullable(z.boolean()),
  /** The path of its public page; null without one. */
  archivePath: z.nullable(z.string()),
  /** The mail server's last reply when it did not accept an email. */
  lastReply: z.nullable(z.string()),
  /** Whether its job was given up, so that it continues only when a person resumes it. */
  isStandingStill: z.boolean(),
});
export type Issue = z.infer<typeof Issue>;

/** The outcome of the email to one address. */
export const IssueMail = z.object({
  id: z.string(),
  to: z.string(),
  state: z.enum(['refused', 'left-out', 'unconfirmed']),
  /** The mail server's reply, or why the email was left out. */
  reply: z.nullable(z.string()),
  at: Instant,
});
export type IssueMail = z.infer<typeof IssueMail>;

/** `submitted`: it counts as accepted; `again`: it is sent once more. */
export const IssueDecision = z.object({
  ids: z.array(DocumentId).check(z.minLength(1), z.maxLength(ISSUE_LIMITS.decided)),
  decision: z.enum(['submitted', 'again']),
});
export type IssueDecision = z.infer<typeof IssueDecision>;

/** A preview of a text as an email. */
export const IssuePreview = z.object({
  html: z.string(),
  text: z.string(),
  /** Its size in transit. */
  bytes: z.int(),
  /** Why it could not be sent; null if it could. */
  problem: z.nullable(IssueProblem),
});
export type IssuePreview = z.infer<typeof IssuePreview>;

const path = '/api/admin/newsletter/issues';

const act = (verb: string, summary: string) =>
  ({
    method: 'POST',
    path: `${path}/:id/${verb}`,
    access: 'admin',
    summary,
    params: IdParams,
    response: Issue,
    mayConflict: true,
    invalidates: 'nothing',
  }) as const;

export const newsletterIssueApi = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'admin',
    summary: 'Newsletter issues, newest first, with their results.',
    query: PageQuery,
    response: z.array(IssueCard),
    paged: true,
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'admin',
    summary: 'Stores a new issue as a draft.',
    body: IssueInput,
    response: Issue,
    status: 201,
    invalidates: 'nothing',
  }),
  read: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    access: 'admin',
    summary: 'One issue, with its text and progress.',
    params: IdParams,
    response: Issue,
  }),
  change: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    access: 'admin',
    summary:
      'Changes an issue that is not being sent. Absent fields stay. 409 with the stored issue if it is not as in `base`, or its sending has begun.',
    params: IdParams,
    body: IssuePatch,
    response: Issue,
    conflict: Issue,
    invalidates: 'nothing',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'admin',
    summary: 'Deletes a draft. Safe to repeat.',
    params: IdParams,
    mayConflict: true,
    invalidates: 'nothing',
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/:id/test`,
    access: 'admin',
    summary: 'Sends the issue to the caller alone, as it would be sent.',
    params: IdParams,
    response: z.object({ to: z.string() }),
    mayConflict: true,
    invalidates: 'nothing',
    rate: { bucket: 'newsletter-test', by: 'user', perHour: 30, scope: 'everywhere' },
  }),
  send: endpoint({
    ...act(
      'send',
      'Sends an issue: now, or at a time. 409 without a postal address in the settings, without a mail server, and for a mail that is too long. Repeated, it does nothing more.',
    ),
    body: z.object({ at: z.optional(InstantInput) }),
    bodyOptional: true,
  }),
  pause: endpoint(act('pause', 'Pauses the sending: no further mail begins once this is answered. Safe to repeat.')),
  resume: endpoint(act('resume', 'Lets a sending go on that was paused, or has stopped. Safe to repeat.')),
  cancel: endpoint(
    act(
      'cancel',
      'Makes a scheduled issue a draft again; ends a sending, so that those who have not got it never will. Safe to repeat.',
    ),
  ),
  archive: endpoint({
    method: 'POST',
    path: `${path}/:id/archive`,
    access: 'admin',
    summary:
      'Adds an issue that is being sent or was sent to the public archive, or removes it. Its address stays its own. 409 for a digest, and for an issue to a segment. Safe to repeat.',
    params: IdParams,
    body: z.object({ isInArchive: z.boolean() }),
    response: Issue,
    mayConflict: true,
  }),
  mails: endpoint({
    method: 'GET',
    path: `${path}/:id/mails`,
    access: 'admin',
    summary: `The addresses with one outcome, for ${ISSUE_LIMITS.mailsKeptDays} days.`,
    params: IdParams,
    query: z.extend(PageQuery, { state: IssueMail.shape.state }),
    response: z.array(IssueMail),
    paged: true,
  }),
  decide: endpoint({
    ...act(
      'decisions',
      'What is to be done with unconfirmed mails: count them as taken, or send them once more. Others do not change. Safe to repeat.',
    ),
    body: IssueDecision,
  }),
  audience: endpoint({
    method: 'POST',
    path: '/api/admin/newsletter/audience',
    access: 'admin',
    summary: `How many subscribers a segment reaches now, counted up to ${ISSUE_LIMITS.counted.toLocaleString('en')} subscribers.`,
    body: z.object({ segment: IssueSegment }),
    response: z.object({
      count: z.int(),
      /** Whether there are more subscribers than counted. */
      isAtLeast: z.boolean(),
    }),
    invalidates: 'nothing',
    rate: { bucket: 'newsletter-audience', by: 'user', perMinute: 30, scope: 'instance' },
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/newsletter/preview',
    access: 'admin',
    summary: 'A preview of a text as an email, as HTML and as text. Stores nothing.',
    body: z.pick(IssueInput, { subject: true, content: true, previewText: true }),
    response: IssuePreview,
    invalidates: 'nothing',
  }),
  postText: endpoint({
    method: 'POST',
    path: '/api/admin/newsletter/post-text',
    access: 'admin',
    summary:
      'Published posts as Markdown for an issue: title, picture, excerpt and link, or the whole text. Others are left out.',
    body: z.object({
      ids: z.array(DocumentId).check(z.minLength(1), z.maxLength(ISSUE_LIMITS.posts)),
      isWhole: z._default(z.boolean(), false),
    }),
    response: z.object({
      /** The title of the first post. */
      title: z.nullable(z.string()),
      content: z.string(),
    }),
    invalidates: 'nothing',
  }),
} as const;
