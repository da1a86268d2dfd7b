import { type FSWatcher, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { runBuild } from './builds.ts';
import { isSource } from './content-hash.ts';
import { RUN_FOLDER } from './data-folder.ts';
import type { FunctionProcess } from './function-process.ts';
import type { Backend } from './gateway/forward.ts';
import { findFreePorts, whenListening } from './ports.ts';
import { startProcess } from './processes.ts';
import type { Run } from './run.ts';
import type { BuildConfig, WebConfig } from './stack-config.ts';
import { appVariable } from './stack-ports.ts';
import { StartError } from './start-error.ts';

const SETTLE_MS = 150;

/**
 * Starts the app's development server and watches the sources of the functions. After a change, the functions are built again and their processes
 * replaced. Requests wait in the meantime.
 * @returns the app's backend for the gateway; undefined if the project has no development server
 */
export async function startDevelopment(
  run: Run,
  functions: Map<string, FunctionProcess>,
  onRebuilt: () => Promise<void>,
): Promise<Backend | undefined> {
  for (const build of run.config.builds) {
    if (build.name !== run.config.web?.build) followSources(run, build, functions, onRebuilt);
  }
  return run.config.web && startDevServer(run, run.config.web);
}

async function startDevServer(run: Run, web: WebConfig): Promise<Backend> {
  const { root, config, data, shutdown, progress, ports } = run;
  const step = progress.begin('Starting the development server');
  const [port = 0] = await findFreePorts(1);
  const { cwd, command } = web.devServer({ port });
  const [program = '', ...args] = command;
  const child = startProcess({
    name: 'development server',
    command: program,
    args,
    cwd: join(root, cwd),
    env: { [appVariable(config)]: String(ports.app), NO_UPDATE_NOTIFIER: '1' },
    logFile: join(data.path, RUN_FOLDER, 'development-server.log'),
    shell: process.platform === 'win32',
  });
  shutdown.addProcess(child);
  step.follow(child);
  if (!(await whenListening(port, child).finally(step.end))) {
    throw new StartError(`The development server does not start: ${child.lastLines().at(-1) ?? 'it has no output'}`);
  }
  void child.exited.then(() => shutdown.fail('The development server ended', child.logFile));
  step.done('Development server of the app');
  return { name: 'The development server', port };
}

function followSources(
  run: Run,
  build: BuildConfig,
  functions: Map<string, FunctionProcess>,
  onRebuilt: () => Promise<void>,
): void {
  const { root, workDir, progress, shutdown } = run;
  const { name } = build;
  let timer: NodeJS.Timeout | undefined;
  let building: Promise<void> = Promise.resolve();
  const rebuild = async () => {
    const step = progress.begin(`Building ${name} anew`);
    try {
      await runBuild(build, { root, workDir, onStart: step.follow });
      await Promise.all([onRebuilt(), ...[...functions.values()].map((running) => running.restart())]);
      step.done(`Built ${name} anew and replaced its processes`);
    } catch (error) {
      step.end();
      // The processes of the last successful build keep running, and the next change starts another build.
      progress.warn((error as Error).message);
    }
  };
  const onChange = (_event: string, file: string | null) => {
    if (file !== null && !file.split(/[\\/]/).every(isSource)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      building = building.then(rebuild);
    }, SETTLE_MS);
  };
  const watchers: FSWatcher[] = build.sources
    .filter((source) => basename(source) !== 'package-lock.json')
    .map((source) => watch(join(root, source), { recursive: true }, onChange));
  shutdown.add(`watching ${name}`, () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  });
}
