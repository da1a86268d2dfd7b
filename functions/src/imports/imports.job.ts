import * as z from 'zod/mini';
import { defineKind, type FixedJob, type Worker } from '../jobs/job.ts';
import type { ImportSteps } from './import-steps.service.ts';

const Params = z.object({ importId: z.string() });

const jobOf = (id: string, kind: string, importId: string, createdBy: string): FixedJob => ({
  id,
  kind,
  params: { importId },
  about: null,
  createdBy,
});

const IMPORT = 'content.import';

/** One import has one job, which is restarted when the import continues. */
export const importJobId = (id: string): string => `import-${id}`;
export const importJob = (importId: string, createdBy: string): FixedJob =>
  jobOf(importJobId(importId), IMPORT, importId, createdBy);

/** Imports records, a few seconds at a time. The position is in `imports/{id}`. */
export const contentImportKind = (steps: ImportSteps): Worker =>
  defineKind({
    name: IMPORT,
    params: Params,
    cursor: z.int(),
    total: ({ importId }) => steps.total(importId),
    step: ({ importId }) => steps.step(importId),
  });

const READ = 'content.read';

/** The first pass of an import. */
export const readJobId = (id: string): string => `import-read-${id}`;
export const readJob = (importId: string, createdBy: string): FixedJob =>
  jobOf(readJobId(importId), READ, importId, createdBy);

/** @param isAgain whether an earlier call ran out of time. @returns the number of records, or null if this call ran out of time too */
export type ReadImport = (importId: string, isAgain: boolean) => Promise<number | null>;

/**
 * Makes the first pass of an import in one page, because a file is read from beginning to end. If it takes longer than a request may, the file is
 * read in a second page, in the function `work`.
 */
export const contentReadKind = (read: ReadImport): Worker =>
  defineKind({
    name: READ,
    params: Params,
    cursor: z.int(),
    async step({ importId }, cursor) {
      const count = await read(importId, cursor !== null);
      return count === null ? { count: 0, next: 1 } : { count, next: null };
    },
  });
