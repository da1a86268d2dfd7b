import { JOB_ATTEMPTS, type JobsQuery } from '@inkwell/shared/jobs';
import {
  type DocumentData,
  type DocumentReference,
  FieldValue,
  type Firestore,
  GrpcStatus,
  type Transaction,
} from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { clearExpired } from '../firestore/clear-expired.ts';
import { grpcCodeOf, runTransaction } from '../firestore/transaction.ts';
import { type FixedJob, type Following, LEASE_MS, type NewJob, type PageDone, type StoredJob } from './job.ts';
import { decodeJob, encodeJob, readableJob } from './jobs.converter.ts';

const DAY_MS = 24 * 3_600_000;
/** How long a finished or failed job is stored. Product §7. */
const KEPT_MS = { done: 30 * DAY_MS, failed: 90 * DAY_MS } as const;
const FIRST_PAUSE_MS = 30_000;
const INTERRUPTED = 'It was interrupted at the same place each time';

/** `lost`: the lease has ended and another instance continues; `followed`: the job has ended, and the queued work starts. */
export type Outcome = 'stored' | 'lost' | 'followed';

interface Writer {
  create(ref: DocumentReference, data: Record<string, unknown>): unknown;
}

export interface JobTable {
  /** Adds a job in the caller's transaction or batch, which fails if the id exists. @returns the id. Writes 1 document */
  add(writer: Writer, job: NewJob, at: Date): string;
  /** @returns false if the id exists; that job does not change. Writes 1 document */
  create(job: FixedJob, at: Date): Promise<boolean>;
  /** Restarts the job with this id if it is done; otherwise changes nothing. Reads 1 document, writes 1 */
  beginAgain(job: FixedJob, at: Date): Promise<void>;
  /**
   * Creates the job in a transaction, or replaces an ended job with its id. If that job still runs, the new work is queued behind it and replaces
   * other queued work. Call this before the transaction writes. Reads 1 document, writes 1.
   */
  follow(transaction: Transaction, job: FixedJob, at: Date): Promise<void>;
  /**
   * Creates the job in a transaction, or replaces an ended job with its id. Call this before the transaction writes. Reads 1 document, writes 1.
   * @returns false if that job still runs; nothing changes then
   */
  replaceEnded(transaction: Transaction, job: FixedJob, at: Date): Promise<boolean>;
  /** Reads 1 document. */
  find(id: string): Promise<StoredJob | null>;
  /** Newest first; `unreadable` contains the ids of invalid jobs. Reads each. */
  newest(query: JobsQuery): Promise<{ readonly jobs: StoredJob[]; readonly unreadable: string[] }>;
  /** Ids of jobs that can be leased, longest due first. Reads each, or 1 if there are none. */
  due(at: Date, limit: number): Promise<string[]>;
  /**
   * Leases a job for 60 s; null if another instance has the lease. After `JOB_ATTEMPTS` starts of its page, the job is given up instead.
   * Reads 1 document, writes 1.
   */
  claim(id: string, at: Date): Promise<StoredJob | 'given-up' | null>;
  /** Renews a lease for 60 s, unless it was lost. Reads 1 document, writes 1. */
  renew(leased: StoredJob, at: Date): Promise<void>;
  /**
   * Stores a finished page in the transaction that checks the lease. A retry, e.g. after a lost answer of Firestore, stores it once. `goesOn`: the
   * next page starts at once, and the lease is renewed. Reads 1 document, writes 1.
   */
  finishPage(leased: StoredJob, page: PageDone & { total: number | null; goesOn: boolean }, at: Date): Promise<Outcome>;
  /**
   * Stores why a page failed. The page is retried after 30 s, then after pauses that double, until the job is given up. Reads 1 document, writes 1.
   */
  failPage(leased: StoredJob, reason: string, at: Date): Promise<Outcome | 'given-up'>;
  /** Gives up unfinished jobs of these kinds until a person retries them. Reads each unfinished job. Safe to repeat. @returns how many */
  giveUpAll(kinds: readonly string[], reason: string, at: Date): Promise<number>;
  /** Finished and unfinished jobs of one kind. Reads each. */
  ofKind(kind: string): Promise<StoredJob[]>;
  /**
   * Resumes a job that was given up, and adds an audit entry; other jobs do not change.
   * @returns null if there is no such job. Reads 1 document, writes 2
   */
  retry(id: string, actorId: string, at: Date): Promise<StoredJob | null>;
  /** Deletes expired jobs. Safe to repeat and to interrupt. @returns how many */
  clearExpired(at: Date): Promise<number>;
}

