/**
 * Schedules posts at random and lets the function `publish` run by a clock of its own, three times at once, with three runs left out and a
 * clock that jumps, while people change, cancel, edit and publish what is due; then looks whether each post went out once and none early:
 * `npm run schedules --workspace tools/bench -- 1000 120`, posts and minutes.
 */
import { createRandom } from '@inkwell/functions/src/testing/random.ts';
import { runRandomSchedules } from '@inkwell/functions/src/testing/random-schedules.ts';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { startTestSuite } from 'firebase-local/testing/suite';

const [posts = '1000', minutes = '120', given] = process.argv.slice(2);
const seed = Number(given ?? Date.now() % 1_000_000);

const suite = await startTestSuite({ services: ['firestore'] });
Object.assign(process.env, suite.env);
const app = initializeApp({ projectId: suite.projectId });
const startedMs = performance.now();
const { published, cancelled, lost, faults } = await runRandomSchedules({
  db: getFirestore(app),
  random: createRandom(seed),
  posts: Number(posts),
  minutes: Number(minutes),
  startMs: Date.parse('2026-11-21T12:00:00Z'),
});
const seconds = (performance.now() - startedMs) / 1000;

console.log(
  `${posts} posts over ${minutes} minutes in ${seconds.toFixed(0)} s, seed ${seed}: ${published} published, ${cancelled} cancelled, ` +
    `${lost} changes came too late and were told so`,
);
console.log(faults.length === 0 ? 'each was published once, and none early' : faults.join('\n'));
await deleteApp(app);
await suite.stop();
process.exitCode = faults.length === 0 ? 0 : 1;
