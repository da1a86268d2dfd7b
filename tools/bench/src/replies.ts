/**
 * From a reply to the notice on the other's screen, with many live sockets, on the running local stack:
 * `npm run replies --workspace tools/bench -- --sockets 500 --replies 100`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { api, newPeople, openSocket, percentile } from './running-stack.ts';

const { values } = parseArgs({
  options: { sockets: { type: 'string', default: '500' }, replies: { type: 'string', default: '100' } },
});
const socketCount = Number(values.sockets);
const replyCount = Number(values.replies);

/** Accounts that the sockets share, as many tabs of one reader do. */
const READERS = 50;
/** An account may write 30 comments a minute. */
const REPLIES_OF_ONE = 25;
const DIALS = 100;
const GAP_MS = 100;
/** Tokens are verified after a socket is open. */
const SETTLE_MS = 2_000;
/** What has not arrived by then never will. */
const PATIENCE_MS = 5_000;

const [post] = await api<{ id: string }[]>('GET', '/api/posts?limit=1');
if (!post) throw new Error('there is no post');
const readers = await newPeople(Array.from({ length: READERS }, (_, n) => `Reader ${n}`));
const writers = await newPeople(
  Array.from({ length: Math.ceil(replyCount / REPLIES_OF_ONE) }, (_, n) => `Writer ${n}`),
);
const comments: { id: string }[] = [];
for (const reader of readers) {
  comments.push(await api('POST', `/api/posts/${post.id}/comments`, reader, { content: 'What do you think?' }));
}

/** When which reply arrived at the sockets of its reader, by the id of the reply in the link. */
const arrivals = new Map<string, number[]>();
const sockets: Awaited<ReturnType<typeof openSocket>>[] = [];
while (sockets.length < socketCount) {
  const count = Math.min(DIALS, socketCount - sockets.length);
  const dialled = Array.from({ length: count }, (_, index) => {
    const reader = readers[(sockets.length + index) % READERS];
    if (!reader) throw new Error('there is no reader');
    return openSocket(reader, (text) => {
      const id = /#comment-([\w-]+)/.exec(text)?.[1] ?? '';
      arrivals.set(id, [...(arrivals.get(id) ?? []), performance.now()]);
    });
  });
  sockets.push(...(await Promise.all(dialled)));
}
await sleep(SETTLE_MS);

const sentMs = new Map<string, number>();
for (let n = 0; n < replyCount; n += 1) {
  const [writer, comment] = [writers[n % writers.length], comments[n % READERS]];
  if (!writer || !comment) throw new Error('there is nobody to answer');
  const startedMs = performance.now();
  const body = { content: `Reply ${n}`, parentId: comment.id };
  const { id } = await api<{ id: string }>('POST', `/api/posts/${post.id}/comments`, writer, body);
  sentMs.set(id, startedMs);
  await sleep(GAP_MS);
}
await sleep(PATIENCE_MS);

const perReader = socketCount / READERS;
const waits = [...sentMs].flatMap(([id, startedMs]) => (arrivals.get(id) ?? []).map((atMs) => atMs - startedMs));
const missing = replyCount * perReader - waits.length;
const sorted = waits.sort((a, b) => a - b);
const ms = (value: number) => `${value.toFixed(0)} ms`;
console.log(`sockets            ${socketCount} of ${READERS} readers`);
console.log(`replies            ${replyCount}, each to the ${perReader} sockets of its reader`);
console.log(
  `POST to screen     p50 ${ms(percentile(sorted, 0.5))}, p95 ${ms(percentile(sorted, 0.95))}, max ${ms(sorted.at(-1) ?? 0)}`,
);
console.log(`arrived            ${missing === 0 ? 'all' : `${missing} DID NOT`}`);
for (const socket of sockets) socket.terminate();
process.exitCode = missing === 0 && percentile(sorted, 0.95) < 1_000 ? 0 : 1;
