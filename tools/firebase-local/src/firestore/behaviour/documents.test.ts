import { status } from '@grpc/grpc-js';
import { FieldValue, GeoPoint, Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { connectAdmin, openTarget, refusal } from './target.ts';

const { target, db } = await openTarget();

const data = async (path: string) => (await db.doc(path).get()).data();

// Source: "Add data to Cloud Firestore".
describe('writing documents', () => {
  it('returns every type unchanged', async () => {
    const stored = {
      nothing: null,
      yes: true,
      whole: 9007199254740991,
      fraction: 1.5,
      notANumber: Number.NaN,
      endless: Number.NEGATIVE_INFINITY,
      text: 'ä😀',
      bytes: Buffer.from([0, 255]),
      place: new GeoPoint(-12.5, 170),
      time: new Timestamp(1_700_000_000, 123_456_000),
      list: [1, 'a', { deep: [null] }],
      map: { constructor: { toString: 'legal' } },
      reference: db.doc('a/b'),
    };

    await db.doc('types/all').set(stored);

    const read = await data('types/all');
    expect(read).toEqual(stored);
  });

  it('preserves fields that a merge does not name', async () => {
    await db.doc('merge/a').set({ map: { kept: 1, changed: 1 }, other: true });

    await db.doc('merge/a').set({ map: { changed: 2 } }, { merge: true });

    expect(await data('merge/a')).toEqual({ map: { kept: 1, changed: 2 }, other: true });
  });

  it('changes and deletes nested fields by their path', async () => {
    await db.doc('paths/a').set({ a: { b: 1, c: 2 }, 'odd.name': 1 });

    await db.doc('paths/a').update({ 'a.b': FieldValue.delete(), 'x.y.z': 1 });

    expect(await data('paths/a')).toEqual({ a: { c: 2 }, 'odd.name': 1, x: { y: { z: 1 } } });
  });

  // Source: write.proto, WriteResult.update_time.
  it('keeps the update time when a write changes nothing', async () => {
    const first = await db.doc('same/a').set({ n: 1 });

    const second = await db.doc('same/a').set({ n: 1 });

    expect(second.writeTime.isEqual(first.writeTime)).toBe(true);
  });

  // Source: document.proto, timestamp_value.
  it('rounds times down to microseconds', async () => {
    await db.doc('times/a').set({ at: new Timestamp(1, 123_456_789) });

    expect((await data('times/a'))?.at.nanoseconds).toBe(123_456_000);
  });
});

// Source: common.proto, Precondition; google/rpc/code.proto.
describe('preconditions', () => {
  it('refuses to create an existing document', async () => {
    await db.doc('pre/exists').set({ n: 1 });

    expect((await refusal(db.doc('pre/exists').create({ n: 2 }))).code).toBe(status.ALREADY_EXISTS);
    expect(await data('pre/exists')).toEqual({ n: 1 });
  });

  it('refuses to update a missing document', async () => {
    expect((await refusal(db.doc('pre/missing').update({ n: 2 }))).code).toBe(status.NOT_FOUND);
  });

  it('deletes a missing document, unless the precondition requires it to exist', async () => {
    await db.doc('pre/missing').delete();

    expect((await refusal(db.doc('pre/missing').delete({ exists: true }))).code).toBe(status.NOT_FOUND);
  });

  it('refuses a write whose base version has changed', async () => {
    const { writeTime } = await db.doc('pre/version').set({ n: 1 });
    await db.doc('pre/version').set({ n: 2 });

    const late = await refusal(db.doc('pre/version').update({ n: 3 }, { lastUpdateTime: writeTime }));

    expect(late.code).toBe(status.FAILED_PRECONDITION);
    expect(late.message).toContain('does not match the required base version');
  });

  it('writes a whole batch or nothing', async () => {
    const batch = db.batch();
    batch.set(db.doc('batch/a'), { n: 1 });
    batch.update(db.doc('batch/missing'), { n: 1 });

    expect((await refusal(batch.commit())).code).toBe(status.NOT_FOUND);
    expect(await data('batch/a')).toBeUndefined();
  });

  it('reports the result of each write to a BulkWriter', async () => {
    await db.doc('bulk/taken').set({});
    const writer = db.bulkWriter();
    writer.onWriteError(() => false);

    const results = await Promise.allSettled([
      writer.create(db.doc('bulk/new'), { n: 1 }),
      writer.create(db.doc('bulk/taken'), { n: 1 }),
      writer.close(),
    ]);

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await data('bulk/new')).toEqual({ n: 1 });
  });
});

