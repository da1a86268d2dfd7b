import { LOOPBACK } from '../ports.ts';
import type { ManagedProcess } from '../processes.ts';

/** A scheduled function, as `list-schedules.mjs` prints it. */
export interface ScheduledFunction {
  name: string;
  /** In either format of Cloud Scheduler. */
  schedule: string;
  timeZone: string;
  timeoutSeconds: number;
}

/** The result of a run; `error` is the reason of a failure. */
export interface Outcome {
  ms: number;
  error?: string;
}

/**
 * Calls a scheduled function as Cloud Scheduler does.
 * @returns why it failed, or undefined
 */
export async function callScheduled(
  { name, timeoutSeconds }: ScheduledFunction,
  port: number,
  child: Pick<ManagedProcess, 'lastLines'>,
): Promise<string | undefined> {
  const headers = { 'x-cloudscheduler-jobname': name, 'x-cloudscheduler-scheduletime': new Date().toISOString() };
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const answer = await fetch(`http://${LOOPBACK}:${port}/`, { method: 'POST', headers, signal });
    if (answer.ok) return undefined;
    return lastError(child.lastLines()) ?? `it answered ${answer.status}`;
  } catch (error) {
    if (signal.aborted) return `it took longer than ${timeoutSeconds} s`;
    return lastError(child.lastLines()) ?? (error as Error).message;
  }
}

/** The last error that a function logged. firebase-functions writes JSON with a severity, other code plain text. */
function lastError(lines: readonly string[]): string | undefined {
  for (const line of lines.toReversed()) {
    try {
      const { severity, message } = JSON.parse(line) as { severity?: string; message?: string };
      if (severity === 'ERROR' && message) return message;
    } catch {
      if (/error/i.test(line)) return line.trim();
    }
  }
  return undefined;
}
