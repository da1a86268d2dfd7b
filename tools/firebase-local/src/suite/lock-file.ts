import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

export interface LockOutcome {
  /** The process that has the lock; undefined if it is this process. */
  holder?: number;
  /** Whether the previous owner ended without releasing the lock. */
  wasStale: boolean;
}

/** Locks the file for this process, unless another running process has the lock. */
export function tryLock(file: string): LockOutcome {
  let wasStale = false;
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return { wasStale };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(file);
    if (holder !== undefined && holder !== process.pid && isRunning(holder)) return { holder, wasStale };
    rmSync(file, { force: true });
    wasStale = true;
  }
}

export function unlock(file: string): void {
  rmSync(file, { force: true });
}

function readHolder(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // The lock was released in the meantime.
  }
}

/** Whether the process is running and belongs to a local stack. Systems reuse process ids, especially after a reboot. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    return /\bnode\b.*\bfirebase-local\b|vitest/s.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return !existsSync('/proc/self'); // Only Linux shows what a process runs; elsewhere any running process counts.
  }
}
