import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant, limitQuery } from './fields.ts';

/** Every kind of job. */
export const JOB_KINDS = ['schema.migrate', 'comments.moderate'] as const;
export type JobKindName = (typeof JOB_KINDS)[number];

/** Attempts at one page before the job is given up until an admin presses "Try again". */
export const JOB_ATTEMPTS = 8;

/** A job as admins see it (product §7). */
export const Job = z.object({
  id: z.string(),
  /** One of `JOB_KINDS`, unless another version of the product made it. */
  kind: z.string(),
  /** What the job is about; null where its kind says enough. */
  about: z.nullable(z.string()),
  /** `waiting`: the job starts later. */
  status: z.enum(['waiting', 'running', 'failed', 'done']),
  /** The number of things covered so far. */
  done: z.int(),
  /** The number of all things to cover; null where they are not counted. */
  total: z.nullable(z.int()),
  /** Attempts at the current page. */
  attempts: z.int(),
  /** Why the last attempt failed; null otherwise. */
  reason: z.nullable(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
  finishedAt: z.nullable(Instant),
});
export type Job = z.infer<typeof Job>;

export const JobsQuery = z.object({
  limit: limitQuery(20, 50),
  /** `unfinished`: waiting, running and failed jobs. */
  only: z.optional(z.enum(['unfinished'])),
});
export type JobsQuery = z.infer<typeof JobsQuery>;

export const jobApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/jobs',
    access: 'admin',
    summary: 'Jobs and their progress, newest first; finished jobs for 30 days, failed jobs for 90.',
    query: JobsQuery,
    response: z.array(Job),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/admin/jobs/:id/retry',
    access: 'admin',
    summary: 'Resumes a job that was given up, where it stopped; does not change other jobs. Safe to repeat.',
    params: IdParams,
    response: Job,
    rate: { bucket: 'job-retry', by: 'user', perMinute: 10, scope: 'instance' },
  }),
} as const;
