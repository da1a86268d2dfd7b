import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const CHECK_EVERY_MS = 1000;

/**
 * Calls `onGone` when the npm that runs this command is killed. Otherwise, the shell between the two would keep the command running. Does nothing for
 * a command that npm did not start, or whose shell ends (`nohup`).
 */
export function watchNpm(onGone: () => void): void {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const watched = [parent, ...(isShell(parent) && grandparent ? [grandparent] : [])];
  const timer = setInterval(() => {
    if (process.ppid === parent && watched.every(isAlive)) return;
    clearInterval(timer);
    onGone();
  }, CHECK_EVERY_MS);
  timer.unref();
}

function isShell(pid: number): boolean {
  return /(^|\/)(sh|dash|bash|zsh|ash|busybox)( |$)/.test(describe(pid, 'args='));
}

function parentOf(pid: number): number | undefined {
  const parent = Number(describe(pid, 'ppid='));
  return Number.isInteger(parent) && parent > 1 ? parent : undefined;
}

/** The system's description of a process; empty if unavailable. Containers without `ps` have /proc. */
function describe(pid: number, what: 'args=' | 'ppid='): string {
  try {
    if (what === 'args=') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ');
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) \S /, '')
        .split(' ', 1)[0] ?? ''
    );
  } catch {
    // macOS has no /proc.
  }
  try {
    return execFileSync('ps', ['-o', what, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
