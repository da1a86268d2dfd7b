import * as z from 'zod/mini';
import { defineKindById, type FixedJob, type StepById, type Worker } from '../jobs/job.ts';

/** A guest author whose posts are passed to an account. */
export interface AuthorMove {
  readonly from: string;
  readonly into: string;
  /** Posts with other authors are not changed. */
  readonly isOnlyAlone?: boolean;
}

export const authorMoveKind = (moveAuthored: StepById<AuthorMove>): Worker =>
  defineKindById('authors.move', z.object({ from: z.string(), into: z.string() }), moveAuthored);

/** The job for a joined guest author. There is one for each, because an author is joined only once. */
export const authorMoveJob = (move: AuthorMove, createdBy: string): FixedJob => ({
  id: `author-${move.from}`,
  kind: 'authors.move',
  params: { ...move },
  about: 'moving the posts of a guest author to an account',
  createdBy,
});
