import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashContents } from './content-hash.ts';
import { writeAtomically } from './data-folder.ts';
import { tryLock, unlock } from './lock-file.ts';
import { failureOf } from './patience.ts';
import { type ManagedProcess, startProcess } from './processes.ts';
import type { Progress } from './progress.ts';
import type { Shutdown } from './shutdown.ts';
import type { BuildConfig } from './stack-config.ts';
import { StartError } from './start-error.ts';

/** The parts of a start that its builds need. */
interface Builder {
  root: string;
  workDir: string;
  progress: Progress;
  shutdown: Shutdown;
}

/** Builds like {@link ensureBuilt}, as a step of a start. */
export async function buildAsStep(build: BuildConfig, { root, workDir, progress, shutdown }: Builder): Promise<void> {
  const step = progress.begin(`Building ${build.name}`);
  const onStart = (child: ManagedProcess) => {
    shutdown.addProcess(child);
    step.follow(child);
    progress.note(`Building ${build.name} ...`);
  };
  if (await ensureBuilt(build, { root, workDir, onStart }).finally(step.end)) step.done(`Built ${build.name}`);
  else progress.done(`${build.name} is built already`);
}

export interface BuildContext {
  root: string;
  /** The folder of build stamps and logs. */
  workDir: string;
  /** Called with every process that is started, so that the caller can stop it early. */
  onStart(process: ManagedProcess): void;
}

/**
 * Builds unless the output is up to date with the sources. Waits if another start is already running the same build.
 * @returns whether a build was needed
 * @throws StartError if the build fails
 */
export async function ensureBuilt(build: BuildConfig, context: BuildContext): Promise<boolean> {
  const { root, workDir } = context;
  const stampFile = join(workDir, 'builds', `${build.name}.json`);
  const lockFile = join(workDir, 'builds', `${build.name}.lock`);
  const hash = hashContents(root, build.sources, buildSettings());
  const isBuilt = () => existsSync(join(root, build.output)) && readStamp(stampFile) === hash;
  mkdirSync(join(workDir, 'builds'), { recursive: true });
  while (tryLock(lockFile).holder !== undefined) await new Promise((resolve) => setTimeout(resolve, 200));
  try {
    if (isBuilt()) return false;
    await runBuild(build, context);
    writeAtomically(stampFile, JSON.stringify({ hash }));
    return true;
  } finally {
    unlock(lockFile);
  }
}

/** Runs the build command. @throws StartError with its error output */
export async function runBuild(build: BuildConfig, { root, workDir, onStart }: BuildContext): Promise<void> {
  const [command = '', ...args] = build.command;
  const child = startProcess({
    name: `build of ${build.name}`,
    command,
    args,
    cwd: root,
    // The caller may be a test, whose NODE_ENV would leave development code in the build.
    env: { FORCE_COLOR: '0', NO_UPDATE_NOTIFIER: '1', NODE_ENV: 'production' },
    logFile: join(workDir, 'logs', `build-${build.name}.log`),
    shell: process.platform === 'win32',
  });
  onStart(child);
  const failure = await failureOf(child);
  if (failure) throw new StartError(`The build of ${build.name} failed: ${failure} (output: ${child.logFile})`);
}

/** Settings outside the sources that affect a build: Vite reads variables that begin with VITE_. */
function buildSettings(): string {
  const entries = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'));
  return JSON.stringify(entries.sort());
}

function readStamp(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { hash?: unknown }).hash;
  } catch {
    return undefined; // There is no stamp, or it is damaged.
  }
}
