import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdParams, Instant, limitQuery } from './fields.ts';

export const JOB_KINDS = [
  'schema.migrate',
  'comments.moderate',
  'authors.reindex',
  'posts.bulk',
  'tags.move',
  'tags.reindex',
  'series.remove',
  'categories.move',
  'categories.reindex',
  'authors.move',
  'posts.unschedule',
  'subscribers.import',
  'broadcasts.mail',
  'newsletter.send',
  'accounts.confirm',
  'accounts.copy',
  'accounts.erase',
  'content.import',
  'content.read',
  'content.export',
] as const;
export type JobKindName = (typeof JOB_KINDS)[number];

/** Attempts at one page until the job waits for an admin to press "Try again". */
export const JOB_ATTEMPTS = 8;

/** A job as shown to admins (product §7). */
export const Job = z.object({
  id: z.string(),
  /** One of `JOB_KINDS`, unless another version of the product created the job. */
  kind: z.string(),
  /** The subject of the job, if it has one. */
  about: z.nullable(z.string()),
  /** `waiting`: the job starts later. */
  status: z.enum(['waiting', 'running', 'failed', 'done']),
  /** The number of items processed so far. */
  done: z.int(),
  /** The number of all items; null if unknown. */
  total: z.nullable(z.int()),
  /** Attempts at the current page. */
  attempts: z.int(),
  /** Why the last attempt failed. */
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
