import * as z from 'zod/mini';
import { defineKindById, type FixedJob, type JobKind, type StepById } from '../jobs/job.ts';

/** A guest author whose posts become those of an account. */
export interface AuthorMove {
  readonly from: string;
  readonly into: string;
  /** Posts with other authors stay theirs. */
  readonly isOnlyAlone?: boolean;
}

export const authorMoveKind = (moveAuthored: StepById<AuthorMove>): JobKind<AuthorMove> =>
  defineKindById('authors.move', z.object({ from: z.string(), into: z.string() }), moveAuthored);

/** The job of a joined guest author: one for each, because they are joined once. */
export const authorMoveJob = (move: AuthorMove, createdBy: string): FixedJob => ({
  ...{ id: `author-${move.from}`, kind: 'authors.move', params: { ...move } },
  ...{ about: 'moving the posts of a guest author to an account', createdBy },
});
