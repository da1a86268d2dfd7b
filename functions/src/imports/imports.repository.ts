import type { ImportState } from '@inkwell/shared/imports';
import { IMPORT_LIMITS } from '@inkwell/shared/imports';
import type { Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { clearExpired } from '../firestore/clear-expired.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { FixedJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import { decodeImport, encodeImport, type ImportPosition, type StoredImport } from './imports.converter.ts';

export interface ImportProgress {
  readonly position: ImportPosition;
  readonly done: number;
  readonly laterReports: number;
  /** True in the last step. */
  readonly isDone: boolean;
}

/** Imports, in `imports/{id}`. Their records are in Storage. */
export interface ImportRepository {
  /** Stores a new import with the job that reads it, or returns the stored one with the id. Safe to repeat. Reads 1 or 2 documents, writes 1 or 2. */
  create(made: StoredImport, job: FixedJob | null): Promise<StoredImport>;
  /** Reads 1 document. */
  find(id: string): Promise<StoredImport | null>;
  /** The newest imports. Reads each, at least 1. */
  newest(limit: number): Promise<StoredImport[]>;
  /** Stores the number of records that the first pass has read. Reads 1 document, writes 1. @returns false if the import was cancelled */
  noteReading(id: string, records: number, at: Date): Promise<boolean>;
  /** Stores the result of the first pass, or why it failed, unless it was cancelled. Reads 1 document, writes 1. @returns whether it was stored */
  noteRead(id: string, fields: Partial<StoredImport>, at: Date): Promise<boolean>;
  /**
   * Changes the state if the current one is in `from`, and starts the job if the import then runs. Safe to repeat. Reads 1 or 2 documents, writes 2
   * or 3. @returns the stored import; null if it does not exist
   */
  change(
    id: string,
    change: {
      from: readonly ImportState[];
      to: ImportState;
      job: FixedJob | null;
      actorId: string;
    },
    at: Date,
  ): Promise<StoredImport | null>;
  /** Stores the progress of an import, unless it was discarded. Reads 1 document, writes 1. */
  progress(id: string, progress: ImportProgress, at: Date): Promise<void>;
  /** Deletes imports that nobody has continued for days. Safe to repeat and to interrupt. @returns the number deleted */
  clearExpired(at: Date): Promise<number>;
}

const DAY_MS = 86_400_000;

export function createImportRepository(db: Firestore, jobs: Pick<JobTable, 'follow'>): ImportRepository {
  const imports = db.collection('imports');
  const keptFrom = (at: Date) => new Date(at.getTime() + IMPORT_LIMITS.keptDays * DAY_MS);

  /** Changes an import during its first pass. @returns false if it is not in its first pass */
  const whileReading = (id: string, fields: Partial<StoredImport>, at: Date): Promise<boolean> =>
    runTransaction(db, async (transaction) => {
      const ref = imports.doc(id);
      const stored = decodeImport(await transaction.get(ref));
      if (stored?.state !== 'reading') return false;
      transaction.update(ref, { ...fields, updatedAt: at, expireAt: keptFrom(at) });
      return true;
    });

  return {
    create: (made, job) =>
      runTransaction(db, async (transaction) => {
        const ref = imports.doc(made.id);
        const earlier = decodeImport(await transaction.get(ref));
        if (earlier) return earlier;
        if (job) await jobs.follow(transaction, job, made.createdAt);
        transaction.create(ref, encodeImport(made, keptFrom(made.createdAt)));
        return made;
      }),

    find: async (id) => decodeImport(await imports.doc(id).get()),

    async newest(limit) {
      const { docs } = await imports.orderBy('createdAt', 'desc').limit(limit).get();
      return docs.map(decodeImport).filter((found) => found !== null);
    },

    noteReading: (id, records, at) => whileReading(id, { done: records }, at),

    noteRead: (id, { id: _id, ...fields }, at) => whileReading(id, fields, at),

    change: (id, { from, to, job, actorId }, at) =>
      runTransaction(db, async (transaction) => {
        const ref = imports.doc(id);
        const stored = decodeImport(await transaction.get(ref));
        if (!stored || !from.includes(stored.state)) return stored;
        if (job) await jobs.follow(transaction, job, at);
        transaction.update(ref, { state: to, updatedAt: at, expireAt: keptFrom(at) });
        if (stored.state === 'ready' && to === 'running') {
          const entry = { actorId, action: 'content.import', target: 'system/imports', name: stored.name } as const;
          appendAudit(db, transaction, { ...entry, before: null, after: { ...stored.counts } }, at);
        }
        return { ...stored, state: to, updatedAt: at };
      }),

    progress: (id, { isDone, ...fields }, at) =>
      runTransaction(db, async (transaction) => {
        const ref = imports.doc(id);
        const stored = decodeImport(await transaction.get(ref));
        if (!stored || stored.state === 'discarded' || stored.state === 'done') return;
        transaction.update(ref, {
          ...fields,
          ...(isDone && { state: 'done' }),
          updatedAt: at,
          expireAt: keptFrom(at),
        });
      }),

    clearExpired: (at) => clearExpired(imports, at),
  };
}
