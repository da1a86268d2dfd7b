import { beforeAll, describe, expect, it } from 'vitest';
import { createMeter, withMeter } from '../common/meter.ts';
import { db, resetFirestore } from '../testing/server.ts';
import { meterFirestore } from './meter.ts';

/* Fails if a new version of @google-cloud/firestore no longer sends everything through its private `request` and `requestStream`. */
describe('the Firestore meter', () => {
  beforeAll(async () => {
    await resetFirestore();
    meterFirestore(db);
  });

  const costOf = async (work: () => Promise<unknown>) => {
    const meter = createMeter();
    await withMeter(meter, work);
    return [meter.reads, meter.writes];
  };
  const things = db.collection('things');

  it('counts single, batched and transactional writes', async () => {
    expect(await costOf(() => things.doc('a').set({ n: 1 }))).toEqual([0, 1]);
    expect(await costOf(() => db.batch().set(things.doc('b'), { n: 2 }).delete(things.doc('c')).commit())).toEqual([
      0, 2,
    ]);
    const transaction = () =>
      db.runTransaction(async (t) => void t.update((await t.get(things.doc('a'))).ref, { n: 3 }));
    expect(await costOf(transaction)).toEqual([1, 1]);
  });

  it('counts reads: documents, missing documents, queries, empty queries and aggregations', async () => {
    expect(await costOf(() => things.doc('a').get())).toEqual([1, 0]);
    expect(await costOf(() => db.getAll(things.doc('a'), things.doc('missing')))).toEqual([2, 0]);
    expect(await costOf(() => things.get())).toEqual([2, 0]);
    expect(await costOf(() => things.where('n', '==', 99).get())).toEqual([1, 0]);
    expect(await costOf(() => things.count().get())).toEqual([1, 0]);
  });

  it('refuses a client without those methods', () => {
    expect(() => meterFirestore({} as typeof db)).toThrow('cannot be metered');
  });
});
