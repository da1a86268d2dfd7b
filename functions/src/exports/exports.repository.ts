import { EXPORT_DAYS } from '@inkwell/shared/exports';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { appendAudit } from '../audit/audit.repository.ts';
import { Moment } from '../firestore/moment.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { FixedJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';

const ExportDocument = z.object({
  /** Of this export; its files have it in their names. */
  exportId: z.string(),
  requestedAt: Moment,
  /** Null while it is made. */
  readyAt: z.nullable(Moment),
  expireAt: Moment,
  files: z.int(),
  bytes: z.nullable(z.int()),
  /** Where it can be fetched; null while it is made. */
  url: z.nullable(z.string()),
});
/** The export of the publication that was asked for last, in `system/export`; it says nothing of who asked, which the activity does. */
export type StoredExport = z.infer<typeof ExportDocument>;

const decode = (snapshot: DocumentSnapshot): StoredExport | null =>
  snapshot.exists ? z.parse(ExportDocument, snapshot.data()) : null;

export interface ExportRepository {
  /** Reads 1 document. */
  find(): Promise<StoredExport | null>;
  /**
   * Begins a new export in place of an earlier one, with its job; one that is being made, or was asked for
   * seconds ago, stays, unless its job was given up. Reads 2
   * documents, writes 3.
   */
  begin(exportId: string, job: FixedJob, at: Date): Promise<StoredExport>;
  /** Safe to repeat; does nothing for an export that was replaced. Reads 1 document, writes 1. */
  finish(exportId: string, made: Pick<StoredExport, 'files' | 'bytes' | 'url'>, at: Date): Promise<void>;
  /** Ends an export before its time. Safe to repeat. Writes 1 document. */
  forget(): Promise<void>;
}

/** Presses so near to each other mean one export. */
const TOGETHER_MS = 10_000;
const KEPT_MS = EXPORT_DAYS * 24 * 3_600_000;

export function createExportRepository(db: Firestore, jobs: Pick<JobTable, 'add' | 'find'>): ExportRepository {
  const ref = db.doc('system/export');
  const expiry = (at: Date) => new Date(at.getTime() + KEPT_MS);

  return {
    find: async () => decode(await ref.get()),

    begin: (exportId, job, at) =>
      runTransaction(db, async (transaction) => {
        const earlier = decode(await transaction.get(ref));
        // Two presses at one time, where the first is done already.
        if (earlier?.readyAt && at.getTime() - earlier.requestedAt.getTime() < TOGETHER_MS) return earlier;
        if (earlier?.readyAt === null) {
          const status = (await jobs.find(exportJobId(earlier.exportId)))?.status;
          if (status === 'running') return earlier;
        }
        const begun = {
          exportId,
          requestedAt: at,
          readyAt: null,
          expireAt: expiry(at),
          files: 0,
          bytes: null,
          url: null,
        };
        transaction.set(ref, { ...begun, schemaVersion: 1 });
        jobs.add(transaction, job, at);
        const entry = {
          actorId: job.createdBy,
          action: 'content.export',
          target: 'system/export',
        } as const;
        appendAudit(db, transaction, { ...entry, before: null, after: null }, at);
        return begun;
      }),

    finish: (exportId, made, at) =>
      runTransaction(db, async (transaction) => {
        const stored = decode(await transaction.get(ref));
        if (stored?.exportId !== exportId || stored.readyAt !== null) return;
        transaction.update(ref, { ...made, readyAt: at, expireAt: expiry(at) });
      }),

    async forget() {
      await ref.delete();
    },
  };
}

/** Each export has a job of its own. */
export const exportJobId = (exportId: string): string => `export-${exportId}`;
