import { AppError } from '@inkwell/shared/errors';
import type { Job, JobsQuery } from '@inkwell/shared/jobs';
import { isAdmin, type Viewer } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import type { Log } from '../common/log.ts';
import type { StoredJob } from './job.ts';
import type { JobTable } from './jobs.repository.ts';
import type { Runner } from './runner.ts';

interface Dependencies {
  readonly jobs: Pick<JobTable, 'newest' | 'retry' | 'find'>;
  readonly runner: Pick<Runner, 'begin'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface JobService {
  /** Newest first; invalid jobs are logged. @throws AppError `forbidden` unless an admin asks */
  list(viewer: Viewer, query: JobsQuery): Promise<Job[]>;
  /**
   * Resumes a job that was given up, and runs it for a few seconds; other jobs do not change. Safe to repeat.
   * @throws AppError `forbidden`; `not-found`
   */
  retry(viewer: Viewer, id: string): Promise<Job>;
}

export function createJobService({ jobs, runner, clock, log }: Dependencies): JobService {
  const shown = ({ id, kind, about, done, total, attempts, reason, ...job }: StoredJob): Job => {
    const isBegun = job.fence > 0 || (job.dueAt !== null && job.dueAt <= clock.now());
    return {
      id,
      kind,
      about,
      status: job.status === 'running' && !isBegun ? 'waiting' : job.status,
      done,
      total,
      attempts,
      reason,
      createdAt: job.createdAt.toISOString(),
      updatedAt: job.updatedAt.toISOString(),
      finishedAt: job.finishedAt?.toISOString() ?? null,
    };
  };

  return {
    async list(viewer, query) {
      if (!isAdmin(viewer)) throw new AppError('forbidden');
      const newest = await jobs.newest(query);
      for (const job of newest.unreadable) log('ERROR', 'a job cannot be read', { job });
      return newest.jobs.map(shown);
    },

    async retry(viewer, id) {
      if (!viewer || !isAdmin(viewer)) throw new AppError('forbidden');
      const job = await jobs.retry(id, viewer.id, clock.now());
      if (!job) throw new AppError('not-found');
      if (job.status !== 'running') return shown(job);
      await runner.begin(id);
      return shown((await jobs.find(id)) ?? job);
    },
  };
}
