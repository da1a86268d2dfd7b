import { join } from 'node:path';
import { RUN_FOLDER } from './data-folder.ts';
import { startProcess } from './processes.ts';
import { type Run, siteUrl } from './run.ts';
import { StartError } from './start-error.ts';

/**
 * Runs one step of the product's seed program.
 * @throws StartError when it fails
 */
export async function runSeed(step: 'prepare' | 'load', run: Run & { env: Record<string, string> }): Promise<void> {
  const { root, config, data, shutdown, env, ports } = run;
  const context = { siteUrl: siteUrl(ports) };
  const child = startProcess({
    name: `seed (${step})`,
    command: process.execPath,
    args: ['--import', 'tsx', join(root, config.seed.script), ...config.seed[step]],
    cwd: root,
    env: { ...config.seed.env(context), ...env },
    logFile: join(data.path, RUN_FOLDER, 'logs', `seed-${step}.log`),
  });
  shutdown.addProcess(child);
  const { code, signal } = await child.exited;
  if (code === 0) return;
  const lines = child.lastLines().filter((line) => line.trim() !== '');
  const reason = lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? `it ended with ${signal ?? code}`;
  throw new StartError(`The seed could not be ${step}d: ${reason.trim()} (all it wrote: ${child.logFile})`);
}
