import { status } from '@grpc/grpc-js';
import { Timestamp, type Transaction } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { openLine } from '../../testing/line.ts';
import { connectAdmin, newProjectId, openTarget, refusal } from './target.ts';

const projectId = newProjectId();
const { target, db } = await openTarget(projectId);

function deferred() {
  let settle: () => void = () => undefined;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { settled, settle: () => settle() };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// Source: "Transactions and batched writes"; "Transaction serializability and isolation".
describe('transactions', () => {
  // Skipped for the official emulator, where transactions may use up their five attempts.
  it('count correctly when 30 of them change one document at the same time', async (context) => {
    context.skip(target.isOfficial);
    const counter = db.doc('sum/counter');
    await counter.set({ n: 0 });

    const add = () =>
      db.runTransaction(async (transaction) => {
        const snapshot = await transaction.get(counter);
        transaction.update(counter, { n: (snapshot.get('n') as number) + 1 });
      });
    await Promise.all(Array.from({ length: 30 }, add));

    expect((await counter.get()).get('n')).toBe(30);
  });

  it('are repeated when another transaction commits a document that they have read', async () => {
    const shared = db.doc('race/shared');
    await shared.set({ n: 0 });
    let bothHaveRead = 0;

    const add = () =>
      db.runTransaction(async (transaction) => {
        const snapshot = await transaction.get(shared);
        bothHaveRead++;
        if (bothHaveRead <= 2) while (bothHaveRead < 2) await pause(5);
        transaction.update(shared, { n: (snapshot.get('n') as number) + 1 });
      });
    await Promise.all([add(), add()]);

    expect((await shared.get()).get('n')).toBe(2);
    expect(bothHaveRead).toBeGreaterThan(2);
  });

  it('block outside writes to documents that they have read until they end', async () => {
    const doc = db.doc('lock/a');
    await doc.set({ n: 1 });
    const order: string[] = [];
    let outside: Promise<unknown> = Promise.resolve();

    await db.runTransaction(async (transaction) => {
      await transaction.get(doc);
      outside = doc.update({ by: 'outside' }).then(() => order.push('outside'));
      await pause(150);
      transaction.update(doc, { n: 2 });
      order.push('inside');
    });
    await outside;

    expect(order).toEqual(['inside', 'outside']);
    expect((await doc.get()).data()).toEqual({ n: 2, by: 'outside' });
  });

  it('prevent overbooking when they read a query before they write', async () => {
    const seats = db.collection('seats');

    const book = (name: string) =>
      db.runTransaction(async (transaction) => {
        const taken = await transaction.get(seats.where('flight', '==', 'x'));
        if (taken.size > 0) return false;
        transaction.create(seats.doc(name), { flight: 'x' });
        return true;
      });
    const booked = await Promise.all([book('a'), book('b'), book('c')]);

    expect(booked.filter(Boolean)).toHaveLength(1);
    expect((await seats.get()).size).toBe(1);
  });

  it('release their locks when they fail', async () => {
    const doc = db.doc('release/a');
    await doc.set({ n: 1 });
    await db
      .runTransaction(async (transaction) => {
        await transaction.get(doc);
        throw new Error('no');
      })
      .catch(() => undefined);

    const before = Date.now();
    await doc.update({ n: 2 });

    expect(Date.now() - before).toBeLessThan(2_000);
  });

  // Only the stand-in does this: production and Google's emulator wait until the transaction expires.
  it('release their locks when their client disconnects', async (context) => {
    context.skip(target.isOfficial);
    const line = await openLine(target.host);
    const gone = connectAdmin(line.host, projectId);
    const doc = db.doc('gone/a');
    await doc.set({ n: 1 });
    const hasRead = deferred();
    const isOver = deferred();
    const reading = async (transaction: Transaction) => {
      await transaction.get(gone.db.doc(doc.path));
      hasRead.settle();
      await isOver.settled;
    };
    const transaction = gone.db.runTransaction(reading, { maxAttempts: 1 }).catch(() => undefined);
    await hasRead.settled;

    line.cut();
    const before = Date.now();
    await doc.update({ n: 2 });

    expect(Date.now() - before).toBeLessThan(2_000);
    line.mend();
    isOver.settle();
    await transaction;
    await gone.close();
    line.close();
  });
});

// Source: firestore.proto, TransactionOptions.ReadOnly; "Usage and limits" (one hour of old versions).
describe('reading the past', () => {
  it('returns earlier versions of documents and queries', async () => {
    const collection = db.collection('past');
    await collection.doc('changed').set({ n: 1 });
    const { writeTime } = await collection.doc('deleted').set({ n: 2 });
    await collection.doc('changed').set({ n: 10 });
    await collection.doc('deleted').delete();
    await collection.doc('added').set({ n: 3 });

    const seen = await db.runTransaction(
      async (transaction) => {
        const [changed, all] = await Promise.all([
          transaction.get(collection.doc('changed')),
          transaction.get(collection.orderBy('n', 'desc')),
        ]);
        return { changed: changed.get('n'), all: all.docs.map(({ id }) => id) };
      },
      { readOnly: true, readTime: writeTime },
    );

    expect(seen).toEqual({ changed: 1, all: ['deleted', 'changed'] });
  });

  it('reads at one time during a read-only transaction, without locks', async () => {
    const doc = db.doc('moment/a');
    await doc.set({ n: 1 });

    const seen = await db.runTransaction(
      async (transaction) => {
        const first = await transaction.get(doc);
        await doc.set({ n: 2 });
        const second = await transaction.get(doc);
        return [first.get('n'), second.get('n')];
      },
      { readOnly: true },
    );

    expect(seen).toEqual([1, 1]);
    expect((await doc.get()).get('n')).toBe(2);
  });

  it('refuses the future and the distant past', async (context) => {
    context.skip(target.isOfficial, 'the official emulator reads back further than an hour');
    const at = (readTime: Timestamp) =>
      refusal(db.runTransaction((transaction) => transaction.get(db.doc('a/b')), { readOnly: true, readTime }));

    expect((await at(Timestamp.fromMillis(Date.now() + 100_000))).code).toBe(status.INVALID_ARGUMENT);
    expect((await at(Timestamp.fromMillis(Date.now() - 2 * 3600_000))).code).toBe(status.FAILED_PRECONDITION);
  });
});
