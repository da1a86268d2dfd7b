import type { JobKindName } from '@inkwell/shared/jobs';
import { authorMoveKind } from '../authors/author-move.job.ts';
import { categoryMoveKind, categoryNameKind } from '../categories/category.job.ts';
import { categoryUpgrade } from '../categories/category-upgrade.repository.ts';
import { describeError } from '../common/log.ts';
import { createDataVersionRepository } from '../jobs/data-version.repository.ts';
import { createDataVersion, type DataVersion } from '../jobs/data-version.ts';
import type { Worker } from '../jobs/job.ts';
import { createJobTable, type JobTable } from '../jobs/jobs.repository.ts';
import { createRunner, type Runner } from '../jobs/runner.ts';
import { personKind } from '../moderation/person.job.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { authorsUpgrade, moveAuthoredIn } from '../posts/authored-posts.repository.ts';
import { moveCategorisedIn } from '../posts/moved-posts.repository.ts';
import { addressUpgrade } from '../posts/published-addresses.repository.ts';
import { leaveSeriesIn } from '../posts/series-posts.repository.ts';
import { moveTaggedIn } from '../posts/tagged-posts.repository.ts';
import { trashUpgrade } from '../posts/trash-upgrade.repository.ts';
import { authorKind } from '../search/author.job.ts';
import { createSearchIndex } from '../search/search-index.repository.ts';
import { titleUpgrade } from '../search/title-upgrade.repository.ts';
import { seriesKind } from '../series/series.job.ts';
import { createBulkActionService } from '../staff/bulk-actions.service.ts';
import { runKind } from '../staff/bulk-run.job.ts';
import { createBulkRunSteps } from '../staff/bulk-run-steps.service.ts';
import { createBulkRunRepository } from '../staff/bulk-runs.repository.ts';
import { tagKind } from '../tags/tag.job.ts';
import { createUserRepository } from '../users/users.repository.ts';
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
  const onError = (message: string, error: unknown) => log('ERROR', message, { error: describeError(error) });
  const dataVersion: DataVersion = createDataVersion({
    versions: createDataVersionRepository(db),
    upgrades: [trashUpgrade(db), addressUpgrade(db), titleUpgrade(db), categoryUpgrade(db), authorsUpgrade(db)],
    jobs,
    clock,
    log,
  });
  const content = createContent({ db, clock, onNotifyError: onError });
  const bulkActions = createBulkActionService({ posts: content.posts, onError });
  const users = createUserRepository(db, createPictureTable(db));
  const workers: Readonly<Record<JobKindName, Worker>> = {
    'schema.migrate': dataVersion.kind,
    'comments.moderate': personKind(content.moderation),
    'authors.reindex': authorKind(createSearchIndex(db)),
    'categories.move': categoryMoveKind(moveCategorisedIn(db, createSearchIndex(db))),
    'categories.reindex': categoryNameKind(createSearchIndex(db).reindexCategory),
    'tags.move': tagKind(moveTaggedIn(db)),
    'series.remove': seriesKind(leaveSeriesIn(db)),
    'authors.move': authorMoveKind(moveAuthoredIn(db, createSearchIndex(db))),
    'posts.bulk': runKind(createBulkRunSteps({ runs: createBulkRunRepository(db, jobs), bulkActions, users })),
  };
  return {
    jobs,
    dataVersion,
    runner: createRunner({ jobs, workers: Object.values(workers), isReady: () => dataVersion.prepare(), clock, log }),
  };
}
