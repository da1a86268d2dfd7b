import { BulkRun, PostUndo } from '@inkwell/shared/bulk-actions';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { clearExpired } from '../firestore/clear-expired.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { FixedJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';

const RunDocument = z.object({
  ownerId: z.string(),
  action: BulkRun.shape.action,
  categoryId: z.nullable(z.int()),
  values: z._default(
    z.nullable(
      z.object({
        tagChange: z.optional(z.object({ add: z.array(z.string()), remove: z.array(z.string()) })),
        authorIds: z.optional(z.array(z.string())),
        seriesId: z.optional(z.nullable(z.string())),
        isFeatured: z.optional(z.boolean()),
      }),
    ),
    null,
  ),
  /** Whether it undoes its changes; it then goes through its posts again. */
  isUndo: z.boolean(),
  isStopWanted: z.boolean(),
  endedAs: z.nullable(z.enum(['done', 'stopped'])),
  total: z.int(),
  done: z.int(),
  changed: z.int(),
  failed: z.int(),
  failures: BulkRun.shape.failures,
});

/** A bulk action on all posts that matched when it began. */
export type StoredRun = z.infer<typeof RunDocument> & { readonly id: string };

const ShardDocument = z.object({ ids: z.array(z.string()), kept: z.record(z.string(), PostUndo) });

/** Some of the posts of a run. */
export interface RunShard {
  readonly id: string;
  readonly ids: readonly string[];
  /** How to undo the changes made so far, by post. */
  readonly kept: Readonly<Record<string, PostUndo>>;
}

/** The results for the posts between two positions of a run. */
export interface RunPage {
  readonly from: number;
  readonly to: number;
  readonly isUndo: boolean;
  readonly changed: number;
  readonly failures: StoredRun['failures'];
}

/** The number of posts in one document. */
export const RUN_SHARD_POSTS = 500;
/** The number of failures whose reason a run stores. */
const FAILURES = 100;
/** How long a run and its changes are stored. */
const KEPT_MS = 24 * 3_600_000;

/** Runs with their posts, stored for a day. */
export interface BulkRunRepository {
  /** Reads 1. */
  find(id: string): Promise<StoredRun | null>;
  /**
   * Stores a run with its posts, and its job, replacing an earlier one; `busy` if that one still runs, `known` if the run is already stored. Reads 1
   * document, 2 with a job; writes 1, 1 for each 500 posts, and 1 for the job.
   */
  create(
    run: Pick<StoredRun, 'id' | 'ownerId' | 'action' | 'categoryId'> & Partial<Pick<StoredRun, 'values'>>,
    ids: readonly string[],
    { job, at }: { job: FixedJob | null; at: Date },
  ): Promise<'created' | 'busy' | 'known'>;
  /**
   * Starts undoing a run, from its first post. A run that is already being undone does not change. `busy` if a job of the account still runs. Reads 1
   * document, writes 1; with a job 1 more each.
   */
  beginUndo(id: string, { job, at }: { job: FixedJob | null; at: Date }): Promise<'begun' | 'busy'>;
  /** Ends the run after the posts that it is currently changing. Reads 1, writes 1. */
  stop(id: string): Promise<void>;
  /** The shard with the post at a position. Reads 1. */
  shardAt(id: string, position: number): Promise<RunShard | null>;
  /** Records a page of a run once, and ends the run after its last page or if somebody stopped it. Reads 1, writes 1. */
  advance(id: string, page: RunPage): Promise<StoredRun | null>;
  /** Ends an unfinished run. Reads 1, writes 1. */
  end(id: string): Promise<void>;
  /** Deletes expired runs. Safe to repeat and to interrupt. @returns how many documents */
  clearExpired(at: Date): Promise<number>;
}

const START = { done: 0, changed: 0, failed: 0, failures: [], isStopWanted: false, endedAs: null } as const;

export function createBulkRunRepository(db: Firestore, jobs: Pick<JobTable, 'replaceEnded'>): BulkRunRepository {
  const runs = db.collection('bulkRuns');
  const shards = db.collection('bulkRunShards');
  const shardRef = (id: string, position: number) => shards.doc(`${id}-${Math.floor(position / RUN_SHARD_POSTS)}`);

  /** Changes an unfinished run. */
  const change = (id: string, changes: (run: StoredRun) => Partial<StoredRun> | null) =>
    runTransaction(db, async (transaction): Promise<StoredRun | null> => {
      const run = decodeRun(await transaction.get(runs.doc(id)));
      const changed = run?.endedAs === null ? changes(run) : null;
      if (run && changed) transaction.update(runs.doc(id), changed);
      return run && { ...run, ...changed };
    });

  return {
    find: async (id) => decodeRun(await runs.doc(id).get()),

    create: ({ id, ...run }, ids, { job, at }) =>
      runTransaction(db, async (transaction) => {
        if ((await transaction.get(runs.doc(id))).exists) return 'known';
        if (job && !(await jobs.replaceEnded(transaction, job, at))) return 'busy';
        const expireAt = new Date(at.getTime() + KEPT_MS);
        const always = { createdAt: at, expireAt, schemaVersion: 1 };
        transaction.create(runs.doc(id), { ...run, ...START, isUndo: false, total: ids.length, ...always });
        for (let from = 0; from < ids.length; from += RUN_SHARD_POSTS) {
          const own = ids.slice(from, from + RUN_SHARD_POSTS);
          transaction.create(shardRef(id, from), { ownerId: run.ownerId, ids: own, kept: {}, ...always });
        }
        return 'created';
      }),

    beginUndo: (id, { job, at }) =>
      runTransaction(db, async (transaction) => {
        const run = decodeRun(await transaction.get(runs.doc(id)));
        if (!run || (run.isUndo && run.endedAs === 'done')) return 'begun';
        if (job && !(await jobs.replaceEnded(transaction, job, at))) return run.isUndo ? 'begun' : 'busy';
        // Without a job, an interrupted call continues at its last position.
        if (job || !run.isUndo || run.endedAs) transaction.update(runs.doc(id), { ...START, isUndo: true });
        return 'begun';
      }),

    async stop(id) {
      await change(id, () => ({ isStopWanted: true }));
    },

    async shardAt(id, position) {
      const snapshot = await shardRef(id, position).get();
      return snapshot.exists ? { ...z.parse(ShardDocument, snapshot.data()), id: snapshot.id } : null;
    },

    advance: (id, { from, to, isUndo, changed, failures }) =>
      change(id, (run) => {
        // A page that ran twice is recorded once.
        if (run.done !== from || run.isUndo !== isUndo) return null;
        return {
          done: to,
          changed: run.changed + changed,
          failed: run.failed + failures.length,
          failures: [...run.failures, ...failures].slice(0, FAILURES),
          endedAs: to >= run.total ? 'done' : run.isStopWanted ? 'stopped' : null,
        };
      }),

    async end(id) {
      await change(id, () => ({ endedAs: 'stopped' }));
    },

    clearExpired: async (at) => (await clearExpired(shards, at)) || clearExpired(runs, at),
  };
}

function decodeRun(snapshot: DocumentSnapshot): StoredRun | null {
  return snapshot.exists ? { ...z.parse(RunDocument, snapshot.data()), id: snapshot.id } : null;
}
