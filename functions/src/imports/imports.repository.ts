import type { ImportState } from '@inkwell/shared/imports';
import { IMPORT_LIMITS } from '@inkwell/shared/imports';
import type { Firestore } from 'firebase-admin/firestore';
import { appendAudit } from '../audit/audit.repository.ts';
import { clearExpired } from '../firestore/clear-expired.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { NewJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import { decodeImport, encodeImport, type ImportPosition, type StoredImport } from './imports.converter.ts';

export interface ImportProgress {
  readonly position: ImportPosition;
  readonly done: number;
  readonly laterReports: number;
  /** Set with the last step. */
  readonly isDone: boolean;
}

/** Imports, in `imports/{id}`; their records are in Storage. */
export interface ImportRepository {
  /** Writes 1 document. */
  create(stored: StoredImport): Promise<void>;
  /** Reads 1 document. */
  find(id: string): Promise<StoredImport | null>;
  /** The newest ones. Reads each, at least 1. */
  newest(limit: number): Promise<StoredImport[]>;
  /** Stores what the first pass found, or why it ended. Writes 1 document. */
  noteRead(id: string, fields: Partial<StoredImport>, at: Date): Promise<void>;
  /**
   * Changes the state, where the present one is among `from`, with the job that carries the import on where it runs. Safe to repeat. Reads 1 or 2
   * documents, writes 2 or 3. @returns null if there is no such import, and what is stored otherwise
   */
  change(
    id: string,
    change: {
      from: readonly ImportState[];
      to: ImportState;
      job: (NewJob & { readonly id: string }) | null;
      actorId: string;
    },
    at: Date,
  ): Promise<StoredImport | null>;
  /** Stores how far an import is, unless it was discarded. Reads 1 document, writes 1 or 2. */
  progress(id: string, progress: ImportProgress, at: Date): Promise<void>;
  /** Deletes imports that nobody has continued for days. Safe to repeat and to interrupt. @returns how many */
  clearExpired(at: Date): Promise<number>;
}

const DAY_MS = 86_400_000;

export function createImportRepository(db: Firestore, jobs: Pick<JobTable, 'follow'>): ImportRepository {
  const imports = db.collection('imports');
  const keptFrom = (at: Date) => new Date(at.getTime() + IMPORT_LIMITS.keptDays * DAY_MS);

  return {
    async create(stored) {
      await imports.doc(stored.id).create(encodeImport(stored, keptFrom(stored.createdAt)));
    },

    find: async (id) => decodeImport(await imports.doc(id).get()),

    async newest(limit) {
      const { docs } = await imports.orderBy('createdAt', 'desc').limit(limit).get();
      return docs.map(decodeImport).filter((found) => found !== null);
    },

    async noteRead(id, { id: _id, ...fields }, at) {
      await imports.doc(id).update({ ...fields, updatedAt: at, expireAt: keptFrom(at) });
    },

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
          ...{ updatedAt: at, expireAt: keptFrom(at) },
        });
      }),

    clearExpired: (at) => clearExpired(imports, at),
  };
}