// Source: write.proto, DocumentTransform.FieldTransform.
describe('transforms', () => {
  it('increments integers and doubles, and replaces values that are not numbers', async () => {
    await db.doc('inc/a').set({ whole: 1, fraction: 1.5, text: 'x' });

    await db.doc('inc/a').update({
      whole: FieldValue.increment(2),
      fraction: FieldValue.increment(1),
      text: FieldValue.increment(7),
      fresh: FieldValue.increment(-1),
    });

    expect(await data('inc/a')).toEqual({ whole: 3, fraction: 2.5, text: 7, fresh: -1 });
  });

  it('adds each missing element once and removes every equal one', async () => {
    await db.doc('lists/a').set({ list: [1, 'a', 1, Number.NaN] });

    await db.doc('lists/a').update({ list: FieldValue.arrayUnion(1, 2, 2, Number.NaN, { m: 1 }) });
    expect((await data('lists/a'))?.list).toEqual([1, 'a', 1, Number.NaN, 2, { m: 1 }]);

    await db.doc('lists/a').update({ list: FieldValue.arrayRemove(1, { m: 1 }), none: FieldValue.arrayRemove(1) });
    expect(await data('lists/a')).toEqual({ list: ['a', Number.NaN, 2], none: [] });
  });

  it('gives all server timestamps of a commit the same millisecond', async () => {
    const batch = db.batch();
    batch.set(db.doc('server/a'), { at: FieldValue.serverTimestamp() });
    batch.set(db.doc('server/b'), { deep: { at: FieldValue.serverTimestamp() } });
    await batch.commit();

    const a = (await data('server/a'))?.at as Timestamp;
    const b = (await data('server/b'))?.deep.at as Timestamp;
    expect(a.isEqual(b)).toBe(true);
    expect(a.nanoseconds % 1_000_000).toBe(0);
    expect(Math.abs(a.toMillis() - Date.now())).toBeLessThan(10_000);
  });
});

// Source: "Usage and limits".
describe('limits', () => {
  const invalid = async (call: Promise<unknown>) => {
    const { code, message } = await refusal(call);
    expect(code).toBe(status.INVALID_ARGUMENT);
    return message;
  };

  it('accepts a field value of 1 MiB less 89 bytes and refuses one byte more', async () => {
    await db.doc('limit/a').set({ s: 'x'.repeat(1_048_487) });

    expect(await invalid(db.doc('limit/a').set({ s: 'x'.repeat(1_048_488) }))).toContain('longer than 1048487 bytes');
  });

  it('refuses a document larger than 1 MiB', async () => {
    await invalid(db.doc('limit/a').set({ a: 'x'.repeat(600_000), b: 'x'.repeat(600_000) }));
  });

  it('counts the bytes of UTF-8, not characters', async () => {
    await invalid(db.doc('limit/a').set({ a: '€'.repeat(349_496) }));
  });

  it('refuses reserved names and names that are too long', async () => {
    expect(await invalid(db.doc('limit/a').set({ __x__: 1 }))).toContain('reserved');
    expect(await invalid(db.doc('limit/a').set({ deep: { __x__: 1 } }))).toContain('reserved');
    expect(await invalid(db.doc('limit/__x__').set({}))).toContain('reserved');
    expect(await invalid(db.doc('__x__/a').set({}))).toContain('reserved');
    await invalid(db.doc(`limit/${'x'.repeat(1501)}`).set({}));
    await invalid(db.doc('limit/a').set({ ['x'.repeat(1501)]: 1 }));
    await db.doc(`limit/${'x'.repeat(1500)}`).set({ ['y'.repeat(1500)]: 1 });
  });

  it('refuses an array directly inside an array', async () => {
    expect(await invalid(db.doc('limit/a').set({ list: [[1]] }))).toContain('array value in an array value');
  });

  // Source: release notes of March 2023: the limit of 500 writes was lifted for commits.
  it('commits more than 500 writes at once', async () => {
    const batch = db.batch();
    for (let i = 0; i < 501; i++) batch.set(db.doc(`many/${i}`), { i });
    await batch.commit();

    expect((await db.collection('many').count().get()).data().count).toBe(501);
  });
});

// Source: firestore.proto, ListDocuments and ListCollectionIds.
describe('listing', () => {
  it('lists missing documents that have subcollections', async () => {
    await db.doc('list/ghost/sub/a').set({});
    await db.doc('list/real').set({});

    const listed = await db.collection('list').listDocuments();

    expect(listed.map(({ id }) => id)).toEqual(['ghost', 'real']);
  });

  it('lists the collections below a document', async () => {
    await db.doc('tree/a/x/1').set({});
    await db.doc('tree/a/y/1/z/1').set({});

    expect((await db.doc('tree/a').listCollections()).map(({ id }) => id)).toEqual(['x', 'y']);
  });

  it('deletes a tree and nothing else', async () => {
    await db.doc('forest/a/x/1/y/1').set({});
    await db.doc('forest/a').set({});
    await db.doc('forest/ab/x/1').set({});

    await db.recursiveDelete(db.doc('forest/a'));

    expect((await db.doc('forest/a/x/1/y/1').get()).exists).toBe(false);
    expect((await db.doc('forest/a').get()).exists).toBe(false);
    expect((await db.doc('forest/ab/x/1').get()).exists).toBe(true);
  });

  it('answers getAll in order, with a field mask', async () => {
    await db.doc('all/a').set({ x: 1, y: { z: 2, w: 3 } });

    const found = await db.getAll(db.doc('all/none'), db.doc('all/a'), { fieldMask: ['y.z'] });

    expect(found.map((snapshot) => snapshot.data())).toEqual([undefined, { y: { z: 2 } }]);
  });

  it('separates projects and databases', async () => {
    const other = connectAdmin(target.host);
    await db.doc('shared/a').set({ of: 'one' });

    expect((await other.db.doc('shared/a').get()).exists).toBe(false);
    await other.close();
  });
});
