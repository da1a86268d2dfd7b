import * as z from 'zod/mini';
import { defineKindById, type FixedJob, type JobKind, type StepById } from '../jobs/job.ts';

/** A category whose posts get another one. */
export interface CategoryMove {
  readonly from: number;
  readonly into: number;
}

export const categoryMoveKind = (move: StepById<CategoryMove>): JobKind<CategoryMove> =>
  defineKindById('categories.move', z.object({ from: z.int(), into: z.int() }), move);

/** The job of a merged category: one for each, because a category is merged once. */
export const mergeJob = (move: CategoryMove, createdBy: string): FixedJob => ({
  id: `category-${move.from}`,
  kind: 'categories.move',
  params: { ...move },
  about: null,
  createdBy,
});

/** Rewrites what search knows of the posts of a renamed category. */
export const categoryNameKind = (reindex: StepById<number>): JobKind<{ readonly id: number }> =>
  defineKindById('categories.reindex', z.object({ id: z.int() }), ({ id }, after) => reindex(id, after));

/** The job of a renamed category. One that is renamed again meanwhile begins anew. */
export const renameJob = (id: number, createdBy: string): FixedJob => ({
  id: `category-name-${id}`,
  kind: 'categories.reindex',
  params: { id },
  about: null,
  createdBy,
});
