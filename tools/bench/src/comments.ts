/**
 * Has 50 people and a moderator do 10,000 things to comments at once, through three instances of the server, and counts again what is
 * counted along: `npm run comments --workspace tools/bench -- 10000 50`.
 */
import { createContent } from '@inkwell/functions/src/compose/content.ts';
import { actAtRandom } from '@inkwell/functions/src/testing/random-acts.ts';
import { recountComments } from '@inkwell/functions/src/testing/recount.ts';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { startTestSuite } from 'firebase-local/testing/suite';

const [acts = '10000', parallel = '50'] = process.argv.slice(2);
const people = Array.from({ length: Number(parallel) }, (_, n) => `person-${n}`);
const seed = Date.now();

const suite = await startTestSuite({ services: ['firestore'] });
Object.assign(process.env, suite.env);
const app = initializeApp({ projectId: suite.projectId });
const db = getFirestore(app);
const clock = { now: () => new Date() };
const instances = Array.from({ length: 3 }, () => createContent({ db, clock }));
const author = { id: 'author', role: 'admin' } as const;
const input = { title: 'A post', content: 'Text', isPublished: true };
const [content] = instances;
if (!content) throw new Error('there is no instance');
const posts = await Promise.all([1, 2, 3, 4, 5].map((n) => content.posts.create(author, `post-${n}`, input)));
const batch = db.batch();
for (const id of people) batch.set(db.doc(`users/${id}`), { role: 'user', createdAt: new Date(), schemaVersion: 2 });
await batch.commit();

const startedMs = performance.now();
const outcome = await actAtRandom({
  instances,
  people,
  posts: posts.map(({ id }) => id),
  acts: Number(acts),
  parallel: Number(parallel),
  seed,
});
const seconds = (performance.now() - startedMs) / 1000;
const wrong = await recountComments(db);

console.table(outcome.done);
console.log(`${acts} acts in ${seconds.toFixed(0)} s, ${outcome.refused} refused, seed ${seed}`);
console.log(wrong.length === 0 ? 'every counter is exact' : wrong.join('\n'));
await deleteApp(app);
await suite.stop();
process.exitCode = wrong.length === 0 ? 0 : 1;
