import { status } from '@grpc/grpc-js';
import { FieldPath, GeoPoint, type Query, Timestamp } from 'firebase-admin/firestore';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTarget, refusal } from './target.ts';

const { target, db } = await openTarget();

beforeAll(async () => {
  const batch = db.batch();
  // The ids are in the order of their values.
  const values: [string, unknown][] = [
    ['00null', null],
    ['01false', false],
    ['02true', true],
    ['03nan', Number.NaN],
    ['04minusInfinity', Number.NEGATIVE_INFINITY],
    ['05one', 1],
    ['06oneAndAHalf', 1.5],
    ['07infinity', Number.POSITIVE_INFINITY],
    ['08time', new Timestamp(5, 1000)],
    ['09empty', ''],
    ['10a', 'a'],
    ['11uffee', '\uffee'],
    ['12emoji', '😀'],
    ['13bytes', Buffer.from([1])],
    ['14reference', db.doc('a/b')],
    ['15deeper', db.doc('a/b/c/d')],
    ['16place', new GeoPoint(1, 2)],
    ['17emptyList', []],
    ['18list', [1]],
    ['19longer', [1, 2]],
    ['20emptyMap', {}],
    ['21map', { a: 1 }],
    ['22more', { a: 1, b: 0 }],
    ['23key', { b: 0 }],
  ];
  for (const [id, value] of values) batch.set(db.doc(`values/${id}`), { value });
  batch.set(db.doc('values/without'), { other: 1 });
  for (let i = 0; i < 300; i++) {
    batch.set(db.doc(`items/${String(i).padStart(3, '0')}`), {
      n: i,
      parity: i % 2 === 0 ? 'even' : 'odd',
      group: i % 10,
      tags: [`t${i % 3}`, `u${i % 7}`],
    });
  }
  for (const [path, n] of [
    ['c/1/sub/a', 3],
    ['c/2/sub/b', 1],
    ['sub/c', 2],
    ['c/1/subs/d', 0],
  ] as const) {
    batch.set(db.doc(path), { n });
  }
  await batch.commit();
});

const ids = async (query: Query) => (await query.get()).docs.map(({ id }) => id);
const numbers = async (query: Query) => (await query.get()).docs.map((snapshot) => snapshot.get('n') as number);
const values = () => db.collection('values');
const items = () => db.collection('items');

// Source: "Supported data types", value type ordering.
describe('the order of values', () => {
  it('sorts by type and then by value, and omits documents without the field', async () => {
    const sorted = await ids(values().orderBy('value'));

    expect(sorted).toEqual([...sorted].sort());
    expect(sorted).toHaveLength(24);
  });

  it('is reversed when descending', async () => {
    expect(await ids(values().orderBy('value', 'desc'))).toEqual((await ids(values().orderBy('value'))).reverse());
  });
});

// Source: "Perform simple and compound queries", query operators and limitations. The operators themselves are in oracle-queries.ts.
describe('filters', () => {
  it("compare only values of the operand's type", async () => {
    expect(await ids(values().where('value', '>', 1))).toEqual(['06oneAndAHalf', '07infinity']);
    expect(await ids(values().where('value', '<=', 1))).toEqual(['04minusInfinity', '05one']);
    expect(await ids(values().where('value', '>=', 'a'))).toEqual(['10a', '11uffee', '12emoji']);
    expect(await ids(values().where('value', '>', [1]))).toEqual(['19longer']);
  });

  it('match the names of documents, some of which are missing', async () => {
    expect(await numbers(items().where(FieldPath.documentId(), 'in', ['005', '003', 'none']))).toEqual([3, 5]);
  });

  it.each([
    ['more than 30 values of in', (q: Query) => q.where('n', 'in', [...Array(31).keys()])],
    ['more than 10 values of not-in', (q: Query) => q.where('n', 'not-in', [...Array(11).keys()])],
    ['an empty list', (q: Query) => q.where('n', 'in', [])],
    ['two inequalities by !=', (q: Query) => q.where('n', '!=', 1).where('group', '!=', 1)],
    ['not-in with in', (q: Query) => q.where('n', 'not-in', [1]).where('group', 'in', [1])],
    ['two array-contains', (q: Query) => q.where('tags', 'array-contains', 'a').where('tags', 'array-contains', 'b')],
    [
      'more than 30 disjunctions',
      (q: Query) => q.where('n', 'in', [1, 2, 3, 4, 5, 6]).where('group', 'in', [1, 2, 3, 4, 5, 6]),
    ],
    ['a string of more than 1,499 bytes', (q: Query) => q.where('n', '>=', 'é'.repeat(750))],
    ['a map of more than 1,500 bytes', (q: Query) => q.where('n', '==', { m: 'x'.repeat(1499) })],
    ['a list with a value of more than 1,500 bytes', (q: Query) => q.where('n', 'in', ['a', Buffer.alloc(1501)])],
  ])('refuse %s', async (_name, build) => {
    expect((await refusal(build(items()).get())).code).toBe(status.INVALID_ARGUMENT);
  });

  it('accept values just below the size limit, which applies to each value of a list', async () => {
    const [text, bytes] = ['x'.repeat(1499), Buffer.alloc(1500)];

    expect(await numbers(items().where('n', '>=', text))).toEqual([]);
    expect(await numbers(items().where('n', 'in', [text, bytes]))).toEqual([]);
    expect(await numbers(items().where('tags', 'array-contains-any', [text, bytes]))).toEqual([]);
  });
});

