import type { JobKindName } from '@inkwell/shared/jobs';
import { createDataVersionRepository } from '../jobs/data-version.repository.ts';
import { createDataVersion, type DataVersion } from '../jobs/data-version.ts';
import type { Worker } from '../jobs/job.ts';
import { createJobTable, type JobTable } from '../jobs/jobs.repository.ts';
import { createRunner, type Runner } from '../jobs/runner.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { createTakeInRepository } from '../pictures/take-in.repository.ts';
import { takePicturesIn } from '../pictures/take-in.ts';
import type { Dependencies } from './dependencies.ts';

/** Long work: its table, and who does it. */
export interface Jobs {
  readonly jobs: JobTable;
  readonly runner: Runner;
  readonly dataVersion: DataVersion;
}

/** Every kind of long work with all it needs. Whoever makes work and whoever does it are put together from here. */
export function createJobs({ db, bucket, clock, log }: Pick<Dependencies, 'db' | 'bucket' | 'clock' | 'log'>): Jobs {
  const jobs = createJobTable(db);
  const pictures = createPictureTable(db);
  const dataVersion: DataVersion = createDataVersion({
    versions: createDataVersionRepository(db),
    upgrades: [takePicturesIn({ takeIn: createTakeInRepository(db), pictures, bucket, clock })],
    jobs,
    clock,
    log,
  });
  const workers: Readonly<Record<JobKindName, Worker>> = { 'schema.migrate': dataVersion.kind };
  return {
    jobs,
    dataVersion,
    runner: createRunner({ jobs, workers: Object.values(workers), isReady: () => dataVersion.prepare(), clock, log }),
  };
}
