/**
 * Brings 10,000 documents of before to a newer version, in a process that is killed at random places again and again, and counts
 * what was left out or done twice: `npm run jobs --workspace tools/bench -- 20`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { consoleLog } from '@inkwell/functions/src/common/log.ts';
import { upgradePage } from '@inkwell/functions/src/firestore/upgrade-page.ts';
import { createDataVersionRepository } from '@inkwell/functions/src/jobs/data-version.repository.ts';
import { createDataVersion, defineUpgrade } from '@inkwell/functions/src/jobs/data-version.ts';
import { createJobTable } from '@inkwell/functions/src/jobs/jobs.repository.ts';
import { createRunner } from '@inkwell/functions/src/jobs/runner.ts';
import { initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { startTestSuite } from 'firebase-local/testing/suite';
import * as z from 'zod/mini';

const DOCUMENTS = 10_000;
const PROJECT = 'demo-jobs';
/** Between two kills. */
const MOST_PAGES = 6;
const KILL_WITHIN_MS = 200;
/** A killed process holds its work for a minute; the clock of the next one is ahead by more, so that nobody waits. */
const AHEAD_MS = 61_000;

const connect = (): Firestore => getFirestore(initializeApp({ projectId: PROJECT }, String(Math.random())));

/** What an instance of `work` does, until there is nothing more to do. */
async function work(aheadMs: number): Promise<void> {
  const db = connect();
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const jobs = createJobTable(db);
  const upgrade = defineUpgrade({
    version: 2,
    about: 'things',
    cursor: z.string(),
    step(cursor) {
      process.stdout.write('page\n');
      const change = ({ times }: { times?: number }) => ({ times: (times ?? 0) + 1 });
      return upgradePage(db, { collection: 'things', to: 2, change }, cursor);
    },
  });
  const versions = createDataVersionRepository(db);
  const data = createDataVersion({ versions, upgrades: [upgrade], jobs, clock, log: consoleLog });
  // Made to begin at once: what is measured does not wait for instances of older code.
  await jobs.create({ ...data.kind.job({ to: 2 }, { createdBy: 'system' }), id: 'schema-2' }, clock.now());
  const isReady = async () => true;
  await createRunner({ jobs, workers: [data.kind], isReady, clock, log: consoleLog }).run(300_000);
}

async function killAgainAndAgain(times: number): Promise<void> {
  const suite = await startTestSuite({ services: ['firestore'] });
  Object.assign(process.env, suite.env);
  try {
    const db = connect();
    const writer = db.bulkWriter();
    for (let n = 0; n < DOCUMENTS; n += 1) void writer.set(db.collection('things').doc(`${n}`), { n });
    await writer.close();

    const begun = Date.now();
    let kills = 0;
    let code: number | null = null;
    while (code !== 0) {
      const args = ['--import', 'tsx', fileURLToPath(import.meta.url), 'work', String(kills * AHEAD_MS)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      // Within a page, told by pages and not by time: a busy machine would get nowhere between two kills.
      let pagesLeft = kills < times ? Math.ceil(Math.random() * MOST_PAGES) : Number.POSITIVE_INFINITY;
      child.stdout.on('data', (text: Buffer) => {
        pagesLeft -= text.toString().split('page\n').length - 1;
        if (pagesLeft <= 0) setTimeout(() => child.kill('SIGKILL'), Math.random() * KILL_WITHIN_MS);
      });
      [code] = (await once(child, 'exit')) as [number | null];
      if (code === null) kills += 1;
      else if (code !== 0) throw new Error(`The work ended with ${code}.`);
    }
    const seconds = (Date.now() - begun) / 1000;

    const things = (await db.collection('things').get()).docs.map((document) => document.data());
    const job = (await db.doc('jobs/schema-2').get()).data();
    const notOnce = things.filter((thing) => thing.times !== 1 || thing.schemaVersion !== 2).length;
    process.stdout.write(
      `${kills} kills in ${seconds.toFixed(1)} s: the work is ${job?.status}, ${job?.done} of ${DOCUMENTS} counted in ` +
        `${job?.page} pages; ${things.length} documents, ${notOnce} of them not changed exactly once\n`,
    );
    if (notOnce > 0 || job?.status !== 'done' || job.done !== DOCUMENTS) process.exitCode = 1;
  } finally {
    await suite.stop();
  }
}

const [mode = '20', ahead = '0'] = process.argv.slice(2);
if (mode === 'work') {
  await work(Number(ahead));
  process.exit(0);
} else {
  await killAgainAndAgain(Number(mode));
}
