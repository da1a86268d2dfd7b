import { describeError } from '../common/log.ts';
import { createContent } from './content.ts';
import type { Dependencies } from './dependencies.ts';
import { createJobs } from './jobs.ts';

/** No page is begun later than this in a run: the next one is a minute after this one began. */
const BEGIN_WITHIN_MS = 45_000;

/**
 * The `work` function: folds what an instance that ended has left in tallies, tells people what was not told yet, and then goes on with long
 * work for the better part of a minute.
 */
export function createWork(dependencies: Dependencies): () => Promise<void> {
  const { runner } = createJobs(dependencies);
  const onUntold = (message: string, error: unknown) =>
    dependencies.log('ERROR', message, { error: describeError(error) });
  const { notices, tallies } = createContent({ ...dependencies, onUntold });
  return async () => {
    try {
      await tallies.foldAll();
    } finally {
      await notices.catchUp();
      await runner.run(BEGIN_WITHIN_MS);
    }
  };
}
