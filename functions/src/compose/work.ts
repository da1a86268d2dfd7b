import type { Dependencies } from './dependencies.ts';
import { createJobs } from './jobs.ts';

/** No page is begun later than this in a run: the next one is a minute after this one began. */
const BEGIN_WITHIN_MS = 45_000;

/** The `work` function: goes on with long work for the better part of a minute. */
export function createWork(dependencies: Dependencies): () => Promise<void> {
  const { runner } = createJobs(dependencies);
  return () => runner.run(BEGIN_WITHIN_MS);
}
