import * as z from 'zod/mini';
import { defineKind, type JobKind, type NewJob, type PageDone } from '../jobs/job.ts';

/** An account that lost a role or a right to write, or was blocked: its scheduled posts become drafts, and what it submitted leaves review. */
export interface Unscheduling {
  readonly userId: string;
  /** Who took it. */
  readonly actorId: string;
}

/** Cancels the schedules of the next posts of an author. Safe to repeat. */
export type UnscheduleOwn = (work: Unscheduling, after: string | null) => Promise<PageDone<string>>;

export const unscheduleKind = (unscheduleOwn: UnscheduleOwn): JobKind<Unscheduling> =>
  defineKind({
    name: 'posts.unschedule',
    params: z.object({ userId: z.string(), actorId: z.string() }),
    cursor: z.string(),
    step: (work, cursor) => unscheduleOwn(work, cursor),
  });

/** One for each account; a later loss follows an earlier one. */
export const unscheduleJob = (userId: string, actorId: string): NewJob & { readonly id: string } => ({
  id: `schedules-of-${userId}`,
  kind: 'posts.unschedule',
  params: { userId, actorId },
  about: null,
  createdBy: actorId,
});
