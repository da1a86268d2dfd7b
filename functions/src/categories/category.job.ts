import * as z from 'zod/mini';
import { defineKindById, type FixedJob, type StepById, type Worker } from '../jobs/job.ts';

/** A category whose posts move to another one. */
export interface CategoryMove {
  readonly from: number;
  readonly into: number;
}

export const categoryMoveKind = (move: StepById<CategoryMove>): Worker =>
  defineKindById('categories.move', z.object({ from: z.int(), into: z.int() }), move);

/** The job for a merged category. There is one for each, because a category is merged only once. */
export const mergeJob = (move: CategoryMove, createdBy: string): FixedJob => ({
  id: `category-${move.from}`,
  kind: 'categories.move',
  params: { ...move },
  about: null,
  createdBy,
});

/** Updates the search entries of the posts in a renamed category. */
export const categoryNameKind = (reindex: StepById<number>): Worker =>
  defineKindById('categories.reindex', z.object({ id: z.int() }), ({ id }, after) => reindex(id, after));

/** The job for a renamed category. Renaming it again meanwhile restarts the job. */
export const renameJob = (id: number, createdBy: string): FixedJob => ({
  id: `category-name-${id}`,
  kind: 'categories.reindex',
  params: { id },
  about: null,
  createdBy,
});