export function createJobTable(db: Firestore): JobTable {
  const jobs = db.collection('jobs');
  const later = (at: Date, ms: number) => new Date(at.getTime() + ms);
  const givenUp = (reason: string, at: Date): DocumentData => ({
    status: 'failed',
    reason,
    dueAt: null,
    updatedAt: at,
    expireAt: later(at, KEPT_MS.failed),
  });

  /** A finished job, restarted with the work that was queued behind it. */
  const begun = ({ kind, fence }: StoredJob, { params, about, createdBy }: Following, at: Date): DocumentData => ({
    ...encodeJob({ kind, params, about, createdBy }, at),
    // A new fence, so that no runner can store a page of the previous work.
    fence: fence + 1,
  });

  /** Gives a job up, or starts the work that was queued behind it. */
  const end = (
    transaction: Transaction,
    ref: DocumentReference,
    job: StoredJob,
    { at, otherwise }: { at: Date; otherwise: DocumentData },
  ) => {
    if (job.following) transaction.set(ref, begun(job, job.following, at));
    else transaction.update(ref, otherwise);
  };

  /** The stored job while the lease of `leased` is valid; null if another lease has begun or the job is missing. */
  const withLease = (stored: StoredJob | null, { fence }: StoredJob): StoredJob | null =>
    stored?.status === 'running' && stored.fence === fence ? stored : null;

  return {
    add(writer, job, at) {
      const ref = job.id === undefined ? jobs.doc() : jobs.doc(job.id);
      writer.create(ref, encodeJob(job, at));
      return ref.id;
    },

    async create(job, at) {
      try {
        await jobs.doc(job.id).create(encodeJob(job, at));
        return true;
      } catch (error) {
        if (grpcCodeOf(error) === GrpcStatus.ALREADY_EXISTS) return false;
        throw error;
      }
    },

    beginAgain: (job, at) =>
      runTransaction(db, async (transaction) => {
        const ref = jobs.doc(job.id);
        const stored = decodeJob(await transaction.get(ref));
        if (stored?.status === 'done') transaction.set(ref, { ...encodeJob(job, at), fence: stored.fence + 1 });
      }),

    async follow(transaction, job, at) {
      const ref = jobs.doc(job.id);
      const stored = decodeJob(await transaction.get(ref));
      const { params, about, createdBy } = job;
      if (stored?.status === 'running') transaction.update(ref, { following: { params, about, createdBy } });
      else transaction.set(ref, stored ? begun(stored, job, at) : encodeJob(job, at));
    },

    async replaceEnded(transaction, job, at) {
      const ref = jobs.doc(job.id);
      const stored = decodeJob(await transaction.get(ref));
      if (stored?.status === 'running') return false;
      const following = { params: job.params, about: job.about, createdBy: job.createdBy };
      transaction.set(ref, stored ? begun({ ...stored, kind: job.kind }, following, at) : encodeJob(job, at));
      return true;
    },

    find: async (id) => decodeJob(await jobs.doc(id).get()),

    async newest({ limit, only }) {
      const all = only === 'unfinished' ? jobs.where('isFinished', '==', false) : jobs;
      const { docs } = await all.orderBy('createdAt', 'desc').limit(limit).get();
      const read = docs.map((snapshot) => readableJob(snapshot) ?? snapshot.id);
      return {
        jobs: read.filter((job) => typeof job !== 'string'),
        unreadable: read.filter((job) => typeof job === 'string'),
      };
    },

    async due(at, limit) {
      const { docs } = await jobs.where('dueAt', '<=', at).orderBy('dueAt').limit(limit).select().get();
      return docs.map(({ id }) => id);
    },

    claim: (id, at) =>
      runTransaction(db, async (transaction) => {
        const ref = jobs.doc(id);
        const job = decodeJob(await transaction.get(ref));
        if (job?.status !== 'running' || job.dueAt === null || job.dueAt > at) return null;
        if (job.attempts >= JOB_ATTEMPTS) {
          end(transaction, ref, job, { at, otherwise: givenUp(job.reason ?? INTERRUPTED, at) });
          return 'given-up';
        }
        // Attempts count at the start of a page. Otherwise, a page that crashes its process would start forever.
        const claimed = {
          fence: job.fence + 1,
          attempts: job.attempts + 1,
          dueAt: later(at, LEASE_MS),
          isLeased: true,
        };
        transaction.update(ref, claimed);
        return { ...job, ...claimed };
      }),

    renew: (leased, at) =>
      runTransaction(db, async (transaction) => {
        const ref = jobs.doc(leased.id);
        const job = withLease(decodeJob(await transaction.get(ref)), leased);
        // After its page is stored, `dueAt` is the time of the next page, which must not be delayed.
        if (job?.page === leased.page) transaction.update(ref, { dueAt: later(at, LEASE_MS) });
      }),

    finishPage: (leased, { next, count, total, goesOn, notBefore }, at) =>
      runTransaction(db, async (transaction) => {
        const ref = jobs.doc(leased.id);
        const stored = decodeJob(await transaction.get(ref));
        // The first attempt was stored, but its answer was lost.
        if (stored?.fence === leased.fence && stored.page === leased.page + 1) return 'stored';
        const job = withLease(stored, leased);
        if (!job) return 'lost';
        if (next === null && job.following) {
          transaction.set(ref, begun(job, job.following, at));
          return 'followed';
        }
        transaction.update(ref, {
          cursor: next,
          page: job.page + 1,
          done: job.done + count,
          total,
          attempts: goesOn ? 1 : 0,
          reason: null,
          updatedAt: at,
          dueAt: goesOn ? later(at, LEASE_MS) : (notBefore ?? at),
          isLeased: goesOn,
          ...(next === null && {
            status: 'done',
            isFinished: true,
            dueAt: null,
            finishedAt: at,
            expireAt: later(at, KEPT_MS.done),
          }),
        });
        return 'stored';
      }),

    failPage: (leased, reason, at) =>
      runTransaction(db, async (transaction) => {
        const ref = jobs.doc(leased.id);
        const job = withLease(decodeJob(await transaction.get(ref)), leased);
        if (!job) return 'lost';
        if (job.attempts >= JOB_ATTEMPTS) {
          end(transaction, ref, job, { at, otherwise: givenUp(reason, at) });
          return 'given-up';
        }
        const pauseMs = FIRST_PAUSE_MS * 2 ** (job.attempts - 1);
        // A new fence ends this lease, so that nobody can store the page during the pause.
        transaction.update(ref, {
          fence: job.fence + 1,
          reason,
          updatedAt: at,
          dueAt: later(at, pauseMs),
          isLeased: false,
        });
        return 'stored';
      }),

    async giveUpAll(kinds, reason, at) {
      const { docs } = await jobs.where('isFinished', '==', false).get();
      const found = docs.map(readableJob).filter((job) => job?.status === 'running' && kinds.includes(job.kind));
      for (const job of found) {
        await runTransaction(db, async (transaction) => {
          const ref = jobs.doc(job?.id ?? '');
          const stored = decodeJob(await transaction.get(ref));
          // A new fence ends the lease of a runner, if there is one.
          if (stored?.status === 'running')
            transaction.update(ref, { ...givenUp(reason, at), fence: stored.fence + 1, following: null });
        });
      }
      return found.length;
    },

    async ofKind(kind) {
      const { docs } = await jobs.where('kind', '==', kind).get();
      return docs.map(readableJob).filter((job) => job !== null);
    },

    retry: (id, actorId, at) =>
      runTransaction(db, async (transaction) => {
        const ref = jobs.doc(id);
        const job = decodeJob(await transaction.get(ref));
        if (job?.status !== 'failed') return job;
        const again = { status: 'running', attempts: 0, dueAt: at, isLeased: false, updatedAt: at } as const;
        transaction.update(ref, { ...again, expireAt: FieldValue.delete() });
        const before = { status: job.status, reason: job.reason };
        const entry = {
          actorId,
          action: 'job.retry',
          target: `jobs/${id}`,
          before,
          after: { status: 'running' },
        } as const;
        appendAudit(db, transaction, entry, at);
        return { ...job, ...again };
      }),

    clearExpired: (at) => clearExpired(jobs, at),
  };
}
