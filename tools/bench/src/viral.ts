import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Firestore } from 'firebase-admin/firestore';
import { findFreePorts } from 'firebase-local/ports';
import { addressOf, firstAnswer, hostEnvironment, startFilledSuite, startHost } from './api-stack.ts';
import { processOnPort, processUse } from './process-use.ts';
import { quantile } from './programs.ts';

/*
 * One article that everybody reads: views and likes of one post through many processes of the api function at once.
 *
 *   npm run viral --workspace tools/bench -- [--processes 10] [--views 1000] [--likes 200] [--seconds 60]
 *
 * First, each process alone handles half the views and likes, of another post, for ten seconds. This warms it up: V8 compiles only code that has been
 * called often, which would take minutes with ten processes. Requests are sent at fixed rates, whether or not earlier ones have been answered, so the
 * time of a like counts from when it was due. At the end, all processes are told to stop while they still hold uncounted views, and the post is
 * compared with the acknowledged requests. The bench fails if anything is lost or a counter is wrong. Tokens are verified by their signature, as in
 * production. All processes share the machine, so busy cores make the times longer.
 */

/** A reader alternately likes and unlikes, at most 30 times a minute. The limit is 60. */
const CHANGES_PER_READER = 30;
const TICK_MS = 10;
const WARM_UP_SECONDS = 10;
const POST = 'post-0';
const OTHER_POST = 'post-1';
const PRELOAD = fileURLToPath(new URL('signed-tokens.cjs', import.meta.url));
const BASE_AUTH = fileURLToPath(new URL('../../../node_modules/firebase-admin/lib/auth/base-auth.js', import.meta.url));

interface Reader {
  readonly id: string;
  readonly token: string;
  /** The state after the last acknowledged call; null if unknown. */
  isLiking: boolean | null;
  /** The last call. A reader waits for its answer before pressing again. */
  last: Promise<unknown>;
}

