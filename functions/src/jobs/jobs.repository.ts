import { JOB_ATTEMPTS, type JobsQuery } from '@inkwell/shared/jobs';
import {
  type DocumentData,
  type DocumentReference,
  FieldValue,
  type Firestore,
  GrpcStatus,
} from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { clearExpired } from '../firestore/clear-expired.ts';
import { grpcCodeOf, runTransaction } from '../firestore/transaction.ts';
import type { NewJob, PageDone, StoredJob } from './job.ts';
import { decodeJob, encodeJob, readableJob } from './jobs.converter.ts';

const DAY_MS = 24 * 3_600_000;
/** How long work stays where it can be looked at. Product §7. */
const KEPT_MS = { done: 30 * DAY_MS, failed: 90 * DAY_MS } as const;
/** How long somebody who works on a page holds the work without a word. */
const HELD_MS = 60_000;
const FIRST_PAUSE_MS = 30_000;
const INTERRUPTED = 'It was interrupted at the same place each time';

/** What became of the work that somebody held: `lost` to another one, who goes on. */
export type Outcome = 'kept' | 'lost';

/** A transaction or a batch. */
interface Writer {
  create(ref: DocumentReference, data: Record<string, unknown>): unknown;
}

/** The table of long work: who works on what, how far it is, and when somebody looks at it again. */
export interface JobTable {
  /** Adds work within the caller's transaction or batch, which fails when work has its id already. @returns its id. Writes 1 */
  add(writer: Writer, job: NewJob, at: Date): string;
  /** @returns false when work has its id already, which then stays as it is. Writes 1 */
  create(job: NewJob & { readonly id: string }, at: Date): Promise<boolean>;
  /** Reads 1. */
  find(id: string): Promise<StoredJob | null>;
  /** Newest first; of what cannot be read its id. Reads as many. */
  newest(query: JobsQuery): Promise<{ readonly jobs: StoredJob[]; readonly unreadable: string[] }>;
  /** Work that waits to be taken, what waits longest first. Reads as many, 1 when there is none. */
  due(at: Date, limit: number): Promise<string[]>;
  /**
   * Takes hold of work for 60 s, unless somebody else has; work whose page was begun as often as may be is given up instead.
   * Reads 1, writes 1.
   */
  claim(id: string, at: Date): Promise<StoredJob | 'given-up' | null>;
  /**
   * Notes that the page of `held` is done, in one transaction with the look at whether it is still held. A repeat, as after an answer that
   * was lost, notes it once. `goesOn`: the next page is begun at once, and the work is held for another 60 s.
   * Reads 1, writes 1.
   */
  finishPage(held: StoredJob, page: PageDone & { total: number | null; goesOn: boolean }, at: Date): Promise<Outcome>;
  /**
   * Notes why a page failed. It is tried again after half a minute, then after ever longer pauses, and at last given up.
   * Reads 1, writes 1.
   */
  failPage(held: StoredJob, reason: string, at: Date): Promise<Outcome | 'given-up'>;
  /**
   * Has work that was given up go on where it stopped, and notes in the audit log who said so; other work stays as it is.
   * @returns null when there is no such work. Reads 1, writes 2
   */
  retry(id: string, actorId: string, at: Date): Promise<StoredJob | null>;
  /** Deletes work whose time has passed. Safe to repeat and to interrupt. @returns how much */
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

  /** The work as it is stored, if it is still held; null when somebody else took it, or it is gone. */
  const stillHeld = (stored: StoredJob | null, { fence }: StoredJob): StoredJob | null =>
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
          transaction.update(ref, givenUp(job.reason ?? INTERRUPTED, at));
          return 'given-up';
        }
        // Counted when a page is begun: one that ends its process would otherwise be begun for ever.
        const claimed = { fence: job.fence + 1, attempts: job.attempts + 1, dueAt: later(at, HELD_MS) };
        transaction.update(ref, claimed);
        return { ...job, ...claimed };
      }),

    finishPage: (held, { next, count, total, goesOn }, at) =>
      runTransaction(db, async (transaction) => {
        const ref = jobs.doc(held.id);
        const stored = decodeJob(await transaction.get(ref));
        // The answer to the first try was lost on its way.
        if (stored?.fence === held.fence && stored.page === held.page + 1) return 'kept';
        const job = stillHeld(stored, held);
        if (!job) return 'lost';
        transaction.update(ref, {
          cursor: next,
          page: job.page + 1,
          done: job.done + count,
          total,
          attempts: goesOn ? 1 : 0,
          reason: null,
          updatedAt: at,
          dueAt: goesOn ? later(at, HELD_MS) : at,
          ...(next === null && {
            status: 'done',
            isFinished: true,
            dueAt: null,
            finishedAt: at,
            expireAt: later(at, KEPT_MS.done),
          }),
        });
        return 'kept';
      }),

    failPage: (held, reason, at) =>
      runTransaction(db, async (transaction) => {
        const ref = jobs.doc(held.id);
        const job = stillHeld(decodeJob(await transaction.get(ref)), held);
        if (!job) return 'lost';
        if (job.attempts >= JOB_ATTEMPTS) {
          transaction.update(ref, givenUp(reason, at));
          return 'given-up';
        }
        const pauseMs = FIRST_PAUSE_MS * 2 ** (job.attempts - 1);
        // Another fence: this page is nobody's until then, not even of who failed.
        transaction.update(ref, { fence: job.fence + 1, reason, updatedAt: at, dueAt: later(at, pauseMs) });
        return 'kept';
      }),

    retry: (id, actorId, at) =>
      runTransaction(db, async (transaction) => {
        const ref = jobs.doc(id);
        const job = decodeJob(await transaction.get(ref));
        if (job?.status !== 'failed') return job;
        const again = { status: 'running', attempts: 0, dueAt: at, updatedAt: at } as const;
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
