import { execFileSync } from 'node:child_process';

/** Kills all processes of the browser with this profile, like a power failure. Its path must not be in the arguments of other processes. */
export function killBrowser(profile: string): void {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8', maxBuffer: 1 << 24 }).split('\n');
  for (const line of lines.filter((one) => one.includes(profile))) {
    try {
      process.kill(Number.parseInt(line, 10), 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
}
