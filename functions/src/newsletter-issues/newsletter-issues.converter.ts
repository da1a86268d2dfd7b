import type { ArchivedIssue, ArchivedIssueCard } from '@inkwell/shared/newsletter-archive';
import { archivePath } from '@inkwell/shared/newsletter-archive';
import {
  EVERYBODY,
  type Issue,
  type IssueCard,
  IssueCounts,
  IssueMail,
  IssueSegment,
  IssueStatus,
  IssueStop,
} from '@inkwell/shared/newsletter-issues';
import { slugify } from '@inkwell/shared/slug';
import { SubscriberWant } from '@inkwell/shared/subscribers';
import type { DocumentData, DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { Moment } from '../firestore/moment.ts';
import { bodyOf, postIdsIn } from './posts-in-issue.ts';

const optionalMoment = z.nullable(Moment);

const Progress = z.object({
  subject: z.string(),
  status: IssueStatus,
  scheduledAt: optionalMoment,
  startedAt: optionalMoment,
  finishedAt: optionalMoment,
  counts: IssueCounts,
  stopReason: z.nullable(IssueStop),
  createdAt: Moment,
  updatedAt: Moment,
  segment: IssueSegment,
  mailsPerHour: z.nullable(z.int()),
  lastReply: z.nullable(z.string()),
  /** The choice that decides who gets it: issues written by people, or the weekly digest. */
  want: z._default(SubscriberWant, 'newsletter'),
  postIds: z._default(z.nullable(z.array(z.string())), null),
  /** As chosen by its writers; null follows the settings until it is sent. */
  isInArchive: z._default(z.nullable(z.boolean()), null),
  /** Its permanent address in the archive; null before it was first there. */
  slug: z._default(z.nullable(z.string()), null),
  /** When its sending began, while it is in the archive; otherwise null or absent. */
  archivedAt: z._default(optionalMoment, null),
  /** Whether its links count clicks; decided when sending begins. */
  countsClicks: z._default(z.boolean(), false),
  /** Grows with each action that starts a job, so that an earlier job of the issue ends. */
  round: z.int(),
  /** The last subscriber of the last frozen page; null before the first page. */
  queuedTo: z.nullable(z.string()),
  /** Whether the whole audience is frozen. */
  isFrozen: z.boolean(),
  /** Answers of any kind except acceptance. */
  errors: z.int(),
  /** The counts when a person last resumed sending. Only later answers can stop it again. */
  since: z.object({ submitted: z.int(), refused: z.int(), errors: z.int() }),
  /** The number of consecutive failures to reach the mail server. */
  failures: z.int(),
  /** Until when nothing is tried because the mail server could not be reached. */
  notBefore: z._default(optionalMoment, null),
});

/** The shared rate for the emails of all issues. */
export interface StoredPace {
  /** When the next email may be sent; null before the first. */
  readonly rateAt: Date | null;
  /** Undefined while nothing is stored. */
  readonly version: Timestamp | undefined;
}

/** An issue without its text, with the fields for its sending. */
export type StoredProgress = z.infer<typeof Progress> & {
  readonly id: string;
  /** A write that names it fails if the document has changed since. */
  readonly version: Timestamp | undefined;
};

const IssueDocument = z.extend(Progress, { previewText: z.nullable(z.string()), content: z.string() });
export type StoredIssue = z.infer<typeof IssueDocument> & Pick<StoredProgress, 'id' | 'version'>;

/** The fields of `StoredProgress`. */
export const PROGRESS_FIELDS: readonly string[] = Object.keys(Progress.shape);

export function decodeIssue(snapshot: DocumentSnapshot): StoredIssue | null {
  if (!snapshot.exists) return null;
  return { ...z.parse(IssueDocument, snapshot.data()), id: snapshot.id, version: snapshot.updateTime };
}

export function decodeProgress(snapshot: DocumentSnapshot): StoredProgress | null {
  if (!snapshot.exists) return null;
  return { ...z.parse(Progress, snapshot.data()), id: snapshot.id, version: snapshot.updateTime };
}

const NO_COUNTS: IssueCounts = { audience: 0, submitted: 0, refused: 0, leftOut: 0, unconfirmed: 0 };

/** The fields of an issue that people write. */
export interface IssueFields {
  readonly subject: string;
  readonly content: string;
  readonly previewText: string | null;
  readonly segment: IssueSegment;
  readonly mailsPerHour: number | null;
  readonly isInArchive: boolean | null;
}

export const NEW_ISSUE: Omit<IssueFields, 'subject' | 'content'> = {
  previewText: null,
  segment: EVERYBODY,
  mailsPerHour: null,
  isInArchive: null,
};

/** The path of an issue's page in the archive; null if it is not there. */
export const archivePathOf = ({ archivedAt, slug }: Pick<StoredProgress, 'archivedAt' | 'slug'>): string | null =>
  archivedAt && slug !== null ? archivePath(slug) : null;

/** The possible slugs of an issue in the archive, longest last: from its subject, with its day, and with the beginning of its id. */
export function slugsFor({ id, subject, at }: { readonly id: string; readonly subject: string; readonly at: Date }) {
  const base = slugify(subject) || 'issue';
  const dated = `${base}-${at.toISOString().slice(0, 10)}`;
  return { short: [base, dated], longest: `${dated}-${slugify(id).replaceAll('-', '').slice(0, 8)}` };
}

/** The fields of an archived issue; lists omit its text. */
const ArchivedDocument = z.object({
  subject: z.string(),
  previewText: z.nullable(z.string()),
  slug: z.string(),
  archivedAt: Moment,
  isOnePost: z.boolean(),
  /** The language of its post, if it is about a single one. Issues archived by older versions have none. */
  language: z._default(z.nullable(z.string()), null),
});
export const ARCHIVED_FIELDS: readonly string[] = Object.keys(ArchivedDocument.shape);

export type StoredArchived = z.infer<typeof ArchivedDocument> & { readonly id: string };

export const decodeArchived = (snapshot: DocumentSnapshot): StoredArchived => ({
  ...z.parse(ArchivedDocument, snapshot.data()),
  id: snapshot.id,
});

export const toArchivedCard = ({ slug, subject, previewText, archivedAt }: StoredArchived): ArchivedIssueCard => ({
  slug,
  subject,
  previewText,
  sentAt: archivedAt.toISOString(),
});

/** @returns null if the issue is no longer in the archive */
export function toArchivedIssue(snapshot: DocumentSnapshot): ArchivedIssue | null {
  const issue = decodeIssue(snapshot);
  if (!issue?.archivedAt) return null;
  const archived = decodeArchived(snapshot);
  const { isOnePost, language } = archived;
  return { ...toArchivedCard(archived), content: bodyOf(issue), isOnePost, language };
}

/** The document of a draft. */
export const encodeIssue = (fields: IssueFields, { createdBy, at }: { createdBy: string; at: Date }): DocumentData => ({
  ...fields,
  want: 'newsletter',
  postIds: postIdsIn(fields.content),
  status: 'draft',
  scheduledAt: null,
  startedAt: null,
  finishedAt: null,
  counts: NO_COUNTS,
  stopReason: null,
  lastReply: null,
  round: 0,
  queuedTo: null,
  isFrozen: false,
  errors: 0,
  since: { submitted: 0, refused: 0, errors: 0 },
  failures: 0,
  notBefore: null,
  createdAt: at,
  updatedAt: at,
  createdBy,
  schemaVersion: 1,
});

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

export const toCard = (issue: StoredProgress): IssueCard => ({
  id: issue.id,
  subject: issue.subject,
  status: issue.status,
  scheduledAt: instant(issue.scheduledAt),
  startedAt: instant(issue.startedAt),
  finishedAt: instant(issue.finishedAt),
  counts: issue.counts,
  stopReason: issue.stopReason,
  postIds: issue.want === 'digest' ? [] : issue.postIds,
  createdAt: issue.createdAt.toISOString(),
  updatedAt: issue.updatedAt.toISOString(),
});

export const toIssue = (issue: StoredIssue, isStandingStill: boolean): Issue => ({
  ...toCard(issue),
  previewText: issue.previewText,
  content: issue.content,
  segment: issue.segment,
  mailsPerHour: issue.mailsPerHour,
  want: issue.want,
  isInArchive: issue.isInArchive,
  archivePath: archivePathOf(issue),
  lastReply: issue.lastReply,
  isStandingStill,
});

const IssueMailDocument = z.object({
  to: z.string(),
  state: z.string(),
  reply: z.nullable(z.string()),
  changedAt: Moment,
});

/** Null for an email that has another state by now. */
export function toIssueMail(snapshot: DocumentSnapshot): IssueMail | null {
  const { to, state, reply, changedAt } = z.parse(IssueMailDocument, snapshot.data());
  const { success, data } = z.safeParse(IssueMail.shape.state, state);
  return success ? { id: snapshot.id, to, state: data, reply, at: changedAt.toISOString() } : null;
}
