import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { ManagedProcess } from './processes.ts';

/** The process that a wait watches. */
export type Watched = Pick<ManagedProcess, 'pid' | 'exited' | 'outputBytes'>;

/** How long a process may be idle before it counts as hanging. */
const QUIET_MS = 180_000;
export const QUIET = `nothing has happened for ${QUIET_MS / 60_000} minutes`;
const CHECKS = 36;
/** The share of a core above which a process counts as working. Below it, it only checks whether its parent is running. */
const WORK_SHARE = 1 / 180;

/**
 * Waits as long as the process makes progress, however slow the machine is: as long as it writes output, or it and its children use the processor.
 * @returns the event's value; `ended` if the process ended first; `quiet` if it is idle
 */
export async function waitWhileBusy<T>(
  event: Promise<T>,
  child: Watched,
  quietMs = QUIET_MS,
): Promise<T | 'ended' | 'quiet'> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<'quiet'>((resolve) => {
    let seen = { bytes: -1, seconds: 0 };
    // Checks are counted instead of time, because the machine may sleep or be too busy for this process.
    let idleChecks = 0;
    const check = async () => {
      const now = { bytes: child.outputBytes(), seconds: await cpuSeconds(child.pid) };
      if (now.bytes === seen.bytes && now.seconds - seen.seconds < (quietMs / 1000) * WORK_SHARE) idleChecks += 1;
      else [seen, idleChecks] = [now, 0];
      if (idleChecks >= CHECKS) resolve('quiet');
      else timer = setTimeout(check, quietMs / CHECKS);
    };
    timer = setTimeout(check, quietMs / CHECKS);
  });
  try {
    return await Promise.race([event, child.exited.then((): 'ended' => 'ended'), quiet]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for the end of a program, and stops it if it is idle.
 * @returns the reason of a failure; undefined if it succeeded
 */
export async function failureOf(child: ManagedProcess): Promise<string | undefined> {
  if ((await waitWhileBusy(child.exited, child)) === 'quiet') {
    await child.stop();
    return QUIET;
  }
  const { code, signal } = await child.exited;
  if (code === 0) return undefined;
  const lines = child.lastLines().filter((line) => line.trim() !== '' && !line.startsWith('npm '));
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? `it ended with ${signal ?? code}`).trim();
}

const TICKS_PER_SECOND = 100;

/** The processor time of a process group so far, in seconds; 0 if unavailable. */
function cpuSeconds(group: number): Promise<number> {
  return (process.platform === 'linux' ? fromProc(group) : fromPs(group)).catch(() => 0);
}

/** Reads /proc (proc(5)), because containers may have no `ps`. */
async function fromProc(group: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const ticks = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // The process's own time, and that of its ended children.
      return Number(fields[2]) === group ? fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) : 0;
    }),
  );
  return ticks.reduce((sum, used) => sum + used, 0) / TICKS_PER_SECOND;
}

/** For macOS, where `time` is `minutes:seconds.hundredths`. */
async function fromPs(group: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,time=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([pgid]) => Number(pgid) === group)
    .reduce((sum, [, time = '']) => sum + time.split(/[:-]/).reduce((units, part) => units * 60 + Number(part), 0), 0);
}
