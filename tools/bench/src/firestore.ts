/**
 * Measures the Firestore stand-in for docs/performance.md: `npm run firestore --workspace tools/bench`. The stand-in runs in its own process; the
 * clients are the real firebase-admin in this one. CPU time is that of the stand-in, from /proc (Linux), because elapsed times on a shared machine
 * depend too much on the machine.
 */
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { processUse } from './process-use.ts';
import { startFirestore } from './programs.ts';

const DOCUMENTS = 1_000;
const text = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(105);

const post = (i: number) => ({
  title: `Post ${i}`,
  content: text,
  isPublished: i % 5 !== 0,
  categoryId: i % 8,
  createdAt: new Date(1.7e12 + i * 60_000),
});

const startedMs = performance.now();
const standIn = await startFirestore();
const use = () => processUse(standIn.pid ?? 0);
console.log('start to listening', Math.round(performance.now() - startedMs), 'ms; CPU', (await use()).cpuMs, 'ms');
initializeApp({ projectId: 'demo-bench' });
const db = getFirestore();

for (let start = 0; start < DOCUMENTS; start += 500) {
  const batch = db.batch();
  for (let i = start; i < start + 500; i += 1) batch.set(db.doc(`posts/p${i}`), post(i));
  await batch.commit();
}
console.log(`with ${DOCUMENTS} documents of 6 kB`, Math.round((await use()).residentMb), 'MB');
standIn.kill();
process.exit();
