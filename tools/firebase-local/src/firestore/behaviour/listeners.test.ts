import type { Query } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { openLine } from '../../testing/line.ts';
import { connectAdmin, newProjectId, openTarget } from './target.ts';

const { target, db } = await openTarget();

/** Collects the changes that a listener receives, one line each. */
function follow(query: Query) {
  const changes: string[] = [];
  let snapshots = 0;
  const stop = query.onSnapshot((snapshot) => {
    snapshots++;
    for (const { type, doc } of snapshot.docChanges()) changes.push(`${type} ${doc.id} ${doc.get('n')}`);
  });
  return { changes, stop, snapshots: () => snapshots };
}

// Source: "Get realtime updates with Cloud Firestore".
describe('listeners', () => {
  it('report documents that are added, changed, removed from the query and deleted', async () => {
    const { changes, stop, snapshots } = follow(db.collection('live').where('n', '>=', 10).orderBy('n'));
    await expect.poll(snapshots).toBe(1);

    const doc = db.doc('live/a');
    for (const step of [{ n: 1 }, { n: 10 }, { n: 11 }, { n: 2 }, { n: 12 }]) {
      await doc.set(step);
      await db.doc('live/unrelated').set({ n: 0, step });
    }
    await doc.delete();
    await expect.poll(() => changes.length).toBeGreaterThanOrEqual(5);
    stop();

    expect(changes).toEqual(['added a 10', 'modified a 11', 'removed a 11', 'added a 12', 'removed a 12']);
  });

  it('fill a limited query again when a document is deleted', async () => {
    const collection = db.collection('window');
    for (const n of [1, 2, 3, 4]) await collection.doc(`d${n}`).set({ n });
    const { changes, stop } = follow(collection.orderBy('n').limit(2));
    await expect.poll(() => changes.length).toBe(2);

    await collection.doc('d1').delete();
    await expect.poll(() => changes.length).toBe(4);
    stop();

    expect(changes).toEqual(['added d1 1', 'added d2 2', 'removed d1 1', 'added d3 3']);
  });

  it('report a commit of several documents in one snapshot', async () => {
    const sizes: number[] = [];
    const stop = db.collection('atomic').onSnapshot(({ size }) => sizes.push(size));
    await expect.poll(() => sizes.length).toBe(1);

    const batch = db.batch();
    for (const id of ['a', 'b', 'c']) batch.set(db.doc(`atomic/${id}`), {});
    await batch.commit();
    await expect.poll(() => sizes.at(-1)).toBe(3);
    stop();

    expect(sizes).toEqual([0, 3]);
  });

  it('follow one document that may not exist', async () => {
    const seen: unknown[] = [];
    const stop = db.doc('single/a').onSnapshot((snapshot) => seen.push(snapshot.data()));
    await expect.poll(() => seen.length).toBe(1);
    await db.doc('single/a').set({ n: 1 });
    await expect.poll(() => seen.length).toBe(2);
    await db.doc('single/a').delete();
    await expect.poll(() => seen.length).toBe(3);
    stop();

    expect(seen).toEqual([undefined, { n: 1 }, undefined]);
  });

  it('receive every change once across broken connections', async () => {
    const line = await openLine(target.host);
    const projectId = newProjectId();
    const writer = connectAdmin(target.host, projectId);
    const listener = connectAdmin(line.host, projectId);
    const { changes, stop, snapshots } = follow(listener.db.collection('events'));
    await expect.poll(snapshots).toBe(1);

    const expected: string[] = [];
    await writer.db.doc('events/gone').set({ n: 0 });
    expected.push('added gone 0');
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 5; i++) {
        const n = round * 10 + i;
        await writer.db.doc(`events/e${n}`).set({ n });
        expected.push(`added e${n} ${n}`);
        if (i === 1) line.cut();
        if (i === 3) line.mend();
      }
      await expect.poll(() => changes.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(expected.length);
    }
    line.cut();
    await writer.db.doc('events/gone').delete();
    line.mend();
    expected.push('removed gone 0');
    await expect.poll(() => changes.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(expected.length);
    stop();
    await Promise.all([writer.close(), listener.close()]);
    line.close();

    expect([...changes].sort()).toEqual([...expected].sort());
  }, 60_000);
});
