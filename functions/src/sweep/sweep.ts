import type { Dependencies } from '../app.ts';

/** One step of the nightly run. Each is safe to repeat and to interrupt. */
export interface SweepStep {
  readonly name: string;
  readonly run: () => Promise<number>;
}

/** What the `sweep` function does: each step in turn, whatever becomes of the others. @throws when a step failed */
export function createSweep({ log }: Dependencies, steps: readonly SweepStep[] = []): () => Promise<void> {
  return async () => {
    const failures: unknown[] = [];
    for (const { name, run } of steps) {
      try {
        log('INFO', 'swept', { step: name, count: await run() });
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'the sweep is incomplete');
  };
}