interface Outcome {
  readonly status: number;
  readonly ms: number;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A token in Auth's format, signed by this program. */
function tokenOf(uid: string, projectId: string): string {
  const atSeconds = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: atSeconds,
    user_id: uid,
    sub: uid,
    iat: atSeconds,
    exp: atSeconds + 3_600,
  };
  const signed = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), keys.privateKey).toString('base64url')}`;
}

async function makeReaders(db: Firestore, projectId: string, count: number): Promise<Reader[]> {
  const ids = Array.from({ length: count }, (_, n) => `reader-${n}`);
  const writer = db.bulkWriter();
  // `lastSeenAt` is in the future, so that calls do not write presence as well.
  const record = { displayName: 'Reader', role: 'user', isBlocked: false, createdAt: new Date(0) };
  for (const id of ids) {
    const seen = new Date(Date.now() + 3_600_000);
    void writer.set(db.doc(`users/${id}`), { ...record, email: `${id}@example.com`, lastSeenAt: seen });
  }
  await writer.close();
  return ids.map((id) => ({ id, token: tokenOf(id, projectId), isLiking: false, last: Promise.resolve() }));
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Status 0 means that there was no answer. */
function post(url: string, headers: Record<string, string>, body: string, dueMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - dueMs });
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => end(answer.statusCode ?? 0));
      answer.once('error', () => end(0));
    });
    sent.once('error', () => end(0));
    sent.end(body);
  });
}

/** Calls `act` at a constant rate per second. Resolves when all calls have settled. */
async function atRate(perSecond: number, seconds: number, act: (n: number, dueMs: number) => Promise<void>) {
  const startedMs = performance.now();
  const total = perSecond * seconds;
  const running: Promise<void>[] = [];
  while (running.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedMs) * perSecond) / 1000));
    while (running.length < due) running.push(act(running.length, startedMs + (running.length * 1000) / perSecond));
    await sleep(TICK_MS);
  }
  await Promise.all(running);
}

function summary(outcomes: readonly Outcome[], rates: { wanted: number; seconds: number }) {
  const answered = outcomes.filter(({ status }) => status > 0 && status < 300);
  const times = answered.map(({ ms }) => ms).sort((a, b) => a - b);
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => Math.round(quantile(times, share)));
  const perSecond = Math.round(answered.length / rates.seconds);
  return {
    wanted: rates.wanted,
    perSecond,
    acknowledged: answered.length,
    refused: outcomes.length - answered.length,
    p50,
    p99,
    longest,
  };
}

/** The CPU time of processes so far, in seconds. */
async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const uses = await Promise.all(pids.map(processUse));
  return uses.reduce((total, { cpuMs }) => total + cpuMs / 1000, 0);
}

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '10' },
    views: { type: 'string', default: '1000' },
    likes: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
  },
});
const [processes, views, likes] = [Number(values.processes), Number(values.views), Number(values.likes)];
const seconds = Number(values.seconds);

const { suite, db, stop } = await startFilledSuite(['firestore'], 20);
const article = db.doc(`posts/${POST}`);
await article.update({ views: 0, likesCount: 0, popularity: 0 });
const readers = await makeReaders(db, suite.projectId, Math.ceil((likes * 60) / CHANGES_PER_READER));

const ports = await findFreePorts(processes);
const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const hosts: ChildProcess[] = [];
for (const port of ports) {
  const env = { SHOW_COSTS: 'off', BENCH_TOKEN_KEY: publicKey, BENCH_BASE_AUTH: BASE_AUTH };
  hosts.push(startHost(port, { ...(await hostEnvironment(port)), ...env }, 'api', PRELOAD));
  await firstAnswer(`${addressOf(port)}/api/posts?limit=1`);
}
/** Sends views and likes of a post through the ports in turn. Each view is from a new visitor, each like from the next reader. */
const load = async (
  postId: string,
  through: readonly number[],
  rates: { views: number; likes: number; seconds: number },
) => {
  const urlOf = (n: number) => addressOf(through[n % through.length] ?? 0);
  const viewed: Outcome[] = [];
  const liked: Outcome[] = [];
  await Promise.all([
    atRate(rates.views, rates.seconds, async (n, dueMs) => {
      const from = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
      const headers = { 'user-agent': `browser ${n}`, 'x-forwarded-for': from };
      viewed.push(await post(`${urlOf(n)}/api/posts/${postId}/view`, headers, '', dueMs));
    }),
    atRate(rates.likes, rates.seconds, async (n, dueMs) => {
      const reader = readers[n % readers.length];
      if (!reader) return;
      const isLiked = (Math.floor(n / readers.length) + n) % 2 === 0;
      const body = JSON.stringify({ liked: isLiked });
      const headers = {
        authorization: `Bearer ${reader.token}`,
        'content-type': 'application/json',
        'content-length': String(body.length),
      };
      const sent = reader.last.then(() => post(`${urlOf(n)}/api/posts/${postId}/like`, headers, body, dueMs));
      reader.last = sent;
      const outcome = await sent;
      reader.isLiking = outcome.status === 200 ? isLiked : null;
      liked.push(outcome);
    }),
  ]);
  return { viewed, liked };
};
for (const port of ports) {
  await load(OTHER_POST, [port], { views: views / 2, likes: likes / 2, seconds: WARM_UP_SECONDS });
}
for (const reader of readers) reader.isLiking = false;

let writes = 0;
const unsubscribe = article.onSnapshot(() => {
  writes += 1;
});

const pids = [...hosts.map(({ pid }) => pid ?? 0), await processOnPort(suite.ports.firestore), process.pid];
const beforeSeconds = await cpuSeconds(pids);
const startedMs = performance.now();
const { viewed, liked } = await load(POST, ports, { views, likes, seconds });
const tookSeconds = (performance.now() - startedMs) / 1000;
const share = ((await cpuSeconds(pids)) - beforeSeconds) / (tookSeconds * availableParallelism());
for (const host of hosts) host.kill('SIGTERM');
await Promise.all(hosts.map((host) => host.exitCode ?? once(host, 'exit')));
await sleep(500);
unsubscribe();

const stored = (await article.get()).data() ?? {};
const shards = await article.collection('counterShards').count().get();
const records = new Set((await article.collection('likes').get()).docs.map(({ id }) => id));
const known = readers.filter(({ isLiking }) => isLiking !== null);
const wrong = known.filter(({ id, isLiking }) => records.has(id) !== isLiking);
const acknowledged = viewed.filter(({ status }) => status === 204).length;
console.table({
  views: summary(viewed, { wanted: views, seconds: tookSeconds }),
  likes: summary(liked, { wanted: likes, seconds: tookSeconds }),
});
console.log(
  `${processes} processes, ${tookSeconds.toFixed(1)} s; the post changed ${(writes / tookSeconds).toFixed(1)} times a second as a listener saw it\n` +
    `processors: ${Math.round(share * 100)} % of ${availableParallelism()} cores\n` +
    `views: ${stored.views} stored, ${acknowledged} acknowledged\n` +
    `likes: ${stored.likesCount} counted, ${records.size} records, ${wrong.length} of ${known.length} readers not as acknowledged\n` +
    `shards left: ${shards.data().count}`,
);
// A view whose answer was lost may still be stored.
const isViewed = stored.views >= acknowledged && stored.views <= viewed.length;
const isExact = isViewed && shards.data().count === 0 && stored.likesCount === records.size && wrong.length === 0;
if (!isExact) console.error('LOST OR WRONG');
process.exitCode = isExact ? 0 : 1;
agent.destroy();
await stop();
