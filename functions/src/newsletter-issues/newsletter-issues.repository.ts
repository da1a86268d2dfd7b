import type { ActivityAction } from '@inkwell/shared/activity';
import { APP_PATHS } from '@inkwell/shared/addresses';
import { archivePath } from '@inkwell/shared/newsletter-archive';
import { type IssueDecision, type IssuePatch, isArchivable } from '@inkwell/shared/newsletter-issues';
import type { DocumentData, Firestore, Transaction } from 'firebase-admin/firestore';
import { type Act, appendAudit } from '../audit/audit.repository.ts';
import type { PageRequest } from '../common/paging.ts';
import { readNewest } from '../firestore/newest.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { FixedJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import { queueMail } from '../mail/mail.repository.ts';
import type { Mail } from '../mail/mail.ts';
import type { PictureTable } from '../pictures/pictures.repository.ts';
import { PICTURE_REFERENCES, referencesOf } from '../pictures/references.ts';
import { decodePost } from '../posts/posts.converter.ts';
import type { IssueMailRepository } from './issue-mails.repository.ts';
import {
  decodeIssue,
  decodeProgress,
  encodeIssue,
  type IssueFields,
  PROGRESS_FIELDS,
  type StoredIssue,
  type StoredProgress,
  slugsFor,
} from './newsletter-issues.converter.ts';
import { isOnePost, postIdsIn } from './posts-in-issue.ts';

/** The result of an action on an issue; `job` continues the sending in a new round. */
export interface Step {
  readonly fields: DocumentData;
  readonly action: ActivityAction;
  readonly job?: (round: number) => FixedJob;
}

export type IssueChange =
  | { readonly kind: 'changed'; readonly issue: StoredIssue }
  /** The issue is not in the expected state, or its sending has begun. */
  | { readonly kind: 'conflict'; readonly issue: StoredIssue }
  | { readonly kind: 'not-found' };

export interface IssueRepository {
  /** Newest first, without texts. Reads the page and 1 aggregation. */
  list(page: PageRequest): Promise<{ items: StoredProgress[]; total: number }>;
  /** Reads 1. */
  find(id: string): Promise<StoredIssue | null>;
  /** Stores a draft; an existing one does not change. Reads 1 and 1 for each picture, writes 2 and 1 for each picture. */
  create(id: string, fields: IssueFields, act: Act): Promise<StoredIssue>;
  /** Changes a draft or a scheduled issue. Reads 1, writes 1, and 1 more for each added or removed picture. */
  change(id: string, patch: IssuePatch, at: Date): Promise<IssueChange>;
  /** Deletes a draft. Reads 1, writes 2, and 1 for each picture. @returns whether it is gone */
  remove(id: string, act: Act): Promise<boolean>;
  /**
   * Applies the result of `decide` for the stored issue, with its activity entry and its job; null changes nothing. Reads 1, writes 1 to 3.
   * @throws the errors of `decide`
   */
  act(
    id: string,
    decide: (issue: StoredIssue) => Step | null,
    act: Act,
  ): Promise<{ issue: StoredIssue; job: string | null } | null>;
  /**
   * Decides about unconfirmed emails; others do not change. If sending had ended, `job` restarts it. Reads 1 and each, writes each, and 1 to 3.
   * @returns null for an unknown issue
   */
  decide(
    id: string,
    decision: IssueDecision,
    job: NonNullable<Step['job']>,
    act: Act,
  ): Promise<{ issue: StoredIssue; job: string | null } | null>;
  /**
   * Adds an issue to the archive if it may be there, or removes it. The first time gives it a permanent slug. Without an `act`, adds it only as its
   * sending begins, unless somebody has refused. Reads 1 to 4, writes 1, for an admin 2. @returns the stored issue; null for an unknown one
   */
  archive(id: string, isInArchive: boolean, act: Act | null): Promise<StoredIssue | null>;
  /** Queues a test email of an issue. Writes 1. */
  queueTest(id: string, mail: Mail, times: { at: Date; expireAt: Date }): Promise<void>;
}

