import * as z from 'zod/mini';
import { defineKind, type JobKind } from '../jobs/job.ts';
import type { ImportSteps } from './import-steps.service.ts';

const Params = z.object({ importId: z.string() });

/** One import has one job, which begins again when the import goes on. */
export const importJobId = (id: string): string => `import-${id}`;

/** Imports the records of an import, some seconds at a time. Where it stands is in `imports/{id}`. */
export const contentImportKind = (steps: ImportSteps): JobKind<z.input<typeof Params>> =>
  defineKind({
    name: 'content.import',
    params: Params,
    cursor: z.int(),
    total: ({ importId }) => steps.total(importId),
    step: ({ importId }) => steps.step(importId),
  });
