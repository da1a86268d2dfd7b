import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from './refuse.ts';

export interface ScheduleOptions {
  /** The prefix of the addresses. */
  path: string;
  /** Runs the function and waits for its end; undefined for an unknown name. */
  run(name: string): Promise<{ ms: number; error?: string } | undefined>;
}

/** Answers 200 with the duration of the run, 404 for an unknown name, or 500 with the reason of a failure. */
export async function runScheduled(req: IncomingMessage, res: ServerResponse, { path, run }: ScheduleOptions) {
  req.resume();
  if (req.method !== 'POST') {
    res.setHeader('allow', 'POST');
    return refuse(res, 405, 'Only POST is supported.');
  }
  // Any page in a browser can send a POST to this machine, but always with an `Origin` header. Command-line clients
  // do not send one.
  const { origin, host } = req.headers;
  if (origin !== undefined && origin !== `http://${host}`)
    return refuse(res, 403, 'Requests from other sites are refused.');
  const name = decodeURIComponent((req.url ?? '').split('?', 1)[0]?.slice(path.length + 1) ?? '');
  try {
    const outcome = await run(name);
    if (!outcome) return refuse(res, 404, `There is no scheduled function named ${name}.`);
    if (outcome.error !== undefined) return refuse(res, 500, `${name} failed: ${outcome.error}.`);
    res.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
    res.end(JSON.stringify({ name, ms: outcome.ms }));
  } catch (error) {
    refuse(res, 500, `${name} was not run: ${(error as Error).message}.`);
  }
}
