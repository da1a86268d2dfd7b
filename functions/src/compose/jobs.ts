import type { JobKindName } from '@inkwell/shared/jobs';
import { describeError } from '../common/log.ts';
import { createDataVersionRepository } from '../jobs/data-version.repository.ts';
import { createDataVersion, type DataVersion } from '../jobs/data-version.ts';
import type { Worker } from '../jobs/job.ts';
import { createJobTable, type JobTable } from '../jobs/jobs.repository.ts';
import { createRunner, type Runner } from '../jobs/runner.ts';
import { personKind } from '../moderation/person.job.ts';
import { createContent } from './content.ts';
import type { Dependencies } from './dependencies.ts';

/** Long work: its table, and who does it. */
export interface Jobs {
  readonly jobs: JobTable;
  readonly runner: Runner;
  readonly dataVersion: DataVersion;
}

/** Every kind of long work with all it needs. Whoever makes work and whoever does it are put together from here. */
export function createJobs({ db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>): Jobs {
  const jobs = createJobTable(db);
  const onNotifyError = (message: string, error: unknown) => log('ERROR', message, { error: describeError(error) });
  const dataVersion: DataVersion = createDataVersion({
    versions: createDataVersionRepository(db),
    upgrades: [],
    jobs,
    clock,
    log,
  });
  const workers: Readonly<Record<JobKindName, Worker>> = {
    'schema.migrate': dataVersion.kind,
    'comments.moderate': personKind(createContent({ db, clock, onNotifyError }).moderation),
  };
  return {
    jobs,
    dataVersion,
    runner: createRunner({ jobs, workers: Object.values(workers), isReady: () => dataVersion.prepare(), clock, log }),
  };
}
