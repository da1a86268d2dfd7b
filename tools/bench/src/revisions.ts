/**
 * Random edits, saves and restores by three editors, on the Firestore stand-in, while old revisions are thinned out: checks that
 * everything saved within two days can be restored byte for byte. `npm run revisions --workspace tools/bench -- [sequences] [first
 * seed]`
 */
import { createTestClock } from '@inkwell/functions/src/testing/clock.ts';
import { randomSequence } from '@inkwell/functions/src/testing/random-sequence.ts';
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { startTestSuite } from 'firebase-local/testing/suite';

const STEPS = 40;
const SIDE_BY_SIDE = 8;
const PROJECT = 'demo-inkwell';

const [sequences = 500, firstSeed = 1] = process.argv.slice(2).map(Number);
const suite = await startTestSuite({ services: ['firestore'] });
Object.assign(process.env, suite.env);
const app = initializeApp({ projectId: PROJECT });

let next = firstSeed;
let checked = 0;
const missing: string[] = [];

/** Runs the sequences, each in its own database. */
async function work(): Promise<void> {
  while (next < firstSeed + sequences) {
    const seed = next;
    next += 1;
    const db = getFirestore(app, `sequence-${seed}`);
    const report = await randomSequence({ db, clock: createTestClock(), seed, steps: STEPS });
    await db.terminate();
    checked += report.checked;
    missing.push(...report.missing.map(({ id, why }) => `sequence ${seed}, revision ${id}: ${why}`));
    if (seed % 50 === 0)
      console.log(`sequence ${seed}: ${checked} looks for a state so far, ${missing.length} missing`);
  }
}

try {
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
} finally {
  await suite.stop();
}
for (const line of missing) console.error(line);
console.log(`${sequences} sequences of ${STEPS} steps: ${checked} looks for a state, ${missing.length} in vain`);
process.exitCode = missing.length > 0 ? 1 : 0;
