import { createHash } from 'node:crypto';
import { argv, stdout } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { nothingUnderWay } from '../common/under-way.ts';
import { createTrafficRecorder } from '../traffic/recorder.repository.ts';
import { SITE } from '../traffic/tally.ts';
import { createTrafficRepository } from '../traffic/traffic.repository.ts';

/*
 * An instance that tests kill: counts visits of one day, `count-visits.ts PROJECT DATABASE DAY NUMBER VISITS`. Each line of its output has how many
 * it has recorded, and how many of these are surely stored. A pipe keeps the lines of a killed process.
 */

const [projectId = '', database = '', day = '', number, visits] = argv.slice(2);
const traffic = createTrafficRepository(getFirestore(initializeApp({ projectId }), database));
let [recorded, stored, storedBefore] = [0, 0, 0];
const say = () => void stdout.write(`${recorded} ${storedBefore}\n`);
const recorder = createTrafficRecorder({
  traffic: {
    shard: traffic.shard,
    async store(...args) {
      const before = recorded;
      const shard = await traffic.store(...args);
      // Some visits since the previous write may wait for the next one.
      [storedBefore, stored] = [stored, before];
      say();
      return shard;
    },
  },
  everyMs: 50,
  onError: (error) => {
    throw error;
  },
});

for (let n = 0; n < Number(visits); n += 1) {
  recorded += 1;
  say();
  const visitor = createHash('sha256').update(`${number} ${n}`).digest().readUInt32BE();
  void recorder.record(day, [
    { scope: SITE, kind: 'all', key: '', visitor },
    { scope: 'p1', kind: 'read', key: '100' },
    { scope: 'issue*i', kind: 'click', key: '0' },
  ]);
  if (n % 10 === 0) await sleep(20);
}
await nothingUnderWay();
storedBefore = recorded;
say();
