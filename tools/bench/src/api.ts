import { parseArgs } from 'node:util';
import autocannon, { type Request } from 'autocannon';
import { startApiStack } from './api-stack.ts';
import { processOnPort, processUse } from './process-use.ts';

const USAGE = `Loads the reading calls of the api function and prints what they cost.

  npm run api --workspace tools/bench -- [--posts 1000] [--seconds 10] [--connections 1,16,64]
      starts a Firestore of its own with so many synthetic posts, and the function over it
  npm run api --workspace tools/bench -- --url http://localhost:5001
      loads a function that runs already; its process is found by the port

CPU ms are those of the function's process (Linux: /proc), per request. Documents are what Firestore would bill.`;

interface Measured {
  readonly call: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMs: number;
  readonly documents: string;
  readonly residentMb: number;
  readonly failed: number;
}

/** A few requests first: code gets compiled, names get known. */
const WARM_UP_SECONDS = 2;

async function measure(
  url: string,
  call: string,
  pid: number,
  { connections, seconds, documents }: { connections: number; seconds: number; documents: string },
): Promise<Measured> {
  const before = await processUse(pid);
  const result = await load(url, connections, seconds);
  const after = await processUse(pid);
  return {
    call,
    connections,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: (after.cpuMs - before.cpuMs) / result.requests.total,
    documents,
    residentMb: after.residentMb,
    failed: result['4xx'] + result['5xx'] + result.errors,
  };
}

/** Each request comes from another address, as the front of the site would report it: otherwise limits per address answer. */
function load(url: string, connections: number, duration: number) {
  let caller = 0;
  const setupRequest = (request: Request): Request => {
    caller = (caller + 1) % 15_000;
    return { ...request, headers: { ...request.headers, 'x-forwarded-for': `10.0.${caller >> 8}.${caller & 255}` } };
  };
  return autocannon({ url, connections, duration, requests: [{ setupRequest }] });
}

/** Documents that a warm call reads; `-` where the function does not tell. */
async function documentsOf(url: string): Promise<string> {
  await (await fetch(url, { redirect: 'manual' })).arrayBuffer();
  const answer = await fetch(url, { redirect: 'manual' });
  await answer.arrayBuffer();
  return answer.headers.get('x-firestore-reads') ?? '-';
}

async function callsOf(base: string): Promise<Record<string, string>> {
  const posts = (await (await fetch(`${base}/api/posts?limit=15`)).json()) as { id: string; title: string }[];
  const [post] = posts;
  if (!post) throw new Error('there are no posts to read');
  return {
    'list of 15': '/api/posts?limit=15',
    'one article': `/api/posts/${post.id}`,
    popular: '/api/posts/popular?limit=6',
    search: `/api/posts/search?q=${encodeURIComponent(post.title.split(' ')[0] ?? '')}`,
    similar: `/api/posts/${post.id}/similar`,
    comments: `/api/posts/${post.id}/comments`,
    categories: '/api/categories',
    'redirect (no Firestore)': '/api/login',
  };
}

function print(rows: readonly Measured[]): void {
  console.log(
    '| call | connections | requests/s | p50 ms | p99 ms | CPU ms per request | documents | RSS MB | failed |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const row of rows) {
    const numbers = [
      row.connections,
      Math.round(row.perSecond),
      row.p50,
      row.p99,
      Number.isFinite(row.cpuMs) ? row.cpuMs.toFixed(2) : '-',
      row.documents,
    ];
    console.log(`| ${row.call} | ${numbers.join(' | ')} | ${Math.round(row.residentMb)} | ${row.failed} |`);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      url: { type: 'string' },
      posts: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '1,16,64' },
    },
  });
  if (values.help) return console.log(USAGE);

  const stack = values.url === undefined ? await startApiStack(Number(values.posts)) : null;
  const url = stack?.url ?? values.url ?? '';
  try {
    const pid = stack?.pid ?? (await processOnPort(Number(new URL(url).port || 80)));
    if (stack)
      console.log(
        `${values.posts} posts; first answer after ${Math.round(stack.firstAnswerMs)} ms, ${stack.firstAnswerCpuMs} ms CPU\n`,
      );
    const rows: Measured[] = [];
    for (const [call, path] of Object.entries(await callsOf(url))) {
      await load(url + path, 16, WARM_UP_SECONDS);
      const documents = await documentsOf((stack?.countingUrl ?? url) + path);
      for (const connections of values.connections.split(',').map(Number)) {
        rows.push(await measure(url + path, call, pid, { connections, seconds: Number(values.seconds), documents }));
      }
    }
    print(rows);
  } finally {
    await stack?.stop();
  }
}

await main();
