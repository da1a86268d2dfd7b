/**
 * Measures the Firestore stand-in for docs/performance.md: `npm run firestore --workspace tools/bench`. The stand-in runs in its own process; the
 * clients are the real firebase-admin in this one. CPU time is that of the stand-in, from /proc (Linux), because elapsed times on a shared machine
 * depend too much on the machine.
 */
import { initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { processUse } from './process-use.ts';
import { quantile, startFirestore } from './programs.ts';

const text = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(105);

const post = (i: number) => ({
  title: `Post ${i}`,
  content: text,
  isPublished: i % 5 !== 0,
  categoryId: i % 8,
  createdAt: new Date(1.7e12 + i * 60_000),
});

async function fill(db: Firestore, from: number, to: number) {
  for (let start = from; start < to; start += 500) {
    const batch = db.batch();
    for (let i = start; i < Math.min(to, start + 500); i++) batch.set(db.doc(`posts/p${i}`), post(i));
    await batch.commit();
  }
  console.log(`with ${to} documents of 6 kB`, Math.round((await use()).residentMb), 'MB');
}

/** Runs `action` `count` times, 16 at a time. */
async function measure(name: string, count: number, action: (i: number) => Promise<unknown>) {
  const times: number[] = [];
  const { cpuMs } = await use();
  const startedMs = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const i = next++;
      const start = performance.now();
      await action(i);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  const perSecond = Math.round((count * 1000) / (performance.now() - startedMs));
  const serverCpuMs = (((await use()).cpuMs - cpuMs) / count).toFixed(2);
  times.sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(1));
  console.log(`${name}, 16 at a time`, { perSecond, p50, p99, serverCpuMs });
}

const startedMs = performance.now();
const standIn = await startFirestore();
const use = () => processUse(standIn.pid ?? 0);
console.log('start to listening', Math.round(performance.now() - startedMs), 'ms; CPU', (await use()).cpuMs, 'ms');
initializeApp({ projectId: 'demo-bench' });
const db = getFirestore();

await fill(db, 0, 1_000);
await fill(db, 1_000, 10_000);
const published = db.collection('posts').where('isPublished', '==', true);
const page = (i: number) =>
  published
    .where('categoryId', '==', i % 8)
    .orderBy('createdAt', 'desc')
    .select('title')
    .limit(15)
    .get();
await measure('page of 15 over 10,000', 1_500, page);
await measure('get one document', 2_000, (i) => db.doc(`posts/p${i}`).get());
await measure('set one document of 6 kB', 2_000, (i) => db.doc(`posts/p${i}`).set(post(i)));
standIn.kill();
process.exit();
