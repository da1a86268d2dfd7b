import {
  ISSUE_LIMITS,
  type IssueCounts,
  type IssueDecision,
  type IssueMail,
  type IssueStatus,
} from '@inkwell/shared/newsletter-issues';
import {
  type DocumentData,
  type DocumentSnapshot,
  FieldPath,
  FieldValue,
  type Firestore,
  GrpcStatus,
  type Query,
  type Timestamp,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';
import type { PageRequest } from '../common/paging.ts';
import { readNewest } from '../firestore/newest.ts';
import { committed, grpcCodeOf, runTransaction } from '../firestore/transaction.ts';
import { messageIdOf } from '../mail/mail.ts';
import { isSuppressedIn } from '../mail/suppressions.repository.ts';
import { eventQueueOf } from '../webhooks/event-queue.repository.ts';
import { ADDRESSEE_FIELDS, type Addressee, decodeAddressee, isInSegment } from './audience.converter.ts';
import {
  decodeProgress,
  PROGRESS_FIELDS,
  type StoredPace,
  type StoredProgress,
  toIssueMail,
} from './newsletter-issues.converter.ts';

const DAY_MS = 24 * 3_600_000;
/** The number of subscribers read at a time, and of emails written at a time. */
const PAGE = 200;

/** An email that only this instance may submit, until its lease ends. */
export interface ClaimedMail {
  readonly id: string;
  readonly subscriberId: string;
  /** Counted at each claim, so that a late result cannot be taken for a later claim's. */
  readonly attempts: number;
  /** When the claim was stored. */
  readonly version: Timestamp;
}

/** The outcome of a claimed email. `queued`: it waits until `nextAt` for a retry. */
export interface MailOutcome {
  readonly mail: ClaimedMail;
  readonly state: 'submitted' | 'refused' | 'left-out' | 'unconfirmed' | 'queued';
  readonly reply: string | null;
  readonly nextAt?: Date;
  /** Further fields of the email's document. */
  readonly fields?: DocumentData;
  /** Whether the mail server could not be reached. */
  readonly isUnsent?: boolean;
  /** Whether it counts as one of the errors that stop sending. */
  readonly isError: boolean;
}

/**
 * The emails of an issue, one for each frozen address. No method locks anything. Each writes in one commit with the issue's counters, on the
 * condition that nothing it read has changed, and otherwise returns false or null.
 */
export interface IssueMailRepository {
  /** An issue without its text. Reads 1. */
  progress(issueId: string): Promise<StoredProgress | null>;
  /** Changes an issue unless it has changed since it was read; the end of its sending is an event. Writes 1. */
  update(issue: StoredProgress, fields: DocumentData): Promise<boolean>;
  /**
   * Freezes a page of the audience: people who are subscribed and already were when sending began. Reads each subscriber, writes an email for each in
   * the segment, and 1.
   */
  queuePage(issue: StoredProgress, at: Date): Promise<boolean>;
  /** The allowed rate for the emails of all issues. Reads 1. */
  pace(): Promise<StoredPace>;
  /**
   * Claims due emails, longest due first. With `pace`, only if no issue has claimed any since `pace` was read. Reads and writes each, and writes 1,
   * with `pace` 2.
   */
  claim(
    issue: StoredProgress,
    limit: number,
    times: { at: Date; leaseUntil: Date },
    pace: { readonly known: StoredPace; readonly rateAtAfter: (count: number) => Date } | null,
  ): Promise<ClaimedMail[] | null>;
  /** The subscribers who may get their email now, without people who have unsubscribed or are suppressed. Reads 2 documents for each. */
  addresseesOf(
    mails: readonly ClaimedMail[],
    issue: Pick<StoredProgress, 'want'> & { readonly startedAt: Date },
  ): Promise<ReadonlyMap<string, Addressee>>;
  /** Stores results and counts each once, even if Firestore's answer was lost. Writes each, and 1. */
  finish(issueId: string, outcomes: readonly MailOutcome[], issueFields: DocumentData, at: Date): Promise<void>;
  /** Marks emails whose lease has ended as unconfirmed. Reads and writes each; reads 1 if there are none. */
  recover(issueId: string, at: Date): Promise<boolean>;
  /** Leaves out a page of a cancelled issue's waiting emails. Reads and writes each, and writes 1. @returns how many; null if one has changed */
  leaveOut(issue: StoredProgress, at: Date): Promise<number | null>;
  /** When the next email in one of these states is due; null if there is none. Reads 1. */
  nextAt(issueId: string, states: readonly ('queued' | 'sending')[]): Promise<Date | null>;
  /** Emails with one outcome, newest first. Reads the page and 1 aggregation. */
  list(issueId: string, state: IssueMail['state'], page: PageRequest): Promise<{ items: IssueMail[]; total: number }>;
  /** Decides about unconfirmed emails in the caller's transaction, before it writes. Reads each. */
  decide(
    transaction: Transaction,
    issueId: string,
    { ids, decision }: IssueDecision,
    act: { actorId: string; at: Date },
  ): Promise<{ count: number; write(): void }>;
  /**
   * Stops every scheduled or unfinished issue in a restored backup. Waiting emails become unconfirmed because they may have been sent since,
   * scheduled issues become drafts, and issues whose audience was still being frozen are cancelled. Safe to repeat and to interrupt. Reads and writes
   * each. @returns how many issues
   */
  stopRestored(reply: string, at: Date): Promise<number>;
  /** The number of subscribers in a segment, at most `ISSUE_LIMITS.counted`. Reads each. */
  countAudience(segment: StoredProgress['segment']): Promise<{ count: number; isAtLeast: boolean }>;
}

/** Another writer was first, or our own write was stored but its answer was lost. */
const isChanged = (error: unknown): boolean => {
  const changed: unknown[] = [GrpcStatus.FAILED_PRECONDITION, GrpcStatus.ALREADY_EXISTS, GrpcStatus.ABORTED];
  return [...changed, GrpcStatus.NOT_FOUND].includes(grpcCodeOf(error));
};

/** @returns null if a condition of the batch fails */
async function commit(batch: WriteBatch) {
  try {
    const results = await batch.commit();
    committed(batch);
    return results;
  } catch (error) {
    if (isChanged(error)) return null;
    throw error;
  }
}

const COUNTER = {
  submitted: 'submitted',
  refused: 'refused',
  'left-out': 'leftOut',
  unconfirmed: 'unconfirmed',
  queued: null,
} as const satisfies Record<MailOutcome['state'], keyof IssueCounts | null>;

/** What outcomes add to their issue's counters. */
function countersOf(outcomes: readonly Pick<MailOutcome, 'state' | 'isError'>[]): DocumentData {
  const counters: Record<string, number> = {};
  const add = (field: string) => {
    counters[field] = (counters[field] ?? 0) + 1;
  };
  for (const { state, isError } of outcomes) {
    const counter = COUNTER[state];
    if (counter) add(`counts.${counter}`);
    if (isError) add('errors');
  }
  return Object.fromEntries(Object.entries(counters).map(([field, by]) => [field, FieldValue.increment(by)]));
}

const encodeOutcome = ({ state, reply, nextAt, fields }: MailOutcome, at: Date): DocumentData => ({
  ...fields,
  state,
  reply,
  nextAt: nextAt ?? null,
  changedAt: at,
});

export function createIssueMailRepository(db: Firestore): IssueMailRepository {
  const mails = db.collection('mail');
  const subscribers = db.collection('subscribers');
  /** Stored under the ids of subscribers: both are hashes of the address. */
  const suppressions = db.collection('suppressions');
  const issueRef = (id: string) => db.collection('newsletterIssues').doc(id);
  const paceRef = db.doc('system/newsletterPace');
  const versionOf = ({ version }: { readonly version: Timestamp | undefined }) =>
    version ? { lastUpdateTime: version } : {};
  const of = (issueId: string): Query => mails.where('issueId', '==', issueId);

  const confirmed = subscribers.where('isConfirmed', '==', true).orderBy(FieldPath.documentId());
  const pageAfter = (after: string | null, limit: number): Query =>
    (after === null ? confirmed : confirmed.startAfter(after)).limit(limit).select(...ADDRESSEE_FIELDS);

  /** People who confirmed later joined after the audience was frozen. */
  const isFrozenAt = ({ confirmedAt }: Addressee, startedAt: Date): boolean =>
    confirmedAt === null || confirmedAt <= startedAt;

  /** The outcome of one email, if the result of its whole batch could not be stored. */
  const finishOne = (issueId: string, outcome: MailOutcome, at: Date) =>
    runTransaction(db, async (transaction) => {
      const ref = mails.doc(outcome.mail.id);
      const stored = await transaction.get(ref);
      if (stored.get('attempts') !== outcome.mail.attempts) return;
      const state: unknown = stored.get('state');
      // Its lease has ended and nobody has decided, so the outcome is now known.
      const isLate = state === 'unconfirmed' && outcome.state !== 'queued' && outcome.state !== 'unconfirmed';
      if (state !== 'sending' && !isLate) return;
      transaction.update(ref, encodeOutcome(outcome, at));
      transaction.update(issueRef(issueId), {
        ...countersOf([outcome]),
        ...(isLate && { 'counts.unconfirmed': FieldValue.increment(-1) }),
      });
    });

  return {
    async progress(issueId) {
      const [snapshot] = await db.getAll(issueRef(issueId), { fieldMask: [...PROGRESS_FIELDS] });
      return snapshot ? decodeProgress(snapshot) : null;
    },

    async update(issue, fields) {
      const batch = db.batch().update(issueRef(issue.id), fields, versionOf(issue));
      if (fields.status === 'sent') {
        const { id, subject, counts } = issue;
        const about = `newsletterIssues/${id}`;
        const queueEvent = await eventQueueOf(db);
        queueEvent(batch, { type: 'issue.sent', about, at: fields.finishedAt, data: { id, subject, counts } });
      }
      return (await commit(batch)) !== null;
    },

    async queuePage(issue, at) {
      const { docs } = await pageAfter(issue.queuedTo, PAGE).get();
      const startedAt = issue.startedAt ?? at;
      const batch = db.batch();
      let queued = 0;
      for (const snapshot of docs) {
        const addressee = decodeAddressee(snapshot, issue.want);
        if (!addressee || !isFrozenAt(addressee, startedAt) || !isInSegment(addressee, issue.segment)) continue;
        const id = `${issue.id}-${addressee.id}`;
        batch.create(mails.doc(id), {
          kind: 'issue',
          messageId: messageIdOf(id),
          issueId: issue.id,
          subscriberId: addressee.id,
          to: addressee.email,
          state: 'queued',
          nextAt: startedAt,
          attempts: 0,
          reply: null,
          createdAt: at,
          changedAt: at,
          expireAt: new Date(startedAt.getTime() + ISSUE_LIMITS.mailsKeptDays * DAY_MS),
          schemaVersion: 1,
        });
        queued += 1;
      }
      const isLast = docs.length < PAGE;
      batch.update(
        issueRef(issue.id),
        {
          ...(queued > 0 && { 'counts.audience': FieldValue.increment(queued) }),
          ...(isLast ? { isFrozen: true, status: 'sending', queuedTo: null } : { queuedTo: docs.at(-1)?.id ?? null }),
        },
        versionOf(issue),
      );
      return (await commit(batch)) !== null;
    },

    async pace() {
      const snapshot = await paceRef.get();
      return { rateAt: snapshot.get('rateAt')?.toDate() ?? null, version: snapshot.updateTime };
    },

    async claim(issue, limit, { at, leaseUntil }, pace) {
      const due = of(issue.id).where('state', '==', 'queued').where('nextAt', '<=', at).orderBy('nextAt').limit(limit);
      const { docs } = await due.select('subscriberId', 'attempts').get();
      if (docs.length === 0) return [];
      const batch = db.batch();
      for (const { ref, updateTime } of docs) {
        const fields = { state: 'sending', nextAt: leaseUntil, attempts: FieldValue.increment(1), changedAt: at };
        batch.update(ref, fields, { lastUpdateTime: updateTime });
      }
      // Only if the issue has not changed: after a pause or cancellation, no further email starts.
      batch.update(issueRef(issue.id), { notBefore: null }, versionOf(issue));
      if (pace) {
        const { known, rateAtAfter } = pace;
        const fields = { rateAt: rateAtAfter(docs.length), schemaVersion: 1 };
        if (known.version) batch.update(paceRef, fields, versionOf(known));
        else batch.create(paceRef, fields);
      }
      const results = await commit(batch);
      return (
        results &&
        docs.map((snapshot, index) => ({
          id: snapshot.id,
          subscriberId: String(snapshot.get('subscriberId')),
          attempts: Number(snapshot.get('attempts')) + 1,
          version: (results[index] as (typeof results)[number]).writeTime,
        }))
      );
    },

    async addresseesOf(claimed, { want, startedAt }) {
      const ids = claimed.map(({ subscriberId }) => subscriberId);
      const [snapshots, suppressed] = await Promise.all([
        db.getAll(...ids.map((id) => subscribers.doc(id)), { fieldMask: [...ADDRESSEE_FIELDS] }),
        db.getAll(...ids.map((id) => suppressions.doc(id))),
      ]);
      const stopped = new Set(suppressed.filter(isSuppressedIn).map(({ id }) => id));
      const there = snapshots
        .map((snapshot) => decodeAddressee(snapshot, want))
        .filter((one) => one !== null)
        .filter((one) => isFrozenAt(one, startedAt) && !stopped.has(one.id));
      return new Map(there.map((addressee) => [addressee.id, addressee]));
    },

    async finish(issueId, outcomes, issueFields, at) {
      if (outcomes.length === 0) return;
      const batch = db.batch();
      for (const outcome of outcomes) {
        const { id, version } = outcome.mail;
        batch.update(mails.doc(id), encodeOutcome(outcome, at), { lastUpdateTime: version });
      }
      batch.update(issueRef(issueId), { ...countersOf(outcomes), ...issueFields });
      const isStored = await batch.commit().then(
        () => true,
        () => false,
      );
      if (isStored) return;
      // One has changed, or the write may be incomplete, so each is checked individually.
      for (const outcome of outcomes) await finishOne(issueId, outcome, at);
    },

    async recover(issueId, at) {
      const lost = of(issueId).where('state', '==', 'sending').where('nextAt', '<=', at).orderBy('nextAt').limit(PAGE);
      const { docs } = await lost.select().get();
      if (docs.length === 0) return true;
      const batch = db.batch();
      for (const { ref, updateTime } of docs) {
        const reply = 'The sending was interrupted before the mail server answered';
        const fields = { state: 'unconfirmed', reply, nextAt: null, changedAt: at };
        batch.update(ref, fields, { lastUpdateTime: updateTime });
      }
      const outcomes = docs.map(() => ({ state: 'unconfirmed', isError: true }) as const);
      batch.update(issueRef(issueId), countersOf(outcomes));
      return (await commit(batch)) !== null && docs.length < PAGE;
    },

    async leaveOut(issue, at) {
      const { docs } = await of(issue.id).where('state', '==', 'queued').orderBy('nextAt').limit(PAGE).select().get();
      if (docs.length === 0) return 0;
      const batch = db.batch();
      for (const { ref, updateTime } of docs) {
        const fields = { state: 'left-out', reply: 'The issue was cancelled', nextAt: null, changedAt: at };
        batch.update(ref, fields, { lastUpdateTime: updateTime });
      }
      const outcomes = docs.map(() => ({ state: 'left-out', isError: false }) as const);
      batch.update(issueRef(issue.id), countersOf(outcomes), versionOf(issue));
      return (await commit(batch)) === null ? null : docs.length;
    },

    async stopRestored(reply, at) {
      const open: readonly IssueStatus[] = ['scheduled', 'queueing', 'sending', 'paused', 'stopped'];
      const { docs } = await db
        .collection('newsletterIssues')
        .where('status', 'in', open)
        .select(...PROGRESS_FIELDS)
        .get();
      const found = docs.map(decodeProgress).filter((issue) => issue !== null);
      for (const issue of found) {
        // Emails first, so that the issue is found again while some wait.
        for (;;) {
          const waiting = of(issue.id).where('state', 'in', ['queued', 'sending']).orderBy('nextAt').limit(PAGE);
          const { docs: mailsLeft } = await waiting.select().get();
          if (mailsLeft.length === 0) break;
          const batch = db.batch();
          for (const { ref } of mailsLeft) {
            batch.update(ref, { state: 'unconfirmed', reply, nextAt: null, changedAt: at });
          }
          batch.update(issueRef(issue.id), { 'counts.unconfirmed': FieldValue.increment(mailsLeft.length) });
          await batch.commit();
        }
        const isHalted = issue.status === 'paused' || issue.status === 'stopped';
        if (isHalted && issue.isFrozen) continue;
        const isScheduled = issue.status === 'scheduled';
        await issueRef(issue.id).update({
          // Its job belongs to an earlier round, and ends.
          round: issue.round + 1,
          scheduledAt: isScheduled ? null : issue.scheduledAt,
          ...(isScheduled && { status: 'draft' }),
          ...(!isScheduled &&
            (issue.isFrozen ? { status: 'paused' } : { status: 'cancelled', finishedAt: at, archivedAt: null })),
        });
      }
      return found.length;
    },

    async nextAt(issueId, states) {
      const { docs } = await of(issueId)
        .where('state', 'in', [...states])
        .orderBy('nextAt')
        .limit(1)
        .select('nextAt')
        .get();
      return docs[0]?.get('nextAt').toDate() ?? null;
    },

    list: (issueId, state, page) => readNewest(of(issueId).where('state', '==', state), 'changedAt', page, toIssueMail),

    async decide(transaction, issueId, { ids, decision }, { actorId, at }) {
      const refs = [...new Set(ids)].map((id) => mails.doc(id));
      const found = await transaction.getAll(...refs);
      const open = found.filter((mail) => mail.get('issueId') === issueId && mail.get('state') === 'unconfirmed');
      return {
        count: open.length,
        write() {
          for (const { ref } of open) {
            const state = decision === 'again' ? 'queued' : 'submitted';
            const nextAt = decision === 'again' ? at : null;
            transaction.update(ref, { state, nextAt, decidedBy: actorId, changedAt: at });
          }
        },
      };
    },

    async countAudience(segment) {
      let count = 0;
      let after: string | null = null;
      for (let seen = 0; seen < ISSUE_LIMITS.counted; ) {
        const size = Math.min(1_000, ISSUE_LIMITS.counted - seen);
        const { docs }: { docs: DocumentSnapshot[] } = await pageAfter(after, size).get();
        count += docs
          .map((snapshot) => decodeAddressee(snapshot, 'newsletter'))
          .filter((one) => one && isInSegment(one, segment)).length;
        seen += docs.length;
        if (docs.length < size) return { count, isAtLeast: false };
        after = docs.at(-1)?.id ?? null;
      }
      return { count, isAtLeast: true };
    },
  };
}
