import type { Log } from '../common/log.ts';

/**
 * A part of a step of the nightly run, of at most a few hundred items; safe to repeat and to interrupt. @returns the number of processed items,
 * 0 at the end of the step
 */
export type Step = (isOver: () => boolean) => Promise<number>;

/**
 * Runs each step in turn, even if others fail. Each step has an equal share of the remaining time, so that none delays the others; the next
 * night continues it. Steps are logged by name.
 * @param forMs the time of all steps together
 * @throws AggregateError if a step failed, so that the platform reports the run
 */
export async function sweep(
  steps: Readonly<Record<string, Step>>,
  log: Log,
  forMs: number,
  nowMs: () => number = Date.now,
): Promise<void> {
  const failures: unknown[] = [];
  const overMs = nowMs() + forMs;
  let stepsLeft = Object.keys(steps).length;
  for (const [step, run] of Object.entries(steps)) {
    const endMs = nowMs() + (overMs - nowMs()) / stepsLeft;
    stepsLeft -= 1;
    const isOver = () => nowMs() >= endMs;
    let count = 0;
    try {
      for (let done = -1; done !== 0 && !isOver(); count += done) done = await run(isOver);
      log(isOver() ? 'WARNING' : 'INFO', 'swept', { step, count, ...(isOver() && { continues: 'next night' }) });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the sweep is incomplete');
}
