import { describeError } from '../common/log.ts';
import { createContent } from './content.ts';
import type { Dependencies } from './dependencies.ts';
import { createJobs } from './jobs.ts';

/** A run starts no page later than this: the next run starts a minute after this one. */
const BEGIN_WITHIN_MS = 45_000;

/**
 * The `work` function: folds the counter shards that ended instances have left, sends the personal notifications that are still due, and
 * then continues jobs for the better part of a minute.
 */
export function createWork(dependencies: Dependencies): () => Promise<void> {
  const { runner } = createJobs(dependencies);
  const onNotifyError = (message: string, error: unknown) =>
    dependencies.log('ERROR', message, { error: describeError(error) });
  const { personalNotifications, shards } = createContent({ ...dependencies, onNotifyError });
  return async () => {
    try {
      await shards.foldAll();
    } finally {
      await personalNotifications.catchUp();
      await runner.run(BEGIN_WITHIN_MS);
    }
  };
}
