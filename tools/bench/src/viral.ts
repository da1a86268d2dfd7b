import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { findFreePorts } from 'firebase-local/ports';
import { startTestSuite } from 'firebase-local/testing/suite';
import { addressOf, buildFunctions, firstAnswer, hostEnvironment, startHost } from './api-stack.ts';
import { writeSyntheticPosts } from './synthetic-posts.ts';

const USAGE = `One article that everybody reads: views and likes of one post through many processes of the api function at once.

  npm run viral --workspace tools/bench -- [--processes 10] [--views 1000] [--likes 200] [--seconds 60]

Requests are sent at the given rates whether earlier ones are answered or not, so a like's time counts from when it was due. At the end all
processes are told to end, with visits still gathered in them, and the post is compared with what was acknowledged. Fails where anything is
lost or the counters are not exact. Accounts are known by this program in the place of Auth, and all of it shares the machine: where its
cores are busy, the times are theirs.`;

/** A reader likes and unlikes in turn, at most 30 times a minute of the 60 that are allowed. */
const CHANGES_PER_READER = 30;
const TICK_MS = 10;
const WARM_UP_CALLS = 5;
const POST = 'post-0';

interface Reader {
  readonly id: string;
  readonly token: string;
  /** What the last call said that was acknowledged; null where it is not known. */
  isLiking: boolean | null;
  /** Nobody presses again before the answer. */
  last: Promise<unknown>;
}

interface Outcome {
  readonly status: number;
  readonly ms: number;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as the Auth emulator gives them out, without a signature. */
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
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.`;
}

async function makeReaders(db: Firestore, projectId: string, count: number): Promise<Reader[]> {
  const ids = Array.from({ length: count }, (_, n) => `reader-${n}`);
  const writer = db.bulkWriter();
  // Seen in an hour: presence is not what is measured here.
  const record = { displayName: 'Reader', role: 'user', isBlocked: false, createdAt: new Date(0) };
  for (const id of ids) {
    const seen = new Date(Date.now() + 3_600_000);
    void writer.set(db.doc(`users/${id}`), { ...record, email: `${id}@example.com`, lastSeenAt: seen });
  }
  await writer.close();
  return ids.map((id) => ({ id, token: tokenOf(id, projectId), isLiking: false, last: Promise.resolve() }));
}

/**
 * Knows every account. With an emulator in the place of Auth the admin library asks it about each token, which it does not do in production;
 * the emulator takes several milliseconds for that, more than the like itself.
 */
async function serveAccounts(): Promise<{ host: string; stop(): void }> {
  const server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => {
      body += chunk;
    });
    req.on('end', () => {
      const { localId = [] } = JSON.parse(body || '{}') as { localId?: string[] };
      res.setHeader('Content-Type', 'application/json');
      res.end(
        JSON.stringify({ users: localId.map((id) => ({ localId: id, email: `${id}@example.com`, validSince: '0' })) }),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, stop: () => server.close() };
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Status 0 where no answer came. */
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

/** Calls `act` so many times a second, evenly, and settles when all that it began has settled. */
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

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

function summary(outcomes: readonly Outcome[], rates: { wanted: number; seconds: number }) {
  const answered = outcomes.filter(({ status }) => status > 0 && status < 300);
  const times = answered.map(({ ms }) => ms).sort((a, b) => a - b);
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => Math.round(percentile(times, share)));
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

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      processes: { type: 'string', default: '10' },
      views: { type: 'string', default: '1000' },
      likes: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '60' },
    },
  });
  if (values.help) return console.log(USAGE);
  const [processes, views, likes, seconds] = [values.processes, values.views, values.likes, values.seconds].map(
    Number,
  ) as [number, number, number, number];

  buildFunctions();
  const suite = await startTestSuite({ services: ['firestore'] });
  const accounts = await serveAccounts();
  Object.assign(process.env, suite.env, { FIREBASE_AUTH_EMULATOR_HOST: accounts.host });
  const firebase = initializeApp({ projectId: suite.projectId });
  const db = getFirestore(firebase);
  await writeSyntheticPosts(db, 20);
  const article = db.doc(`posts/${POST}`);
  await article.update({ views: 0, likesCount: 0, popularity: 0 });
  const readers = await makeReaders(db, suite.projectId, Math.ceil((likes * 60) / CHANGES_PER_READER));

  const ports = await findFreePorts(processes);
  const hosts: ChildProcess[] = [];
  for (const port of ports) {
    hosts.push(startHost(port, { ...(await hostEnvironment(port)), SHOW_COSTS: 'off' }));
    await firstAnswer(`${addressOf(port)}/api/posts?limit=1`);
  }
  const urlOf = (n: number) => addressOf(ports[n % processes] ?? 0);
  // Code gets compiled, and Firestore's channel opened, on another post.
  const warmUp = readers[0];
  for (let n = 0; n < WARM_UP_CALLS * processes && warmUp; n += 1) {
    const headers = {
      authorization: `Bearer ${warmUp.token}`,
      'user-agent': `early ${n}`,
      'content-type': 'application/json',
    };
    await post(
      `${urlOf(n)}/api/posts/post-1/${Math.floor(n / processes) % 2 ? 'view' : 'like'}`,
      headers,
      '',
      performance.now(),
    );
  }
  let writes = 0;
  const unsubscribe = article.onSnapshot(() => {
    writes += 1;
  });

  const viewed: Outcome[] = [];
  const liked: Outcome[] = [];
  const startedMs = performance.now();
  await Promise.all([
    atRate(views, seconds, async (n, dueMs) => {
      const from = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
      const headers = { 'user-agent': `browser ${n}`, 'x-forwarded-for': from };
      viewed.push(await post(`${urlOf(n)}/api/posts/${POST}/view`, headers, '', dueMs));
    }),
    atRate(likes, seconds, async (n, dueMs) => {
      const reader = readers[n % readers.length];
      if (!reader) return;
      const wish = (Math.floor(n / readers.length) + n) % 2 === 0;
      const body = JSON.stringify({ liked: wish });
      const headers = {
        authorization: `Bearer ${reader.token}`,
        'content-type': 'application/json',
        'content-length': String(body.length),
      };
      const sent = reader.last.then(() => post(`${urlOf(n)}/api/posts/${POST}/like`, headers, body, dueMs));
      reader.last = sent;
      const outcome = await sent;
      reader.isLiking = outcome.status === 200 ? wish : null;
      liked.push(outcome);
    }),
  ]);
  const tookSeconds = (performance.now() - startedMs) / 1000;
  for (const host of hosts) host.kill('SIGTERM');
  await Promise.all(hosts.map((host) => host.exitCode ?? once(host, 'exit')));
  await sleep(500);
  unsubscribe();

  const stored = (await article.get()).data() ?? {};
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
      `views: ${stored.views} stored, ${acknowledged} acknowledged\n` +
      `likes: ${stored.likesCount} counted, ${records.size} records, ${wrong.length} of ${known.length} readers not as acknowledged`,
  );
  // A visit whose answer was lost may be stored all the same.
  const isViewed = stored.views >= acknowledged && stored.views <= viewed.length;
  const isExact = isViewed && stored.likesCount === records.size && wrong.length === 0;
  if (!isExact) console.error('LOST OR WRONG');
  process.exitCode = isExact ? 0 : 1;
  agent.destroy();
  accounts.stop();
  await deleteApp(firebase);
  await suite.stop();
}

await main();
