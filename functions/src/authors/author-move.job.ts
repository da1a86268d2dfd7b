import * as z from 'zod/mini';
import { defineKind, type JobKind, type NewJob, type PageDone } from '../jobs/job.ts';

/** A guest author whose posts become those of an account. */
export interface AuthorMove {
  readonly from: string;
  readonly into: string;
  /** Posts with other authors stay theirs. */
  readonly isOnlyAlone?: boolean;
}

/** Moves the next posts of a joined guest author. Safe to repeat. */
export type MoveAuthored = (move: AuthorMove, after: string | null) => Promise<PageDone<string>>;

export const authorMoveKind = (moveAuthored: MoveAuthored): JobKind<AuthorMove> =>
  defineKind({
    name: 'authors.move',
    params: z.object({ from: z.string(), into: z.string() }),
    cursor: z.string(),
    step: (move, cursor) => moveAuthored(move, cursor),
  });

/** The job of a joined guest author: one for each, because they are joined once. */
export const authorMoveJob = (move: AuthorMove, createdBy: string): NewJob & { readonly id: string } => ({
  ...{ id: `author-${move.from}`, kind: 'authors.move', params: { ...move } },
  ...{ about: 'moving the posts of a guest author to an account', createdBy },
});