export function createIssueRepository(
  db: Firestore,
  {
    pictures,
    jobs,
    mails,
  }: { pictures: Pick<PictureTable, 'move'>; jobs: Pick<JobTable, 'add'>; mails: Pick<IssueMailRepository, 'decide'> },
): IssueRepository {
  const issues = db.collection('newsletterIssues');
  const picturesOf = (issue: DocumentData) => referencesOf(PICTURE_REFERENCES.newsletterIssues, issue);
  const read = async (transaction: Transaction, id: string) => decodeIssue(await transaction.get(issues.doc(id)));

  const note = (
    transaction: Transaction,
    { id, subject }: { id: string; subject: string },
    { action, actorId, at, after }: Act & { action: ActivityAction; after: DocumentData | null },
  ) =>
    appendAudit(
      db,
      transaction,
      { actorId, action, target: issues.doc(id).path, name: subject, before: null, after },
      at,
    );

  /** From the subject, with the day if that is taken. The query is part of the transaction, so two issues cannot get the same. */
  async function freeSlug(transaction: Transaction, { id, subject, startedAt, createdAt }: StoredIssue) {
    const { short, longest } = slugsFor({ id, subject, at: startedAt ?? createdAt });
    for (const slug of short) {
      if (APP_PATHS.includes(archivePath(slug))) continue;
      if ((await transaction.get(issues.where('slug', '==', slug).limit(1))).empty) return slug;
    }
    return longest;
  }

  /** Whether an issue is a single post, and that post's language. */
  async function onePostOf(transaction: Transaction, { content }: StoredIssue) {
    const [postId] = isOnePost(content) ? postIdsIn(content) : [];
    if (postId === undefined) return { isOnePost: false, language: null };
    const post = decodePost(await transaction.get(db.collection('posts').doc(postId)));
    return { isOnePost: true, language: post?.language ?? null };
  }

  return {
    list: (page) => readNewest(issues, 'createdAt', page, decodeProgress, PROGRESS_FIELDS),

    find: async (id) => decodeIssue(await issues.doc(id).get()),

    create: (id, fields, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const existing = await read(transaction, id);
        if (existing) return existing;
        const shown = picturesOf(fields);
        const moved = await pictures.move(transaction, { before: [], after: shown }, at);
        const document = encodeIssue(fields, { createdBy: actorId, at });
        transaction.create(issues.doc(id), { ...document, pictures: shown });
        moved.write();
        note(transaction, { id, subject: fields.subject }, { action: 'issue.create', actorId, at, after: null });
        return { ...(document as StoredIssue), id, version: undefined };
      }),

    change: (id, { base, ...patch }, at) =>
      runTransaction(db, async (transaction): Promise<IssueChange> => {
        const before = await read(transaction, id);
        if (!before) return { kind: 'not-found' };
        const isOpen = before.status === 'draft' || before.status === 'scheduled';
        const isStale = base !== undefined && base !== before.updatedAt.toISOString();
        const changes = Object.fromEntries(
          Object.entries({
            ...patch,
            ...(patch.content !== undefined && { postIds: postIdsIn(patch.content) }),
          }).filter(([, value]) => value !== undefined),
        );
        const after: StoredIssue = { ...before, ...changes };
        const isSame = JSON.stringify(after) === JSON.stringify(before);
        // A repeat of the stored state is not a conflict.
        if (isOpen && isSame) return { kind: 'changed', issue: before };
        if (!isOpen || isStale) return { kind: 'conflict', issue: before };
        const is = picturesOf(after);
        const moved = await pictures.move(transaction, { before: picturesOf(before), after: is }, at);
        // Later than before, even if the clocks of two instances differ.
        const updatedAt = new Date(Math.max(at.getTime(), before.updatedAt.getTime() + 1));
        transaction.update(issues.doc(id), { ...changes, pictures: is, updatedAt });
        moved.write();
        return { kind: 'changed', issue: { ...after, updatedAt } };
      }),

    remove: (id, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const issue = await read(transaction, id);
        if (!issue) return true;
        if (issue.status !== 'draft') return false;
        const moved = await pictures.move(transaction, { before: picturesOf(issue), after: [] }, at);
        transaction.delete(issues.doc(id));
        moved.write();
        note(transaction, issue, { action: 'issue.delete', actorId, at, after: null });
        return true;
      }),

    act: (id, decide, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const issue = await read(transaction, id);
        if (!issue) return null;
        const step = decide(issue);
        if (!step) return { issue, job: null };
        const round = step.job ? issue.round + 1 : issue.round;
        const job = step.job?.(round);
        transaction.update(issues.doc(id), { ...step.fields, round });
        if (job) jobs.add(transaction, job, at);
        const { status, scheduledAt = null } = step.fields;
        const after = { status, ...(scheduledAt instanceof Date && { scheduledAt: scheduledAt.toISOString() }) };
        note(transaction, issue, { action: step.action, actorId, at, after });
        return { issue: { ...issue, ...step.fields, round }, job: job?.id ?? null };
      }),

    decide: (id, input, jobOf, { actorId, at }) =>
      runTransaction(db, async (transaction) => {
        const issue = await read(transaction, id);
        if (!issue) return null;
        const { count, write } = await mails.decide(transaction, id, input, { actorId, at });
        const isAgain = input.decision === 'again';
        // Also if the issue was just cancelled: its job has ended, and nobody would send the emails.
        if (count === 0 || (isAgain && issue.status === 'cancelled')) return { issue, job: null };
        const beginsAgain = isAgain && issue.status === 'sent';
        const round = beginsAgain ? issue.round + 1 : issue.round;
        const { counts } = issue;
        const after: StoredIssue = {
          ...issue,
          ...(beginsAgain && { status: 'sending', finishedAt: null }),
          counts: {
            ...counts,
            unconfirmed: counts.unconfirmed - count,
            submitted: counts.submitted + (isAgain ? 0 : count),
          },
          round,
        };
        write();
        const { status, finishedAt } = after;
        transaction.update(issues.doc(id), { status, finishedAt, counts: after.counts, round });
        const job = beginsAgain ? jobOf(round) : null;
        if (job) jobs.add(transaction, job, at);
        const entry = {
          action: 'issue.decide',
          actorId,
          at,
          after: { mails: count, decision: input.decision },
        } as const;
        note(transaction, issue, entry);
        return { issue: after, job: job?.id ?? null };
      }),

    archive: (id, isInArchive, act) =>
      runTransaction(db, async (transaction) => {
        const issue = await read(transaction, id);
        if (!issue) return null;
        // Also stores a refusal before sending begins, which would otherwise add the issue.
        const isSame = (issue.archivedAt !== null) === isInArchive && issue.isInArchive === isInArchive;
        if (isSame || (isInArchive && !isArchivable(issue))) return issue;
        // An admin or another worker may have been first.
        const isBegun = issue.status !== 'queueing' || issue.queuedTo !== null;
        if (act === null && (isBegun || issue.isInArchive === false)) return issue;
        const fields = isInArchive
          ? {
              isInArchive,
              archivedAt: issue.startedAt ?? issue.createdAt,
              slug: issue.slug ?? (await freeSlug(transaction, issue)),
            }
          : { isInArchive, archivedAt: null };
        transaction.update(issues.doc(id), { ...fields, ...(isInArchive && (await onePostOf(transaction, issue))) });
        if (act) note(transaction, issue, { ...act, action: 'issue.archive', after: { isInArchive } });
        return { ...issue, ...fields };
      }),

    async queueTest(id, mail, { at, expireAt }) {
      await runTransaction(db, async (transaction) =>
        queueMail(db, transaction, { id, kind: 'issue-test', mail, at, expireAt }),
      );
    },
  };
}
