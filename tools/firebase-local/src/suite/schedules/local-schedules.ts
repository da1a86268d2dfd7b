import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RUN_FOLDER } from '../data-folder.ts';
import { FunctionProcess } from '../function-process.ts';
import { findFreePorts, LOOPBACK } from '../ports.ts';
import { functionEnv, type Run } from '../run.ts';
import { callScheduled, type Outcome, type ScheduledFunction, TimedOut } from './scheduled-function.ts';
import { Scheduler } from './scheduler.ts';

/** The module that the functions framework serves, and the name of its function. */
const MODULE = fileURLToPath(new URL('./scheduled-functions.mjs', import.meta.url));
const FUNCTION = 'schedules';

/** Runs of the same function are reported at most once an hour. */
const TELL_AGAIN_MS = 3_600_000;

export interface Schedules {
  readonly scheduler: Scheduler;
  /** Replaces the process with one that has the current code, and lists the functions again. */
  restart(): Promise<void>;
}

/** The scheduled functions of the project. One process, which starts on first use, runs all of them. */
export async function createSchedules(run: Run): Promise<Schedules> {
  const { root, config, data, progress, shutdown } = run;
  const source = join(root, config.functions.source);
  const logFile = join(data.path, RUN_FOLDER, 'schedules.log');
  const [port = 0] = await findFreePorts(1);
  const process = new FunctionProcess({
    name: FUNCTION,
    title: 'The process of the scheduled functions',
    port,
    source,
    module: MODULE,
    env: { ...functionEnv(run), FIREBASE_LOCAL_FUNCTIONS: source },
    logFile,
    onTrouble: progress.warn,
  });
  let started: Promise<void> | undefined;
  /** @throws Error if the functions cannot be loaded */
  const whenReady = async () => {
    started ??= process.start().then((isReady) => {
      if (!isReady) started = undefined; // The next caller tries again.
    });
    await started;
    if (!(await process.backend())) throw new Error(`the functions cannot be loaded (see ${logFile})`);
  };
  const toldAt = new Map<string, number>();
  const scheduler = new Scheduler({
    stateFile: join(data.path, 'schedules.json'),
    async list() {
      await whenReady();
      return (await (await fetch(`http://${LOOPBACK}:${port}/`)).json()) as ScheduledFunction[];
    },
    async run(scheduled) {
      await whenReady();
      const begun = Date.now();
      try {
        const error = await callScheduled(scheduled, port);
        return { ms: Date.now() - begun, ...(error !== undefined && { error }) };
      } catch (error) {
        // Only a restart can end a run that takes too long.
        if (error instanceof TimedOut) await process.restart();
        return { ms: Date.now() - begun, error: (error as Error).message } satisfies Outcome;
      }
    },
    now: Date.now,
    onDone(name, ms) {
      if (Date.now() - (toldAt.get(name) ?? 0) < TELL_AGAIN_MS) return;
      toldAt.set(name, Date.now());
      progress.note(`The scheduled function ${name} ran for ${(ms / 1000).toFixed(1)} s.`);
    },
    onTrouble: progress.warn,
  });
  shutdown.add('scheduled functions', () => process.stop());
  shutdown.add('schedules', () => scheduler.stop());
  return {
    scheduler,
    async restart() {
      if (started) await process.restart();
      scheduler.refresh();
    },
  };
}
