import { parseArgs } from 'node:util';
import autocannon, { type Request } from 'autocannon';
import { type ApiStack, startApiStack } from './api-stack.ts';
import { processOnPort, processUse } from './process-use.ts';

/*
 * Loads the reading calls of the api function and prints what they cost.
 *
 *   npm run api --workspace tools/bench -- [--posts 1000] [--seconds 10] [--connections 1,16,64]
 *       starts its own Firestore with this number of synthetic posts, and the function
 *   npm run api --workspace tools/bench -- --url http://localhost:5001
 *       loads a running function; finds its process by the port
 *   npm run api --workspace tools/bench -- --only list
 *       runs only rows whose name matches, e.g. --only '15$' for the hot list
 *
 * Hot rows use the response cache, which is filled every ten seconds, as for readers of one article. Cold rows skip it (`Cache-Control: no-cache`,
 * which the function accepts from visitors only in the local suite), so each of their requests reads from Firestore. CPU ms are those of the
 * function's process per request (Linux: /proc). Documents are the reads that Firestore would bill.
 */

/** The warm-up time, in which code is compiled and authors' names are cached. */
const WARM_UP_SECONDS = 2;

/** A call of the load test: a function, with or without the response cache. */
interface Load {
  readonly call: string;
  readonly url: string;
  /** The same call in a process that reports the number of documents read. */
  readonly countingUrl: string;
  readonly pid: number;
  readonly isCold: boolean;
}

/** Measures one row of the table. */
async function measure(row: Load, connections: number, seconds: number): Promise<string> {
  const before = await processUse(row.pid);
  const { requests, latency, ...result } = await load(row, connections, seconds);
  const { cpuMs, residentMb } = await processUse(row.pid);
  const cpu = ((cpuMs - before.cpuMs) / requests.total).toFixed(2);
  const failed = result['4xx'] + result['5xx'] + result.errors;
  const figures = [connections, Math.round(requests.average), latency.p50, latency.p99, cpu, await documentsOf(row)];
  return `| ${[row.call, ...figures, Math.round(residentMb), failed].join(' | ')} |`;
}

const headersOf = ({ isCold }: Load): Record<string, string> => (isCold ? { 'cache-control': 'no-cache' } : {});

/** Each request claims another client address, in the format of Hosting's front end. Otherwise the limits per address would refuse the calls. */
function load(row: Load, connections: number, duration: number) {
  let caller = 0;
  const setupRequest = (request: Request): Request => {
    caller = (caller + 1) % 15_000;
    const from = `10.0.${caller >> 8}.${caller & 255}`;
    return { ...request, headers: { ...request.headers, ...headersOf(row), 'x-forwarded-for': from } };
  };
  return autocannon({ url: row.url, connections, duration, requests: [{ setupRequest }] });
}

/** The documents that a call reads once authors' names are cached; `-` if the function does not report them. */
async function documentsOf(row: Load): Promise<string> {
  const ask = async () => {
    const answer = await fetch(row.countingUrl, { redirect: 'manual', headers: headersOf(row) });
    await answer.arrayBuffer();
    return answer.headers.get('x-firestore-reads') ?? '-';
  };
  await ask();
  return ask();
}

/** @param stack null if `url` is a function that is already running */
async function loadsOf(url: string, stack: ApiStack | null): Promise<Load[]> {
  const posts = (await (await fetch(`${url}/api/posts?limit=15`)).json()) as { id: string; title: string }[];
  const [post] = posts;
  if (!post) throw new Error('there are no posts to read');
  const calls: Record<string, string> = {
    'list of 15': '/api/posts?limit=15',
    'one article': `/api/posts/${post.id}`,
    search: `/api/posts/search?q=${encodeURIComponent(post.title.split(' ')[0] ?? '')}`,
    comments: `/api/posts/${post.id}/comments`,
  };
  const pid = stack?.pid ?? (await processOnPort(Number(new URL(url).port || 80)));
  const row = (call: string, path: string, isCold: boolean): Load => {
    const shown = isCold ? `${call}, cold` : call;
    return { call: shown, url: url + path, countingUrl: (stack?.countingUrl ?? url) + path, pid, isCold };
  };
  const served = stack ? await servedPages(stack, post) : [];
  const pages = (isCold: boolean): Load[] =>
    served.map((page) => ({ ...page, isCold, call: isCold ? `${page.call}, cold` : page.call }));
  const hot = ['list of 15', 'one article'].map((call) => row(call, calls[call] ?? '', false));
  const cold = Object.entries(calls).map(([call, path]) => row(call, path, true));
  return [...hot, ...pages(false), ...cold, ...pages(true)];
}

/** Pages and feeds with a figure in docs/performance.md, apart from an article. */
const SERVED = ['/', '/posts', '/categories', '/sitemap.xml', '/feed.xml'];

/** The page of a post at its public address, and pages that link to posts. */
async function servedPages({ page }: ApiStack, { id }: { id: string }): Promise<Omit<Load, 'isCold'>[]> {
  const moved = await fetch(`${page.url}/posts/${id}`, { redirect: 'manual' });
  const paths = {
    'served article': moved.headers.get('location') ?? `/posts/${id}`,
    ...Object.fromEntries(SERVED.map((path) => [`served ${path}`, path])),
  };
  return Object.entries(paths).map(([call, path]) => {
    const url = page.url + path;
    return { call, url, countingUrl: url, pid: page.pid };
  });
}

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    posts: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '1,16,64' },
    only: { type: 'string', default: '' },
  },
});
const stack = values.url === undefined ? await startApiStack(Number(values.posts)) : null;
const url = stack?.url ?? values.url ?? '';
try {
  if (stack)
    console.log(
      `${values.posts} posts; first answer after ${Math.round(stack.firstAnswerMs)} ms, ${stack.firstAnswerCpuMs} ms CPU\n`,
    );
  console.log(
    '| call | connections | requests/s | p50 ms | p99 ms | CPU ms per request | documents | RSS MB | failed |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const row of (await loadsOf(url, stack)).filter(({ call }) => new RegExp(values.only).test(call))) {
    await load(row, 16, WARM_UP_SECONDS);
    for (const connections of values.connections.split(',').map(Number)) {
      console.log(await measure(row, connections, Number(values.seconds)));
    }
  }
} finally {
  await stack?.stop();
}
