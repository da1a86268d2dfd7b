import { join } from 'node:path';
import { RUN_FOLDER } from './data-folder.ts';
import { startProcess } from './processes.ts';
import { emulatorEnv, type Run, siteUrl } from './run.ts';
import { StartError } from './start-error.ts';
import { TSX } from './tsx.ts';

/**
 * Runs the project's seed program, if it has one.
 * @throws StartError when it fails
 */
export async function runSeed(run: Run): Promise<void> {
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
  const { code, signal } = await child.exited;
  if (code === 0) return;
  const lines = child.lastLines().filter((line) => line.trim() !== '');
  const reason = lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? `it ended with ${signal ?? code}`;
  throw new StartError(`The seed could not be loaded: ${reason.trim()} (output: ${child.logFile})`);
}
