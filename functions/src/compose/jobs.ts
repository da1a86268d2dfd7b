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

/** The stored jobs and their runner. */
export interface Jobs {
  readonly jobs: JobTable;
  readonly runner: Runner;
  readonly dataVersion: DataVersion;
}

/** Every kind of job with its dependencies, for the calls that create jobs and for the function that runs them. */
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
