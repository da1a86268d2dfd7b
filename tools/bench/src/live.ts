import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { quantile, tokenOf } from './programs.ts';

/*
 * Live notifications under load: opens N sockets on the running local stack, sends broadcasts as the admin, and measures the time from the
 * broadcast's POST to each socket. Run by hand: see docs/performance.md.
 */

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '2000' },
    broadcasts: { type: 'string', default: '20' },
  },
});

const socketCount = Number(values.sockets);
const broadcastCount = Number(values.broadcasts);
const port = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const app = `http://127.0.0.1:${port('INKWELL_PORT', 3000)}`;
const live = `http://127.0.0.1:${port('INKWELL_LIVE_PORT', 5110)}`;
const auth = `127.0.0.1:${port('INKWELL_AUTH_PORT', 9099)}`;
const socketUrl = `${app.replace('http', 'ws')}/ws`;

/** The number of sockets that are opened concurrently. */
const DIALS = 200;
/** The number of accounts that the sockets share. */
const ACCOUNTS = 50;

interface Listener {
  readonly socket: WebSocket;
  readonly titles: string[];
}

let received = 0;
let arrivals: number[] = [];
let onArrival: () => void = () => undefined;

function open(token: string): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(socketUrl, { perMessageDeflate: false });
    const titles: string[] = [];
    socket.on('message', (data) => {
      titles.push(JSON.parse(String(data)).data.title);
      arrivals.push(performance.now());
      received += 1;
      onArrival();
    });
    socket.once('error', reject);
    socket.once('open', () => {
      socket.send(JSON.stringify({ type: 'auth', token }));
      resolve({ socket, titles });
    });
  });
}

async function health(): Promise<{ sockets: number; residentBytes: number }> {
  return (await fetch(`${live}/health`)).json() as Promise<{ sockets: number; residentBytes: number }>;
}

/** @returns the time at which the request was sent */
async function broadcast(token: string, title: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(`${app}/api/notifications`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ title, message: 'Sent by the benchmark of live notifications.', type: 'info' }),
  });
  if (!answer.ok) throw new Error(`the broadcast was refused: ${answer.status} ${await answer.text()}`);
  return startedMs;
}

/** Resolves when `count` messages have arrived; rejects after 30 s. */
function arrivedAll(count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${received} of ${count} messages arrived in 30 s`)), 30_000);
    onArrival = () => {
      if (received < count) return;
      clearTimeout(timer);
      resolve();
    };
    onArrival();
  });
}

const admin = await tokenOf(auth, 'admin@inkwell.test', 'Inkwell#2026');
const tokens = await Promise.all(Array.from({ length: ACCOUNTS }, () => tokenOf(auth)));
const before = await health();

const startedMs = performance.now();
const listeners: Listener[] = [];
while (listeners.length < socketCount) {
  const batch = Math.min(DIALS, socketCount - listeners.length);
  const dialled = Array.from({ length: batch }, (_, index) => open(tokens[index % ACCOUNTS] ?? ''));
  listeners.push(...(await Promise.all(dialled)));
}
const connectedMs = performance.now() - startedMs;

// Tokens are verified after a socket is open. A first broadcast that reaches all sockets shows that they have been verified.
await new Promise((resolve) => setTimeout(resolve, 2_000));
await broadcast(admin, 'Warm-up');
await arrivedAll(socketCount);
const after = await health();

const latencies: number[] = [];
for (let round = 1; round <= broadcastCount; round += 1) {
  received = 0;
  arrivals = [];
  const sentMs = await broadcast(admin, `Round ${round}`);
  await arrivedAll(socketCount);
  latencies.push(...arrivals.map((arrivedMs) => arrivedMs - sentMs));
}

const expected = JSON.stringify([
  'Warm-up',
  ...Array.from({ length: broadcastCount }, (_, index) => `Round ${index + 1}`),
]);
const wrong = listeners.filter(({ titles }) => JSON.stringify(titles) !== expected).length;
const sorted = latencies.sort((a, b) => a - b);
const ms = (value: number) => `${value.toFixed(0)} ms`;
console.log(`sockets               ${socketCount} through ${socketUrl}`);
console.log(`connect all           ${ms(connectedMs)}`);
console.log(
  `resident              ${(before.residentBytes / 1e6).toFixed(0)} -> ${(after.residentBytes / 1e6).toFixed(0)} MB`,
);
console.log(`broadcasts            ${broadcastCount}, one after the other`);
console.log(
  `POST to socket        p50 ${ms(quantile(sorted, 0.5))}, p99 ${ms(quantile(sorted, 0.99))}, max ${ms(sorted.at(-1) ?? 0)}`,
);
console.log(`each once and in order ${wrong === 0 ? 'yes' : `NO: ${wrong} sockets differ`}`);

for (const { socket } of listeners) socket.terminate();
if (wrong > 0) process.exitCode = 1;
