import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** A child process of the local stack, with its output in a file. */
export interface ManagedProcess {
  readonly name: string;
  readonly pid: number;
  /** The file with its output. */
  readonly logFile: string;
  /** Resolves to the exit code or signal when the process has ended. */
  readonly exited: Promise<ProcessExit>;
  /** The last lines it wrote, oldest first. */
  lastLines(): string[];
  /** The number of bytes that it has written so far. */
  outputBytes(): number;
  /** Asks the process to end, and kills it after `graceMs`. Resolves when it has ended. Safe to repeat. */
  stop(graceMs?: number): Promise<void>;
}

export interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ProcessSpec {
  name: string;
  command: string;
  args: readonly string[];
  cwd: string;
  env?: Readonly<Record<string, string | undefined>>;
  logFile: string;
  /** File URLs of modules to preload into the process and all Node processes that it starts. */
  preload?: readonly string[];
  /** More Node options for the process and all Node processes that it starts. */
  nodeOptions?: readonly string[];
  onLine?: (line: string) => void;
  /** Runs the command through the shell, as npm needs on Windows. */
  shell?: boolean;
}

const LEASH = new URL('./preload/leash.mjs', import.meta.url).href;
const KEPT_LINES = 40;
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/**
 * Starts a child that ends when this process ends for any reason: every Node process below it watches this one (see
 * preload/leash.mjs). The child is not in the terminal's foreground group, so Ctrl-C reaches only this process, which
 * decides the order of stopping.
 */
export function startProcess(spec: ProcessSpec): ManagedProcess {
  const preload = [LEASH, ...(spec.preload ?? [])].map((url) => `--import=${url}`);
  const nodeOptions = [process.env.NODE_OPTIONS, spec.env?.NODE_OPTIONS, ...preload, ...(spec.nodeOptions ?? [])];
  const options: SpawnOptions = {
    cwd: spec.cwd,
    env: {
      ...process.env,
      ...spec.env,
      FIREBASE_LOCAL_LEASH: String(process.pid),
      NODE_OPTIONS: nodeOptions.filter(Boolean).join(' '),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
    shell: spec.shell ?? false,
  };
  mkdirSync(dirname(spec.logFile), { recursive: true });
  const child = spawn(spec.command, spec.args, options);
  return manage(child, spec, collectLines(child, spec.logFile, spec.onLine));
}

/** The output of a process: its last lines, and its size. */
interface Output {
  readonly lines: string[];
  bytes: number;
}

function manage(child: ChildProcess, { name, logFile }: ProcessSpec, output: Output): ManagedProcess {
  let ended = false;
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('error', (error) => {
      ended = true;
      output.lines.push(error.message);
      resolve({ code: 1, signal: null });
    });
    child.once('close', (code, signal) => {
      ended = true;
      resolve({ code, signal });
    });
  });
  return {
    name,
    pid: child.pid ?? -1,
    logFile,
    exited,
    lastLines: () => [...output.lines],
    outputBytes: () => output.bytes,
    async stop(graceMs = 5000) {
      if (ended) return;
      child.kill('SIGTERM');
      const force = setTimeout(() => killGroup(child), graceMs);
      await exited;
      clearTimeout(force);
    },
  };
}

/** Kills the child and its process group. */
function killGroup(child: ChildProcess): void {
  try {
    if (process.platform !== 'win32' && child.pid) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function collectLines(child: ChildProcess, logFile: string, onLine?: (line: string) => void): Output {
  const log = createWriteStream(logFile, { flags: 'a' });
  const output: Output = { lines: [], bytes: 0 };
  const kept = output.lines;
  log.on('error', (error) => kept.push(`(no log file: ${error.message})`));
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      log.write(chunk);
      output.bytes += chunk.length;
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const line = part.replace(ESCAPES, '').trimEnd();
        kept.push(line);
        if (kept.length > KEPT_LINES) kept.shift();
        onLine?.(line);
      }
    });
  }
  child.once('close', () => log.end());
  return output;
}