// Source: "Order and limit data", "Paginate data with query cursors"; query.proto, order_by.
describe('order, limits and cursors', () => {
  // Four rounds, because the stand-in creates an index when a query of the same shape recurs.
  it.each([1, 2, 3, 4])('return every document once over pages with cursors (round %i)', async () => {
    const seen: number[] = [];
    const page = items().where('parity', '==', 'odd').orderBy('group', 'desc').orderBy('n').limit(40);
    for (let snapshot = await page.get(); !snapshot.empty; ) {
      seen.push(...snapshot.docs.map((doc) => doc.get('n') as number));
      snapshot = await page.startAfter(snapshot.docs.at(-1)).get();
    }

    const expected = [9, 7, 5, 3, 1].flatMap((group) => [...Array(30).keys()].map((i) => i * 10 + group));
    expect(seen).toEqual(expected);
  });

  it.each([1, 2, 3, 4])('apply cursors and ranges on both sides, inclusive or exclusive (round %i)', async () => {
    const sorted = items().orderBy('n');

    expect(await numbers(sorted.startAt(5).endBefore(8))).toEqual([5, 6, 7]);
    expect(await numbers(sorted.startAfter(5).endAt(8))).toEqual([6, 7, 8]);
    expect(await numbers(items().orderBy('n', 'desc').startAfter(5).limit(2))).toEqual([4, 3]);
    expect(await numbers(sorted.where('n', '>', 290).where('n', '<=', 293))).toEqual([291, 292, 293]);
    expect(await numbers(sorted.limitToLast(2))).toEqual([298, 299]);
    expect(await numbers(sorted.offset(297).limit(5))).toEqual([297, 298, 299]);
  });

  it.each([1, 2, 3, 4])('apply to array filters (round %i)', async () => {
    const found = await numbers(items().where('tags', 'array-contains', 'u6').orderBy('n', 'desc').limit(3));

    expect(found).toEqual([293, 286, 279]);
  });

  it.each([1, 2, 3, 4])('apply to filters that most documents match (round %i)', async () => {
    const common = items().where('tags', 'array-contains-any', ['u0', 'u1', 'u2', 'u3', 'u4', 'u5']);

    expect(await numbers(common.orderBy('n', 'desc').offset(1).limit(3))).toEqual([298, 297, 296]);
    expect(await numbers(common.where('parity', '==', 'even').orderBy('n').startAfter(2).limit(3))).toEqual([4, 8, 10]);
  });

  it('include a committed change', async () => {
    const first = () => items().where('parity', '==', 'even').orderBy('n', 'desc').limit(1);
    expect(await numbers(first())).toEqual([298]);

    await db.doc('items/new').set({ n: 1000, parity: 'even', group: 0, tags: [] });
    expect(await numbers(first())).toEqual([1000]);

    await db.doc('items/new').delete();
    expect(await numbers(first())).toEqual([298]);
  });

  it('return only the selected fields', async () => {
    const [first] = (await items().orderBy('n').select('parity').limit(1).get()).docs;

    expect(first?.data()).toEqual({ parity: 'even' });
  });

  it('sort a collection group by a field', async () => {
    expect(await ids(db.collectionGroup('sub').orderBy('n'))).toEqual(['b', 'c', 'a']);
  });

  // Source: firestore.proto, PartitionQuery, which the official emulator does not serve.
  it('split a collection group into partitions that cover it without overlap', async (context) => {
    context.skip(target.isOfficial);
    const found: string[] = [];
    for await (const partition of db.collectionGroup('items').getPartitions(5)) {
      found.push(...(await ids(partition.toQuery())));
    }

    expect(found).toEqual(await ids(db.collectionGroup('items')));
  });
});
