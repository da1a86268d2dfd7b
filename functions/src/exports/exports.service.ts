import { AppError } from '@inkwell/shared/errors';
import type { ContentExport } from '@inkwell/shared/exports';
import { type Actor, isAdmin } from '@inkwell/shared/permissions';
import type { Clock } from '../common/clock.ts';
import { newId } from '../common/ids.ts';
import type { JobTable } from '../jobs/jobs.repository.ts';
import { exportJob } from './exports.job.ts';
import { type ExportRepository, exportJobId } from './exports.repository.ts';

/** Exports of the publication for admins in the browser. */
export interface AdminExportService {
  /** @throws AppError `forbidden` */
  state(actor: Actor): Promise<ContentExport>;
  /** Safe to repeat: while an export is being made, no other starts. @throws AppError `forbidden` */
  create(actor: Actor): Promise<ContentExport>;
}

interface Dependencies {
  readonly exports: Pick<ExportRepository, 'find' | 'begin'>;
  readonly jobs: Pick<JobTable, 'find'>;
  /** Runs a job for a few seconds; the function `work` continues it. */
  readonly beginJob: (id: string) => Promise<void>;
  readonly clock: Clock;
}

const NONE: ContentExport = {
  state: 'none',
  requestedAt: null,
  files: 0,
  bytes: null,
  url: null,
  expiresAt: null,
  problem: null,
};

export function createAdminExportService({ exports, jobs, beginJob, clock }: Dependencies): AdminExportService {
  const check = (actor: Actor): void => {
    if (!isAdmin(actor)) throw new AppError('forbidden');
  };

  async function present(): Promise<ContentExport> {
    const stored = await exports.find();
    if (!stored || stored.expireAt <= clock.now()) return NONE;
    const { files, bytes, url } = stored;
    const requestedAt = stored.requestedAt.toISOString();
    if (stored.readyAt !== null)
      return { ...NONE, state: 'ready', requestedAt, files, bytes, url, expiresAt: stored.expireAt.toISOString() };
    const job = await jobs.find(exportJobId(stored.exportId));
    const isGivenUp = job?.status === 'failed';
    const problem = isGivenUp ? (job.reason ?? 'It was interrupted') : null;
    return { ...NONE, state: 'making', requestedAt, files: job?.done ?? 0, problem };
  }

  return {
    async state(actor) {
      check(actor);
      return present();
    },

    async create(actor) {
      check(actor);
      const exportId = newId('export', actor.id, null);
      const begun = await exports.begin(exportId, exportJob(exportId, actor.id), clock.now());
      if (begun.exportId === exportId) await beginJob(exportJobId(exportId));
      return present();
    },
  };
}
