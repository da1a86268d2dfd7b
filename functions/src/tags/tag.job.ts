import * as z from 'zod/mini';
import { defineKind, type JobKind, type NewJob, type PageDone } from '../jobs/job.ts';

/** A merged or deleted tag, whose posts get the one that it became, or none. */
export interface TagMove {
  readonly from: string;
}

/** Moves the next posts of a tag that was merged or deleted. Safe to repeat. */
export type MoveTagged = (move: TagMove, after: string | null) => Promise<PageDone<string>>;

export const tagKind = (moveTagged: MoveTagged): JobKind<TagMove> =>
  defineKind({
    name: 'tags.move',
    params: z.object({ from: z.string() }),
    cursor: z.string(),
    step: (move, cursor) => moveTagged(move, cursor),
  });

/** The job of an ended tag: one for each tag, because a tag ends once. */
export const tagJob = (from: string, createdBy: string): NewJob & { readonly id: string } => ({
  ...{ id: `tag-${from}`, kind: 'tags.move', params: { from }, about: null, createdBy },
});

/** Rewrites what search knows of the next posts of a renamed tag. Safe to repeat. */
export type ReindexTag = (id: string, after: string | null) => Promise<PageDone<string>>;

export const tagNameKind = (reindex: ReindexTag): JobKind<{ readonly id: string }> =>
  defineKind({
    name: 'tags.reindex',
    params: z.object({ id: z.string() }),
    cursor: z.string(),
    step: ({ id }, cursor) => reindex(id, cursor),
  });

/** The job of a renamed tag. One that is renamed again meanwhile begins anew. */
export const tagNameJob = (id: string, createdBy: string): NewJob & { readonly id: string } => ({
  ...{ id: `tag-name-${id}`, kind: 'tags.reindex', params: { id }, about: null, createdBy },
});
