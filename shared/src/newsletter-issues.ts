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
  /** What the two parts of a mail take on their way, in bytes: Gmail cuts longer ones. */
  mailBytes: 100_000,
  /** Posts that are put into an issue at once. */
  posts: 10,
  categories: 50,
  /** Mails that a person decides about at once. */
  decided: 100,
  /** Days until which a sending can be put off. */
  aheadDays: 366,
  /** Subscribers that are counted for a segment. */
  counted: 20_000,
  /** For how long it is known which address got which mail. */
  mailsKeptDays: 90,
} as const;

/** When a sending stops by itself: at this share of refusals among so many mails, or at so many errors of any kind. */
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

/** Subscribers that an issue goes to. */
export const IssueSegment = z.object({
  /** Those who chose one of these categories, or all; null for everybody. */
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

/** Whether a segment leaves nobody out. */
export const isForEverybody = ({ categories, accounts, joinedFrom, joinedBefore }: IssueSegment): boolean =>
  categories === null && accounts === 'all' && joinedFrom === null && joinedBefore === null;

const isOneLine = (text: string): boolean => !/[\r\n\u2028\u2029]/.test(text);

const IssueSubject = requiredText(
  ISSUE_LIMITS.subject,
  { required: 'Subject is required', tooLong: 'Subject too long' },
  { isName: true },
).check(z.refine(isOneLine, 'The subject must be one line'));

/** What programs show of a mail next to its subject; null for the beginning of the text. */
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
  /** Lower than that of the settings; other issues wait with it. */
  mailsPerHour: z.optional(MailsPerHour),
  /** Whether it gets a page in the archive when it is sent; null follows the settings. */
  isInArchive: z.optional(z.nullable(z.boolean())),
});
export type IssueInput = z.infer<typeof IssueInput>;

/** Absent fields stay. `base`: the `updatedAt` of the issue that was changed; nothing is stored if somebody changed it since. */
export const IssuePatch = z.extend(z.partial(IssueInput), { base: z.optional(Instant) });
export type IssuePatch = z.infer<typeof IssuePatch>;

/**
 * `queueing`: its audience is being frozen; `stopped`: by itself, with `stopReason`; `cancelled`: those who had not got it will not;
 * `sent`: every address has an outcome.
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

/** Why a sending stopped by itself: too many refusals, or errors, or what it cannot be sent without. */
export const IssueStop = z.enum(['refusals', 'errors', ...IssueProblem.options]);
export type IssueStop = z.infer<typeof IssueStop>;

/** Whether an issue may be in the public archive: it is no digest, all subscribers get it, its sending has begun, and nobody cancelled it. */
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

/** How many addresses have which outcome; the rest waits. */
export const IssueCounts = z.object({
  /** Frozen so far. */
  audience: z.int(),
  /** Accepted by the mail server, which is not yet delivered. */
  submitted: z.int(),
  refused: z.int(),
  /** Left or stopped meanwhile, or the issue was cancelled. */
  leftOut: z.int(),
  /** Perhaps taken: the connection or the instance ended before the answer. Only a person sends them again. */
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
  /** Posts that it is about: those in its headings. None of a digest; null for issues of older versions. */
  postIds: z.nullable(z.array(z.string())),
  createdAt: Instant,
  /** Of its text or audience. */
  updatedAt: Instant,
});
export type IssueCard = z.infer<typeof IssueCard>;

export const Issue = z.extend(IssueCard, {
  previewText: z.nullable(z.string()),
  content: z.string(),
  segment: IssueSegment,
  mailsPerHour: MailsPerHour,
  /** An issue that people write, or the weekly digest, which has no public page. */
  want: SubscriberWant,
  isInArchive: z.nullable(z.boolean()),
  /** The path of its public page; null while it has none. */
  archivePath: z.nullable(z.string()),
  /** What the mail server said last when it did not take a mail. */
  lastReply: z.nullable(z.string()),
  /** Whether its job was given up, so that only a person makes it go on. */
  isStandingStill: z.boolean(),
});
export type Issue = z.infer<typeof Issue>;

/** What became of the mail to one address. */
export const IssueMail = z.object({
  id: z.string(),
  to: z.string(),
  state: z.enum(['refused', 'left-out', 'unconfirmed']),
  /** What the mail server said, or why it was left out. */
  reply: z.nullable(z.string()),
  at: Instant,
});
export type IssueMail = z.infer<typeof IssueMail>;

/** `submitted`: it counts as taken; `again`: it is sent once more. */
export const IssueDecision = z.object({
  ids: z.array(DocumentId).check(z.minLength(1), z.maxLength(ISSUE_LIMITS.decided)),
  decision: z.enum(['submitted', 'again']),
});
export type IssueDecision = z.infer<typeof IssueDecision>;

/** A text as the mail that it would be. */
export const IssuePreview = z.object({
  html: z.string(),
  text: z.string(),
  /** What it takes on its way. */
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
    summary: 'Issues of the newsletter, newest first, with what became of them.',
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
      /** Whether there are more subscribers than were counted. */
      isAtLeast: z.boolean(),
    }),
    invalidates: 'nothing',
    rate: { bucket: 'newsletter-audience', by: 'user', perMinute: 30, scope: 'instance' },
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/newsletter/preview',
    access: 'admin',
    summary: 'A text as the mail that it would be, as HTML and as text. Stores nothing.',
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
      /** The title of the first. */
      title: z.nullable(z.string()),
      content: z.string(),
    }),
    invalidates: 'nothing',
  }),
} as const;
