import * as z from 'zod/mini';
import { defineKindById, type FixedJob, type StepById, type Worker } from '../jobs/job.ts';

/** A merged or deleted tag. Its posts get the target, or lose the tag. */
export interface TagMove {
  readonly from: string;
}

export const tagKind = (moveTagged: StepById<TagMove>): Worker =>
  defineKindById('tags.move', z.object({ from: z.string() }), moveTagged);

/** The job for a merged or deleted tag. There is one for each, because this happens only once. */
export const tagJob = (from: string, createdBy: string): FixedJob => ({
  id: `tag-${from}`,
  kind: 'tags.move',
  params: { from },
  about: null,
  createdBy,
});

/** Updates the search entries of the posts with a renamed tag. */
export const tagNameKind = (reindex: StepById<string>): Worker =>
  defineKindById('tags.reindex', z.object({ id: z.string() }), ({ id }, after) => reindex(id, after));

/** The job for a renamed tag. Renaming it again meanwhile restarts the job. */
export const tagNameJob = (id: string, createdBy: string): FixedJob => ({
  id: `tag-name-${id}`,
  kind: 'tags.reindex',
  params: { id },
  about: null,
  createdBy,
});
