import * as z from 'zod/mini';
import { defineKindById, type FixedJob, type JobKind, type StepById } from '../jobs/job.ts';

/** A merged or deleted tag, whose posts get the one that it became, or none. */
export interface TagMove {
  readonly from: string;
}

export const tagKind = (moveTagged: StepById<TagMove>): JobKind<TagMove> =>
  defineKindById('tags.move', z.object({ from: z.string() }), moveTagged);

/** The job of an ended tag: one for each tag, because a tag ends once. */
export const tagJob = (from: string, createdBy: string): FixedJob => ({
  ...{ id: `tag-${from}`, kind: 'tags.move', params: { from }, about: null, createdBy },
});

/** Rewrites what search knows of the posts of a renamed tag. */
export const tagNameKind = (reindex: StepById<string>): JobKind<{ readonly id: string }> =>
  defineKindById('tags.reindex', z.object({ id: z.string() }), ({ id }, after) => reindex(id, after));

/** The job of a renamed tag. One that is renamed again meanwhile begins anew. */
export const tagNameJob = (id: string, createdBy: string): FixedJob => ({
  ...{ id: `tag-name-${id}`, kind: 'tags.reindex', params: { id }, about: null, createdBy },
});
