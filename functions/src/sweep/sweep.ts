import type { Log } from '../common/log.ts';

/** One step of the nightly run: safe to repeat and to interrupt. @returns how many things it dealt with */
export type Step = () => Promise<number>;

/**
 * What the `sweep` function does: each step in turn, whatever becomes of the others. Steps are logged by their names.
 * @throws AggregateError when a step failed, so that the platform reports the run
 */
export async function sweep(steps: Readonly<Record<string, Step>>, log: Log): Promise<void> {
  const failures: unknown[] = [];
  for (const [name, run] of Object.entries(steps)) {
    try {
      log('INFO', 'swept', { step: name, count: await run() });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the sweep is incomplete');
}
