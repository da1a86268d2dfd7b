import { EXPORT_DAYS } from '@inkwell/shared/exports';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { appendAudit } from '../audit/audit.repository.ts';
import { Moment } from '../firestore/moment.ts';
import { runTransaction } from '../firestore/transaction.ts';
import type { FixedJob } from '../jobs/job.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';

const ExportDocument = z.object({
  /** The id of this export, which is part of its files' names. */
  exportId: z.string(),
  requestedAt: Moment,
  /** Null until the export is ready. */
  readyAt: z.nullable(Moment),
  expireAt: Moment,
  files: z.int(),
  bytes: z.nullable(z.int()),
  /** The download URL; null until the export is ready. */
  url: z.nullable(z.string()),
});
/** The last requested export of the publication, in `system/export`. Who requested it is only in the staff activity. */
export type StoredExport = z.infer<typeof ExportDocument>;

const decode = (snapshot: DocumentSnapshot): StoredExport | null =>
  snapshot.exists ? z.parse(ExportDocument, snapshot.data()) : null;

export interface ExportRepository {
  /** Reads 1 document. */
  find(): Promise<StoredExport | null>;
  /**
   * Starts a new export with its job, and replaces an earlier one. An export that is still running, or was requested seconds ago, is returned
   * instead, unless its job was given up. Reads 2 documents, writes 3.
   */
  begin(exportId: string, job: FixedJob, at: Date): Promise<StoredExport>;
  /** Safe to repeat. Does nothing for an export that was replaced. Reads 1 document, writes 1. */
  finish(exportId: string, made: Pick<StoredExport, 'files' | 'bytes' | 'url'>, at: Date): Promise<void>;
  /** Deletes the record of an export before it expires. Safe to repeat. Writes 1 document. */
  forget(): Promise<void>;
}

/** Requests within this time start only one export. */
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
        // Two concurrent requests, the first of which is already done.
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

/** Each export has its own job. */
export const exportJobId = (exportId: string): string => `export-${exportId}`;
