import * as z from 'zod/mini';
import { defineKindById, type FixedJob, type StepById, type Worker } from '../jobs/job.ts';

/** An account that lost a role or a right to write, or was blocked. Its scheduled posts become drafts, and its submitted posts leave review. */
export interface Unscheduling {
  readonly userId: string;
  /** Who withdrew it. */
  readonly actorId: string;
}

export const unscheduleKind = (unscheduleOwn: StepById<Unscheduling>): Worker =>
  defineKindById('posts.unschedule', z.object({ userId: z.string(), actorId: z.string() }), unscheduleOwn);

/** One for each account. A later loss is queued behind an earlier one. */
export const unscheduleJob = (userId: string, actorId: string): FixedJob => ({
  id: `schedules-of-${userId}`,
  kind: 'posts.unschedule',
  params: { userId, actorId },
  about: null,
  createdBy: actorId,
});
