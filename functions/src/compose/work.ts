import { describeError } from '../common/log.ts';
import { createContent } from './content.ts';
import type { Dependencies } from './dependencies.ts';
import { createJobs } from './jobs.ts';

/** No page of a job is begun later in a run, because the next run starts after a minute. */
const BEGIN_WITHIN_MS = 45_000;
/** A job that has been due for this long stands still: each run takes the jobs that are due longest. */
const STANDS_STILL_MS = 10 * 60_000;

/** The `work` function: adds leftover counter shards to their posts, sends personal notifications that are due, then continues jobs. */
export function createWork(dependencies: Dependencies): () => Promise<void> {
  const { clock, log } = dependencies;
  const { jobs, runner } = createJobs(dependencies);
  const onNotifyError = (message: string, error: unknown) => log('ERROR', message, { error: describeError(error) });
  const { personalNotifications, shards } = createContent({ ...dependencies, onNotifyError });
  return async () => {
    try {
      await shards.foldAll();
    } finally {
      await personalNotifications.catchUp();
      await runner.run(BEGIN_WITHIN_MS);
      const [job] = await jobs.due(new Date(clock.now().getTime() - STANDS_STILL_MS), 1);
      if (job !== undefined) log('ERROR', 'a job stands still', { job });
    }
  };
}
