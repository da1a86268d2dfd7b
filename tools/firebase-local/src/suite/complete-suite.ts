import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './builds.ts';
import { type FirebaseSuite, publishApp, requireApp, startFirebaseSuite } from './firebase-suite.ts';
import { freeEmulatorPorts } from './ports.ts';
import type { ManagedProcess } from './processes.ts';
import type { Progress } from './progress.ts';
import type { Stack } from './stack-config.ts';
import { appVariable, type SuitePorts } from './stack-ports.ts';

export interface CompleteSuiteOptions {
  readonly root: string;
  readonly config: Stack;
  readonly ports: SuitePorts;
  /** A folder below `workDir` for generated files, where the functions can import their packages. */
  readonly folder: string;
  readonly extraArgs?: readonly string[];
  readonly progress?: Progress;
  onStart(process: ManagedProcess): void;
  onLine?(line: string): void;
}

/**
 * Builds the project and starts Google's complete suite, including the Functions emulator, with the stand-ins. The Hosting emulator's port serves the
 * app. Data is lost when the suite stops.
 * @throws StartError if a build fails or the suite does not start
 */
export async function startCompleteSuite(options: CompleteSuiteOptions): Promise<FirebaseSuite> {
  const { root, config, ports, folder, onStart, progress } = options;
  const workDir = join(root, config.workDir);
  mkdirSync(workDir, { recursive: true });
  for (const build of config.builds) {
    const step = progress?.begin(`Building ${build.name}`);
    const onBuild = (child: ManagedProcess) => {
      onStart(child);
      step?.follow(child);
    };
    await ensureBuilt(build, { root, workDir, onStart: onBuild }).finally(step?.end);
    step?.done(`${build.name} is built`);
  }
  requireApp(root);
  const runDir = join(workDir, folder);
  const suite = await startFirebaseSuite({
    projectId: config.projectId,
    root,
    runDir,
    services: ['auth', 'functions', 'firestore', 'storage', 'hosting'],
    ports: await freeEmulatorPorts(ports),
    env: {
      ...config.functions.env({ siteUrl: `http://127.0.0.1:${ports.hosting}` }),
      [appVariable(config)]: String(ports.hosting),
    },
    onStart,
    ...(options.extraArgs && { extraArgs: options.extraArgs }),
    ...(options.onLine && { onLine: options.onLine }),
  });
  publishApp(root, runDir);
  return suite;
}
