import { readdir, readFile, readlink } from 'node:fs/promises';

/** The resources that a process has used so far. Linux only: from /proc (proc(5)). */
export interface ProcessUse {
  /** User and system time in ms. */
  readonly cpuMs: number;
  readonly residentMb: number;
  /** The highest resident size since the process started. */
  readonly peakMb: number;
}

/** Clock ticks per second on every Linux that Node supports (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;

export async function processUse(pid: number): Promise<ProcessUse> {
  const [stat, status] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/status`, 'utf8'),
  ]);
  // The second field is the program's name in parentheses, which may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return {
    cpuMs: ((userTicks + systemTicks) * 1000) / TICKS_PER_SECOND,
    residentMb: megabytes('VmRSS'),
    peakMb: megabytes('VmHWM'),
  };
}

/** The process that listens on a local TCP port. @throws Error if there is none that this user may inspect */
export async function processOnPort(port: number): Promise<number> {
  const sockets = await listeningSockets(port);
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const links = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const link of links) {
      const target = await readlink(`/proc/${pid}/fd/${link}`).catch(() => '');
      if (sockets.has(target)) return Number(pid);
    }
  }
  throw new Error(`nothing listens on port ${port}`);
}

const LISTENING = '0A';

async function listeningSockets(port: number): Promise<Set<string>> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const rows = tables.flatMap((table) => table.split('\n').slice(1)).map((row) => row.trim().split(/\s+/));
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const ours = rows.filter(([, local, , state]) => local?.endsWith(`:${hexPort}`) && state === LISTENING);
  return new Set(ours.map((row) => `socket:[${row[9]}]`));
}
