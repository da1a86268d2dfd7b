import * as z from 'zod/mini';
import { defineKind, type JobKind, type NewJob, type PageDone } from '../jobs/job.ts';

/** A category whose posts get another one. */
export interface CategoryMove {
  readonly from: number;
  readonly into: number;
}

type FixedJob = NewJob & { readonly id: string };

/** Moves the next posts of a merged category. Safe to repeat. */
export type MoveCategorised = (move: CategoryMove, after: string | null) => Promise<PageDone<string>>;

export const categoryMoveKind = (move: MoveCategorised): JobKind<CategoryMove> =>
  defineKind({
    name: 'categories.move',
    params: z.object({ from: z.int(), into: z.int() }),
    cursor: z.string(),
    step: move,
  });

/** The job of a merged category: one for each, because a category is merged once. */
export const mergeJob = (move: CategoryMove, createdBy: string): FixedJob => ({
  id: `category-${move.from}`,
  kind: 'categories.move',
  params: { ...move },
  about: null,
  createdBy,
});

/** Rewrites what search knows of the next posts of a renamed category. Safe to repeat. */
export type ReindexCategory = (id: number, after: string | null) => Promise<PageDone<string>>;

export const categoryNameKind = (reindex: ReindexCategory): JobKind<{ readonly id: number }> =>
  defineKind({
    name: 'categories.reindex',
    params: z.object({ id: z.int() }),
    cursor: z.string(),
    step: ({ id }, cursor) => reindex(id, cursor),
  });

/** The job of a renamed category. One that is renamed again meanwhile begins anew. */
export const renameJob = (id: number, createdBy: string): FixedJob => ({
  id: `category-name-${id}`,
  kind: 'categories.reindex',
  params: { id },
  about: null,
  createdBy,
});
