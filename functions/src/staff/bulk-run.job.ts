import type { BulkRun } from '@inkwell/shared/bulk-actions';
import { counted } from '@inkwell/shared/format';
import * as z from 'zod/mini';
import { defineKind, type FixedJob, type Worker } from '../jobs/job.ts';
import type { BulkRunSteps } from './bulk-run-steps.service.ts';
import type { StoredRun } from './bulk-runs.repository.ts';

/** Each account has one job for all its runs, so that two runs never change the same posts concurrently. */
export const runJobId = (ownerId: string): string => `posts-of-${ownerId}`;

const KIND = 'posts.bulk';

/** Carries out a run on many posts. */
export const runKind = (steps: Pick<BulkRunSteps, 'step'>): Worker =>
  defineKind({
    name: KIND,
    params: z.object({ runId: z.string(), isUndo: z.boolean(), total: z.int() }),
    cursor: z.int(),
    total: async ({ total }) => total,
    step: ({ runId, isUndo }, cursor) => steps.step(runId, isUndo, cursor ?? 0),
  });

const DOING: Readonly<Record<BulkRun['action'], string>> = {
  publish: 'publishing',
  unpublish: 'unpublishing',
  category: 'moving',
  tags: 'changing the tags of',
  authors: 'changing the authors of',
  series: 'changing the series of',
  featured: 'featuring or no longer featuring',
  delete: 'deleting',
  undelete: 'restoring',
};

/** The job of a run; `isUndo` undoes the run. */
export function runJob(
  { id, ownerId, action, total }: Pick<StoredRun, 'id' | 'ownerId' | 'action' | 'total'>,
  isUndo: boolean,
): FixedJob {
  const about = `${isUndo ? 'taking back ' : ''}${DOING[action]} ${counted(total, 'post', 'posts')}`;
  return { id: runJobId(ownerId), kind: KIND, params: { runId: id, isUndo, total }, about, createdBy: ownerId };
}
