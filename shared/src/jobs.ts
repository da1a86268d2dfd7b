import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant, limitQuery } from './fields.ts';

/** Every kind of long work. */
export const JOB_KINDS = ['schema.migrate', 'comments.moderate'] as const;
export type JobKindName = (typeof JOB_KINDS)[number];

/** How often one page of work is begun before somebody has to say "Try again". */
export const JOB_ATTEMPTS = 8;

/** Long work, done page by page by whichever instance has time (product §7). */
export const Job = z.object({
  id: z.string(),
  /** One of `JOB_KINDS`, unless another version of the product made it. */
  kind: z.string(),
  /** What it is about, in words of whoever made it; null where the kind says it all. */
  about: z.nullable(z.string()),
  /** `waiting`: it begins by itself, later. */
  status: z.enum(['waiting', 'running', 'failed', 'done']),
  /** How many things are dealt with. */
  done: z.int(),
  /** How many there are; null where nobody has counted. */
  total: z.nullable(z.int()),
  /** How often the page that it is at was begun. */
  attempts: z.int(),
  /** Why that page failed last; null when it did not. */
  reason: z.nullable(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
  finishedAt: z.nullable(Instant),
});
export type Job = z.infer<typeof Job>;

export const JobsQuery = z.object({
  limit: limitQuery(20, 50),
  /** `unfinished`: only what is waiting, running or failed. */
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
