import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashContents } from './content-hash.ts';
import { writeAtomically } from './data-folder.ts';
import { tryLock, unlock } from './lock-file.ts';
import { type ManagedProcess, startProcess } from './processes.ts';
import type { BuildConfig } from './stack-config.ts';
import { StartError } from './start-error.ts';

export interface BuildContext {
  root: string;
  /** The folder of build stamps and logs. */
  workDir: string;
  /** Receives every process that is started, so that it can be ended early. */
  onStart(process: ManagedProcess): void;
}

/**
 * Builds, unless the existing output was built from the same sources. If another start is building the same, waits for it.
 * @returns whether anything had to be built
 * @throws StartError when the build fails
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
    env: { FORCE_COLOR: '0', NO_UPDATE_NOTIFIER: '1' },
    logFile: join(workDir, 'logs', `build-${build.name}.log`),
    shell: process.platform === 'win32',
  });
  onStart(child);
  const { code, signal } = await child.exited;
  if (code === 0) return;
  const lines = child.lastLines().filter((line) => line.trim() !== '' && !line.startsWith('npm '));
  const reason = lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? `it ended with ${signal ?? code}`;
  throw new StartError(`The build of ${build.name} failed: ${reason.trim()} (all it wrote: ${child.logFile})`);
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
    return undefined; // Never built, or the stamp is damaged: build.
  }
}
