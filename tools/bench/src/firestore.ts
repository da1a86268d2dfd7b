/**
 * Figures of the Firestore stand-in for docs/performance.md: `npx tsx tools/bench/src/firestore.ts [documents for the long run]`.
 * The stand-in runs in its own process; the clients are the real firebase-admin in this one. CPU time is that of the stand-in, from
 * /proc (Linux), because elapsed times on a shared machine say more about the machine.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';

const main = fileURLToPath(import.meta.resolve('firebase-local/firestore'));
const clockTicks = 100;
const text = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(105);

async function startStandIn() {
  const began = performance.now();
  const args = ['--import', 'tsx', main, '--port', '0'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const host = await new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /API endpoint: http:\/\/(\S+)/.exec(chunk.toString())?.[1];
      if (found) resolve(found);
    });
  });
  const startMs = performance.now() - began;
  const proc = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    host,
    startMs,
    rssMb: () => Number(/VmRSS:\s+(\d+)/.exec(proc('status'))?.[1]) / 1024,
    cpuMs: () => {
      const [user, system] = proc('stat').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
      return ((Number(user) + Number(system)) * 1000) / clockTicks;
    },
    stop: () => child.kill(),
  };
}

type StandIn = Awaited<ReturnType<typeof startStandIn>>;

const post = (i: number) => ({
  title: `Post ${i}`,
  content: text,
  isPublished: i % 5 !== 0,
  categoryId: i % 8,
  popularity: (i * 7919) % 10_007,
  createdAt: new Date(1.7e12 + i * 60_000),
});

async function fill(db: Firestore, collection: string, from: number, to: number, make: (i: number) => object) {
  for (let start = from; start < to; start += 500) {
    const batch = db.batch();
    for (let i = start; i < Math.min(to, start + 500); i++) batch.set(db.collection(collection).doc(`p${i}`), make(i));
    await batch.commit();
  }
}

/** Runs `action` `count` times, `parallel` at a time. */
async function measure(standIn: StandIn, count: number, parallel: number, action: (i: number) => Promise<unknown>) {
  const times: number[] = [];
  const cpu = standIn.cpuMs();
  const began = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const i = next++;
      const start = performance.now();
      await action(i);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  const elapsed = performance.now() - began;
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1);
  return {
    perSecond: Math.round((count * 1000) / elapsed),
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
    serverCpuMs: ((standIn.cpuMs() - cpu) / count).toFixed(2),
  };
}

const standIn = await startStandIn();
console.log('start to listening', Math.round(standIn.startMs), 'ms; CPU', standIn.cpuMs(), 'ms');
console.log('idle', Math.round(standIn.rssMb()), 'MB');
process.env.FIRESTORE_EMULATOR_HOST = standIn.host;
initializeApp({ projectId: 'demo-bench' });
const db = getFirestore();

await fill(db, 'posts', 0, 1_000, post);
console.log('with 1,000 documents of 6 KB', Math.round(standIn.rssMb()), 'MB');
await fill(db, 'posts', 1_000, 10_000, post);
console.log('with 10,000 documents of 6 KB', Math.round(standIn.rssMb()), 'MB');

const page = (i: number) =>
  db
    .collection('posts')
    .where('isPublished', '==', true)
    .where('categoryId', '==', i % 8)
    .orderBy('createdAt', 'desc')
    .select('title')
    .limit(15)
    .get();
const popular = () =>
  db.collection('posts').where('isPublished', '==', true).orderBy('popularity', 'desc').limit(6).get();
console.log('page of 15 over 10,000, first 20 of a new shape', await measure(standIn, 20, 1, page));
console.log('page of 15 over 10,000, one at a time', await measure(standIn, 300, 1, page));
console.log('page of 15 over 10,000, 16 at a time', await measure(standIn, 1_500, 16, page));
console.log('6 most popular with content, first 20', await measure(standIn, 20, 1, popular));
console.log('get one document, 16 at a time', await measure(standIn, 2_000, 16, (i) => db.doc(`posts/p${i}`).get()));
console.log(
  'set one document of 6 KB, 16 at a time',
  await measure(standIn, 2_000, 16, (i) => db.doc(`posts/p${i}`).set(post(i))),
);
const counter = db.doc('counters/one');
await counter.set({ n: 0 });
const add = () =>
  db.runTransaction(async (transaction) => {
    const { n } = (await transaction.get(counter)).data() as { n: number };
    transaction.update(counter, { n: n + 1 });
  });
console.log(
  '30 transactions on one document at once',
  await measure(standIn, 30, 30, add),
  (await counter.get()).data(),
);

const total = Number(process.argv[2] ?? 0);
if (total > 0) {
  let seen = 0;
  const stop = db.collection('many').onSnapshot((snapshot) => {
    seen = snapshot.size;
  });
  const cpu = standIn.cpuMs();
  const began = performance.now();
  await fill(db, 'many', 0, total, (i) => ({ i, at: new Date(), text: `Document ${i}` }));
  const written = performance.now() - began;
  while (seen < total) await new Promise((resolve) => setTimeout(resolve, 50));
  stop();
  console.log(
    `${total} documents in batches of 500 with a listener: written in ${(written / 1000).toFixed(1)} s, all seen after ${((performance.now() - began) / 1000).toFixed(1)} s; CPU ${((standIn.cpuMs() - cpu) / 1000).toFixed(1)} s; ${Math.round(standIn.rssMb())} MB`,
  );
}
standIn.stop();
process.exit();
