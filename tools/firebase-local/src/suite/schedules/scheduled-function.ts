import { request } from 'node:http';
import { LOOPBACK } from '../ports.ts';

/** A scheduled function, as described by `scheduled-functions.mjs`. */
export interface ScheduledFunction {
  name: string;
  /** In a format of Cloud Scheduler. */
  schedule: string;
  timeZone: string;
  timeoutSeconds: number;
}

/** The result of a run; `error` is the reason of a failure. */
export interface Outcome {
  ms: number;
  error?: string;
}

export class TimedOut extends Error {}

/** The reason of a failed run, percent-encoded. */
const REASON = 'x-firebase-local-reason';

/**
 * Calls a scheduled function like Cloud Scheduler.
 * @returns the reason of a failure, or undefined
 * @throws TimedOut, or Error if the process has ended
 */
export function callScheduled({ name, timeoutSeconds }: ScheduledFunction, port: number): Promise<string | undefined> {
  const headers = { 'x-cloudscheduler-jobname': name, 'x-cloudscheduler-scheduletime': new Date().toISOString() };
  return new Promise((resolve, reject) => {
    const call = request({ host: LOOPBACK, port, path: `/${name}`, method: 'POST', headers }, (answer) => {
      answer.resume().once('close', () => clearTimeout(timer));
      const { statusCode = 0 } = answer;
      const reason = answer.headers[REASON];
      if (statusCode < 400) resolve(undefined);
      else resolve(typeof reason === 'string' ? decodeURIComponent(reason) : `it answered ${statusCode}`);
    });
    const timer = setTimeout(
      () => call.destroy(new TimedOut(`it took longer than ${timeoutSeconds} s`)),
      timeoutSeconds * 1000,
    );
    call.once('error', (error) => {
      clearTimeout(timer);
      reject(error instanceof TimedOut ? error : new Error('its process ended'));
    });
    call.end();
  });
}
