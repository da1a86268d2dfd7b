import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RUN_FOLDER } from '../data-folder.ts';
import { startFunction } from '../function-process.ts';
import { findFreePorts, whenListening } from '../ports.ts';
import { startProcess } from '../processes.ts';
import { functionEnv, type Run } from '../run.ts';
import { callScheduled, type Outcome, type ScheduledFunction } from './scheduled-function.ts';
import { Scheduler } from './scheduler.ts';

const LIST = fileURLToPath(new URL('./list-schedules.mjs', import.meta.url));

/** Runs of the same function are reported at most once an hour. */
const TELL_AGAIN_MS = 3_600_000;

/** The scheduled functions of the project. Each run is a separate process. */
export function createSchedules(run: Run): Scheduler {
  const { data, progress, shutdown } = run;
  const toldAt = new Map<string, number>();
  const scheduler = new Scheduler({
    stateFile: join(data.path, 'schedules.json'),
    list: () => listScheduled(run),
    run: (scheduled) => runOnce(run, scheduled),
    now: Date.now,
    onDone(name, ms) {
      if (Date.now() - (toldAt.get(name) ?? 0) < TELL_AGAIN_MS) return;
      toldAt.set(name, Date.now());
      progress.note(`The scheduled function ${name} ran for ${(ms / 1000).toFixed(1)} s.`);
    },
    onTrouble: progress.warn,
  });
  shutdown.add('schedules', () => scheduler.stop());
  return scheduler;
}

/** @throws Error when the functions cannot be loaded */
async function listScheduled(run: Run): Promise<ScheduledFunction[]> {
  const { root, config, data } = run;
  const child = startProcess({
    name: 'list of schedules',
    command: process.execPath,
    args: [LIST, join(root, config.functions.source)],
    cwd: root,
    env: { ...functionEnv(run), NODE_ENV: 'production' },
    logFile: join(data.path, RUN_FOLDER, 'schedules.log'),
  });
  const { code } = await child.exited;
  const line = child.lastLines().findLast((text) => text.startsWith('{"schedules":'));
  if (code !== 0 || !line) throw new Error(`the functions cannot be listed (see ${child.logFile})`);
  return (JSON.parse(line) as { schedules: ScheduledFunction[] }).schedules;
}

async function runOnce(run: Run, scheduled: ScheduledFunction): Promise<Outcome> {
  const { root, config, data, shutdown } = run;
  const begun = Date.now();
  const [port = 0] = await findFreePorts(1);
  const child = startFunction({
    name: scheduled.name,
    port,
    source: join(root, config.functions.source),
    env: functionEnv(run),
    logFile: join(data.path, RUN_FOLDER, `${scheduled.name}.log`),
  });
  shutdown.addProcess(child);
  const error = (await whenListening(port, child))
    ? await callScheduled(scheduled, port, child)
    : `it does not start (see ${child.logFile})`;
  await child.stop();
  return { ms: Date.now() - begun, ...(error !== undefined && { error }) };
}
