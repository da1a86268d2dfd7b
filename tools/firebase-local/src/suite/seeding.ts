import { join } from 'node:path';
import { RUN_FOLDER } from './data-folder.ts';
import { failureOf } from './patience.ts';
import { startProcess } from './processes.ts';
import type { Step } from './progress.ts';
import { emulatorEnv, type Run, siteUrl } from './run.ts';
import { StartError } from './start-error.ts';
import { TSX } from './tsx.ts';

/**
 * Runs the project's seed program, if it has one.
 * @throws StartError if it fails
 */
export async function runSeed(run: Run, step: Step): Promise<void> {
  const { root, data, shutdown, ports } = run;
  const { seed } = run.config;
  if (!seed) return;
  const context = { siteUrl: siteUrl(ports) };
  const child = startProcess({
    name: 'seed',
    command: process.execPath,
    args: ['--import', TSX, join(root, seed.script)],
    cwd: root,
    env: { ...seed.env?.(context), ...emulatorEnv(run) },
    logFile: join(data.path, RUN_FOLDER, 'logs', 'seed.log'),
  });
  shutdown.addProcess(child);
  step.follow(child);
  const failure = await failureOf(child);
  if (failure) throw new StartError(`The seed could not be loaded: ${failure} (output: ${child.logFile})`);
}
