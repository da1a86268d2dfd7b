import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from './refuse.ts';

export interface ScheduleOptions {
  /** The prefix of the addresses `{path}/{name}`. */
  path: string;
  /** Runs that function until it ends; undefined when there is none of that name. */
  run(name: string): Promise<{ ms: number; error?: string } | undefined>;
}

/** Answers 200 with the duration of the run, 404 for an unknown name, 500 with the reason of a failure. */
export async function runScheduled(req: IncomingMessage, res: ServerResponse, { path, run }: ScheduleOptions) {
  req.resume();
  if (req.method !== 'POST') {
    res.setHeader('allow', 'POST');
    return refuse(res, 405, 'Only POST is answered here.');
  }
  // Any page in a browser can send a POST to this machine, but with an `Origin` header; a command line sends none.
  const { origin, host } = req.headers;
  if (origin !== undefined && origin !== `http://${host}`) return refuse(res, 403, 'Another site asks for this.');
  const name = decodeURIComponent((req.url ?? '').split('?', 1)[0]?.slice(path.length + 1) ?? '');
  try {
    const outcome = await run(name);
    if (!outcome) return refuse(res, 404, `There is no scheduled function of the name ${name}.`);
    if (outcome.error !== undefined) return refuse(res, 500, `${name} failed: ${outcome.error}.`);
    res.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
    res.end(JSON.stringify({ name, ms: outcome.ms }));
  } catch (error) {
    refuse(res, 500, `${name} was not run: ${(error as Error).message}.`);
  }
}
