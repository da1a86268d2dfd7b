import {
  AggregateField,
  type CollectionReference,
  type DocumentData,
  FieldPath,
  FieldValue,
  Filter,
  type Firestore,
  type Query,
  Timestamp,
} from 'firebase-admin/firestore';

/**
 * Queries and the results of Google's backend. Source: the integration tests of github.com/firebase/firebase-js-sdk
 * (packages/firestore/test/integration/api: query, composite_index_query, cursor, database) and the system tests of
 * github.com/googleapis/nodejs-firestore (dev/system-test/firestore.ts), which run against production; read on 2026-11-21. Documents are as small as
 * possible.
 */
export interface QueryGroup {
  title: string;
  /** By id. A key with slashes is a path from the root of the database. */
  documents: Record<string, DocumentData> | ((db: Firestore) => Record<string, DocumentData>);
  /** A query of the collection, and the ids of its results in order, or `refused` (INVALID_ARGUMENT). */
  queries: readonly (readonly [query: (c: CollectionReference) => Runnable, ids: string])[];
}

/** The method that queries, vector queries and aggregations share. */
interface Runnable {
  get(): Promise<{ docs: readonly { id: string }[] }>;
}

const id = FieldPath.documentId();
const is = Filter.where;
const { and, or } = Filter;

const sorted = {
  a: { sort: 0 },
  b: { sort: 1 },
  c: { sort: 1 },
  d: { sort: 2 },
};

/** The ids are in the order of the values. */
const zips = {
  a: { zip: Number.NaN },
  b: { zip: 91102 },
  c: { zip: 98101 },
  d: { zip: 98103 },
  e: { zip: [98101] },
  f: { zip: [98101, 98102] },
  g: { zip: ['98101', { zip: 98101 }] },
  h: { zip: { code: 500 } },
  i: { code: 500 },
  j: { zip: null },
};

const arrays = {
  a: { array: [42] },
  b: { array: ['a', 42, 'c'] },
  c: { array: [41.999, '42', { a: [42] }] },
  d: { array: [42], array2: ['bingo'] },
  e: { array: [43] },
  f: { array: [{ a: 42 }] },
  g: { array: 42 },
  h: { array: [null] },
  i: { array: [Number.NaN] },
};

const isOneOrOne = or(is('a', '==', 1), is('b', '==', 1));
const isTwoOrOne = or(is('a', '==', 2), is('b', '==', 1));
const isOneOrMore = or(is('a', '==', 1), is('b', '>', 0));
/** Two inequalities, each with an equality or an inequality of another field. */
const isEither = or(and(is('key', '==', 'b'), is('sort', '<=', 2)), and(is('key', '!=', 'b'), is('v', '>', 4)));

const keys = { aa: { key: 'aa' }, ab: { key: 'ab' }, ba: { key: 'ba' }, bb: { key: 'bb' } };

const full = {
  1: { a: 1, b: 0 },
  2: { a: 2, b: 1 },
  3: { a: 3, b: 2 },
  4: { a: 1, b: 3 },
  5: { a: 1, b: 1 },
};

const sparse = {
  1: { a: 1, b: 0 },
  2: { b: 1 },
  3: { a: 3, b: 2 },
  4: { a: 1, b: 3 },
  5: { a: 1 },
  6: { a: 2 },
};

const lists = {
  1: { a: 1, b: [0] },
  2: { b: [1] },
  3: { a: 3, b: [2, 7], c: 10 },
  4: { a: 1, b: [3, 7] },
  5: { a: 1 },
  6: { a: 2, c: 20 },
};

const composite = {
  1: { key: 'a', sort: 0, v: 5 },
  2: { key: 'aa', sort: 4, v: 4 },
  3: { key: 'c', sort: 3, v: 3 },
  4: { key: 'b', sort: 2, v: 2 },
  5: { key: 'b', sort: 2, v: 1 },
  6: { key: 'b', sort: 0, v: 0 },
};

const ordered = {
  1: { key: 'a', sort: 5, v: 0 },
  2: { key: 'aa', sort: 4, v: 0 },
  3: { key: 'b', sort: 3, v: 1 },
  4: { key: 'b', sort: 2, v: 1 },
  5: { key: 'bb', sort: 1, v: 1 },
  6: { key: 'c', sort: 0, v: 2 },
};

/** Names in the order of Firestore: `__id<n>__` by number, then all others by their UTF-8 bytes. */
const names = [
  ...['__id-9223372036854775808__', '__id-9223372036854775807__', '__id-2__', '__id7__', '__id12__'],
  ...['__id9223372036854775806__', '__id9223372036854775807__', '12', '7', 'A', 'Aa', '__id', '__id1_', '_id1__', 'a'],
];
const unicode = ['Sierpiński', 'Łukasiewicz', '你好', '你顥', '岩澤', '︒', 'Ｐ', '🄟', '🐵', '😀', '😁'];
const letters = 'abcdefghijk';

/** One document for each item of `unicode`. Its id is a letter, so that the letters show the order. */
const inUnicode = (value: (text: string) => unknown) =>
  Object.fromEntries(unicode.map((text, index) => [letters[index], { value: value(text) }]));

const vectors = (...values: number[][]) =>
  Object.fromEntries(values.map((value, index) => [String(index + 2), { embedding: FieldValue.vector(value) }]));

const nearest = (c: Query, more: object) =>
  c.findNearest({ vectorField: 'embedding', queryVector: [1, 0], limit: 5, distanceMeasure: 'COSINE', ...more });

const group2 = (c: Query) => c.firestore.collectionGroup('bGroup2');

const time = (micros: number) => new Timestamp(100, micros * 1000);

export const ORACLE_QUERIES: readonly QueryGroup[] = [
  {
    title: 'limits and orders',
    documents: sorted,
    queries: [
      [(c) => c, 'a b c d'],
      [(c) => c.limit(2), 'a b'],
      [(c) => c.limit(9), 'a b c d'],
      [(c) => c.orderBy('sort'), 'a b c d'],
      [(c) => c.orderBy('sort', 'desc'), 'd c b a'],
      [(c) => c.orderBy('sort', 'desc').limit(2), 'd c'],
      [(c) => c.orderBy('sort').limit(2), 'a b'],
      [(c) => c.orderBy('sort', 'desc').limitToLast(2), 'b a'],
      [(c) => c.orderBy('sort').limitToLast(2), 'c d'],
      [(c) => c.orderBy('sort').offset(1), 'b c d'],
      [(c) => c.orderBy('sort').offset(9), ''],
      [(c) => c.orderBy('sort').offset(1).limit(1), 'b'],
      [(c) => c.orderBy('sort').endBefore(2).limitToLast(3), 'a b c'],
      [(c) => c.orderBy('sort').endAt(1).limitToLast(3), 'a b c'],
      [(c) => c.orderBy('sort').startAt(2).limitToLast(3), 'd'],
      [(c) => c.orderBy('sort').startAfter(0).limitToLast(3), 'b c d'],
      [(c) => c.orderBy('sort').startAfter(-1).limitToLast(3), 'b c d'],
      [(c) => c.orderBy('sort').startAt(1).endAt(2).limitToLast(5), 'b c d'],
      [(c) => c.orderBy('missing'), ''],
    ],
  },
  {
    title: 'the order behind an inequality',
    documents: {
      a: { foo: 42 },
      b: { foo: 42.0 },
      c: { foo: 42 },
      d: { foo: 21 },
      e: { foo: 21 },
      f: { foo: 66 },
      g: { foo: 66 },
    },
    queries: [
      [(c) => c.where('foo', '>', 21.0).orderBy('foo', 'desc'), 'g f c b a'],
      [(c) => c.where('foo', '>', 21.0), 'a b c f g'],
    ],
  },
  {
    title: 'null, NaN and infinity',
    documents: {
      a: { null: null, nan: Number.NaN, inf: Number.POSITIVE_INFINITY },
      b: { null: null, nan: 0, inf: Number.NEGATIVE_INFINITY },
      c: { null: false, nan: Number.NaN },
    },
    queries: [
      [(c) => c.where('null', '==', null).where('nan', '==', Number.NaN), 'a'],
      [(c) => c.where('null', '==', null), 'a b'],
      [(c) => c.where('nan', '==', Number.NaN), 'a c'],
      [(c) => c.where('inf', '==', Number.POSITIVE_INFINITY), 'a'],
      [(c) => c.where('inf', '==', Number.NEGATIVE_INFINITY), 'b'],
    ],
  },
  {
    title: '!=',
    documents: zips,
    queries: [
      [(c) => c.where('zip', '!=', 98101), 'a b d e f g h'],
      [(c) => c.where('zip', '!=', 98101).orderBy('zip').orderBy(id), 'a b d e f g h'],
      [(c) => c.where('zip', '!=', { code: 500 }), 'a b c d e f g'],
      [(c) => c.where('zip', '!=', null), 'a b c d e f g h'],
      [(c) => c.where('zip', '!=', Number.NaN), 'b c d e f g h'],
      [(c) => c.where('zip', '!=', [98101]), 'a b c d f g h'],
    ],
  },
  {
    title: 'not-in',
    documents: zips,
    queries: [
      [(c) => c.where('zip', 'not-in', [98101, 98103, [98101, 98102]]), 'a b e g h'],
      [(c) => c.where('zip', 'not-in', [98101, 98103]), 'a b e f g h'],
      [(c) => c.where('zip', 'not-in', [{ code: 500 }]), 'a b c d e f g'],
      [(c) => c.where('zip', 'not-in', [null]), ''],
      [(c) => c.where('zip', 'not-in', [Number.NaN]), 'b c d e f g h'],
      [(c) => c.where('zip', 'not-in', [Number.NaN, 98101]), 'b d e f g h'],
    ],
  },
  {
    title: 'in',
    documents: zips,
    queries: [
      [(c) => c.where('zip', 'in', [98101, 98103, [98101, 98102]]), 'c d f'],
      [(c) => c.where('zip', 'in', [98101, 98103]).orderBy('zip'), 'c d'],
      [(c) => c.where('zip', 'in', [{ code: 500 }]), 'h'],
      [(c) => c.where('zip', 'in', [null]), ''],
      [(c) => c.where('zip', 'in', [98101, null]), 'c'],
      [(c) => c.where('zip', 'in', [Number.NaN]), ''],
      [(c) => c.where('zip', 'in', [98101, Number.NaN]), 'c'],
    ],
  },
  {
    title: 'array-contains and array-contains-any',
    documents: arrays,
    queries: [
      [(c) => c.where('array', 'array-contains', 42), 'a b d'],
      [(c) => c.where('array', 'array-contains', '42'), 'c'],
      [(c) => c.where('array', 'array-contains-any', [42, 43]), 'a b d e'],
      [(c) => c.where('array', 'array-contains-any', [{ a: 42 }]), 'f'],
      [(c) => c.where('array', 'array-contains-any', [null]), ''],
      [(c) => c.where('array', 'array-contains-any', [43, null]), 'e'],
      [(c) => c.where('array', 'array-contains-any', [Number.NaN]), ''],
      [(c) => c.where('array', 'array-contains-any', [43, Number.NaN]), 'e'],
    ],
  },
  {
    title: 'names',
    documents: keys,
    queries: [
      [(c) => c.orderBy(id), 'aa ab ba bb'],
      [(c) => c.where(id, '==', 'ab'), 'ab'],
      [(c) => c.where(id, '>', 'aa').where(id, '<=', 'ba'), 'ab ba'],
      [(c) => c.where(id, '==', c.doc('ab')), 'ab'],
      [(c) => c.where(id, '>', c.doc('aa')).where(id, '<=', c.doc('ba')), 'ab ba'],
      [(c) => c.where(id, '>=', 'b'), 'ba bb'],
      [(c) => c.where(id, '!=', 'aa'), 'ab ba bb'],
      [(c) => c.where(id, '!=', 'aa').orderBy(id), 'ab ba bb'],
      [(c) => c.where(id, 'in', ['aa', 'ab']), 'aa ab'],
      [(c) => c.where(id, 'in', ['aa', c.doc('ab')]), 'aa ab'],
      [(c) => c.where(id, 'not-in', ['aa', 'ab']), 'ba bb'],
      [(c) => c.where(id, 'not-in', ['aa', c.doc('ab')]), 'ba bb'],
      [(c) => c.orderBy(id).startAt('ab').endBefore('bb'), 'ab ba'],
    ],
  },
  {
    title: 'the order of names',
    documents: Object.fromEntries(names.map((name) => [name, { a: 1 }])),
    queries: [
      [(c) => c, names.join(' ')],
      [(c) => c.orderBy(id), names.join(' ')],
      [(c) => c.orderBy(id).where(id, '>', '__id7__').where(id, '<=', 'A'), names.slice(4, 10).join(' ')],
      [(c) => c.orderBy(id).where(id, '>', '__id7__').where(id, '<=', 'Aa'), names.slice(4, 11).join(' ')],
    ],
  },
  {
    title: 'names beyond ASCII',
    documents: Object.fromEntries(unicode.map((name) => [name, { value: true }])),
    queries: [
      [(c) => c, unicode.join(' ')],
      [(c) => c.orderBy(id), unicode.join(' ')],
    ],
  },
  ...(
    [
      ['texts', (text: string) => text],
      ['texts in lists', (text: string) => [text]],
      ['texts in maps', (text: string) => ({ foo: text })],
      ['keys of maps', (text: string) => ({ [text]: true })],
    ] as const
  ).map(
    ([title, value]): QueryGroup => ({
      title: `${title} beyond ASCII`,
      documents: inUnicode(value),
      queries: [
        [(c) => c.orderBy('value'), [...letters].join(' ')],
        [(c) => c.orderBy('value', 'desc'), [...letters].reverse().join(' ')],
      ],
    }),
  ),
  {
    title: 'pages behind a document',
    documents: { a: { v: 'a' }, b: { v: 'b' }, c: { v: 'c' }, d: { v: 'd' }, e: { v: 'e' }, f: { v: 'f' } },
    queries: [
      [(c) => c.orderBy(id).startAfter('b').limit(3), 'c d e'],
      [(c) => c.orderBy(id).startAfter('e').limit(1), 'f'],
      [(c) => c.orderBy(id).startAfter('f').limit(3), ''],
      [(c) => c.orderBy('v').startAfter('b').limit(3), 'c d e'],
      [(c) => c.orderBy('v').limit(3).offset(3), 'd e f'],
    ],
  },
  {
    title: 'cursors',
    documents: {
      a: { sort: 1 },
      b: { sort: 2 },
      c: { sort: 2 },
      d: { sort: 2 },
      e: { sort: 0 },
      f: { nosort: 1 },
    },
    queries: [
      [(c) => c.orderBy('sort').orderBy(id).startAt(2, 'c'), 'c d'],
      [(c) => c.orderBy('sort').orderBy(id).endBefore(2, 'c'), 'e a b'],
      [(c) => c.orderBy('sort').startAt(2), 'b c d'],
      [(c) => c.orderBy('sort').endBefore(2), 'e a'],
      [(c) => c.orderBy('sort').startAfter(2), ''],
      [(c) => c.orderBy('sort').endAt(1), 'e a'],
      [(c) => c.orderBy('sort', 'desc').orderBy(id, 'desc').startAt(2), 'd c b a e'],
      [(c) => c.orderBy('sort', 'desc').orderBy(id, 'desc').endBefore(1), 'd c b'],
      [(c) => c.orderBy('sort', 'desc').orderBy(id, 'desc').startAfter(2, 'c'), 'b a e'],
    ],
  },
  {
    title: 'references',
    documents: (db) => ({
      a: { ref: db.doc('1/a') },
      b: { ref: db.doc('1/b') },
      c: { ref: db.doc('2/a') },
      d: { ref: db.doc('2/b') },
      e: { ref: db.doc('3/a') },
    }),
    queries: [
      [(c) => c.orderBy('ref').startAfter(c.firestore.doc('1/a')).endAt(c.firestore.doc('2/b')), 'b c d'],
      [(c) => c.where('ref', '==', c.firestore.doc('2/a')), 'c'],
      [(c) => c.where('ref', 'in', [c.firestore.doc('2/a'), c.firestore.doc('3/a')]), 'c e'],
    ],
  },
  {
    title: 'timestamps',
    documents: {
      a: { at: time(2) },
      b: { at: time(5) },
      c: { at: time(3) },
      d: { at: time(1) },
      e: { at: time(5) },
      f: { at: time(4) },
    },
    queries: [
      [(c) => c.orderBy('at').startAfter(time(2)).endAt(time(5)), 'c f b e'],
      [(c) => c.where('at', '>=', time(3)).where('at', '<', time(5)), 'c f'],
      [(c) => c.where('at', '==', time(5)), 'b e'],
    ],
  },
  {
    title: 'timestamps below a microsecond',
    documents: { a: { at: new Timestamp(0, 123_456_789) } },
    queries: [
      [(c) => c.where('at', '==', new Timestamp(0, 123_456_789)), 'a'],
      [(c) => c.where('at', '==', new Timestamp(0, 123_456_000)), 'a'],
      [(c) => c.where('at', '==', new Timestamp(0, 123_000_000)), ''],
    ],
  },
  {
    title: 'nested fields',
    documents: {
      a: {},
      b: { map: {} },
      c: { map: { nested: {} } },
      d: { map: { nested: 'foo' } },
    },
    queries: [
      [(c) => c.where('map.nested', '==', 'foo'), 'd'],
      [(c) => c.where('map', '==', {}), 'b'],
      [(c) => c.orderBy('map.nested'), 'd c'],
    ],
  },
  {
    title: 'fields with dots and backslashes',
    documents: Object.fromEntries(
      [400, 200, 100, 300].map((n, index) => [
        String(index + 1),
        { name: `room ${n}`, metadata: { createdAt: n }, field: `field ${n}`, 'field.dot': n, 'field\\slash': n },
      ]),
    ),
    queries: [
      [
        (c) =>
          c
            .where('metadata.createdAt', '<=', 500)
            .where('metadata.createdAt', '>', 100)
            .where('name', '!=', 'room 200')
            .orderBy('name'),
        '4 1',
      ],
      [
        (c) =>
          c
            .where('field', '>=', 'field 100')
            .where(new FieldPath('field.dot'), '!=', 300)
            .where(new FieldPath('field\\slash'), '<', 400)
            .orderBy('name', 'desc'),
        '2 3',
      ],
      [(c) => c.where(new FieldPath('field.dot'), '>=', 300), '4 1'],
      [(c) => c.orderBy(new FieldPath('field\\slash')), '3 2 4 1'],
    ],
  },
  {
    title: 'collection groups',
    documents: Object.fromEntries(
      [
        ...['abc/123/bGroup1/cg-doc1', 'abc/123/bGroup1/cg-doc2', 'bGroup1/cg-doc3', 'bGroup1/cg-doc4'],
        ...['def/456/bGroup1/cg-doc5', 'bGroup1/virtual-doc/nested/not-cg-doc', 'xbGroup1/not-cg-doc'],
        ...['bGroup1x/not-cg-doc', 'abc/123/bGroup1x/not-cg-doc', 'abc/123/xbGroup1/not-cg-doc', 'abc/bGroup1'],
      ].map((path) => [path, { x: 1 }]),
    ),
    queries: [
      [(c) => c.firestore.collectionGroup('bGroup1'), 'cg-doc1 cg-doc2 cg-doc3 cg-doc4 cg-doc5'],
      [(c) => c.firestore.collectionGroup('bGroup1').where('x', '==', 1).limit(2), 'cg-doc1 cg-doc2'],
      [(c) => c.firestore.collectionGroup('bGroup1x'), 'not-cg-doc not-cg-doc'],
      [(c) => c.firestore.collectionGroup('nested'), 'not-cg-doc'],
      [(c) => c.firestore.collectionGroup('bGroup'), ''],
    ],
  },
  {
    title: 'names in collection groups',
    documents: Object.fromEntries(
      [
        ...['a/a/bGroup2/cg-doc1', 'a/b/a/b/bGroup2/cg-doc2', 'a/b/bGroup2/cg-doc3', 'a/b/c/d/bGroup2/cg-doc4'],
        ...['a/c/bGroup2/cg-doc5', 'bGroup2/cg-doc6', 'a/b/nope/nope'],
      ].map((path) => [path, { x: 1 }]),
    ),
    queries: [
      [(c) => group2(c).orderBy(id).startAt('a/b').endAt('a/b0'), 'cg-doc2 cg-doc3 cg-doc4'],
      [(c) => group2(c).orderBy(id).startAfter('a/b').endBefore('a/b/bGroup2/cg-doc3'), 'cg-doc2'],
      [(c) => group2(c).where(id, '>=', 'a/b').where(id, '<=', 'a/b0'), 'cg-doc2 cg-doc3 cg-doc4'],
      [(c) => group2(c).where(id, '>', 'a/b').where(id, '<', 'a/b/bGroup2/cg-doc3'), 'cg-doc2'],
    ],
  },
  {
    title: 'or',
    documents: full,
    queries: [
      [(c) => c.where('a', '==', 1), '1 4 5'],
      [(c) => c.where('a', '==', 1).where('b', '==', 3), '4'],
      [(c) => c.where(and(is('a', '==', 1), is('b', '==', 3))), '4'],
      [(c) => c.where(and(is('a', '==', 1), or(is('b', '==', 2), is('b', '==', 3)))), '4'],
      [(c) => c.where('a', '==', 1).limit(2), '1 4'],
      [(c) => c.where(isOneOrOne).limit(2), '1 2'],
      [(c) => c.orderBy('b', 'desc').limit(2), '4 3'],
      [(c) => c.where('a', '==', 1).orderBy('b', 'desc').limit(2), '4 5'],
      [(c) => c.where(isOneOrOne), '1 2 4 5'],
      [(c) => c.where(or(and(is('a', '==', 1), is('b', '==', 0)), and(is('a', '==', 3), is('b', '==', 2)))), '1 3'],
      [(c) => c.where(and(is('a', '==', 1), or(is('b', '==', 0), is('b', '==', 3)))), '1 4'],
      [(c) => c.where(and(or(is('a', '==', 2), is('b', '==', 2)), or(is('a', '==', 3), is('b', '==', 3)))), '3'],
      [(c) => c.where(isTwoOrOne).limit(1), '2'],
      [(c) => c.where(or(is('a', '>', 2), is('b', '==', 1))), '5 2 3'],
      [(c) => c.where(isOneOrMore).limit(2), '1 2'],
      [(c) => c.where(isOneOrMore).orderBy('b').limitToLast(2), '3 4'],
      [(c) => c.where(isTwoOrOne).orderBy('a').limit(1), '5'],
      [(c) => c.where(isTwoOrOne).orderBy('a').limitToLast(1), '2'],
      [(c) => c.where(isTwoOrOne).orderBy('a', 'desc').limit(1), '2'],
      [(c) => c.where('a', '!=', 1).where('b', '<', 2), '2'],
      [(c) => c.where(and(is('a', '!=', 1), is('b', '<', 2))), '2'],
      [(c) => c.where(and(is('a', '<', 3), is('b', 'not-in', [2, 3]))), '1 5 2'],
      [(c) => c.where('b', '!=', 0).where('a', '<', 3).limit(2), '5 4'],
      [(c) => c.where('a', '<', 3).where('b', '!=', 0).orderBy('b', 'desc').limit(2), '4 2'],
      [(c) => c.where(or(is('a', '>', 2), is('b', '<', 1))), '1 3'],
    ],
  },
  {
    title: 'or, where fields are missing',
    documents: sparse,
    queries: [
      [(c) => c.where(isOneOrOne), '1 2 4 5'],
      [(c) => c.where(isOneOrOne).orderBy('a'), '1 4 5'],
      [(c) => c.where(isOneOrOne).orderBy('b'), '1 2 4'],
      [(c) => c.where(or(is('a', '>', 2), is('b', '==', 1))), '3'],
      [
        (c) =>
          c
            .where(or(is('a', '>', 1), is('b', '==', 1)))
            .orderBy('a')
            .orderBy('b'),
        '3',
      ],
      [(c) => c.where(or(is('a', '==', 2), is('b', 'in', [2, 3]))), '3 4 6'],
      [(c) => c.where(or(is('a', 'in', [2, 3]), is('b', 'in', [0, 2]))), '1 3 6'],
      [(c) => c.where(and(is('a', 'in', [2, 3]), is('b', 'in', [0, 2]))), '3'],
      [(c) => c.where(and(is('a', 'in', [1, 2, 3]), is('a', 'in', [0, 1, 4]))), '1 4 5'],
      [(c) => c.where(and(is('a', 'in', [2, 3]), is('a', 'in', [0, 1, 4]))), ''],
      [(c) => c.where(or(is('a', 'in', [0, 3]), is('a', 'in', [0, 2]))), '3 6'],
      [
        (c) =>
          c.where(and(is('a', 'in', [1, 3]), or(is('a', 'in', [0, 2]), and(is('b', '==', 3), is('a', 'in', [1, 3]))))),
        '4',
      ],
      [
        (c) =>
          c.where(
            and(is('b', 'in', [0, 3]), or(is('b', 'in', [1]), and(is('b', 'in', [2, 3]), is('a', 'in', [1, 3])))),
          ),
        '4',
      ],
    ],
  },
  {
    title: 'or with arrays',
    documents: lists,
    queries: [
      [(c) => c.where(or(is('a', '==', 2), is('b', 'array-contains', 7))), '3 4 6'],
      [(c) => c.where(or(is('a', '==', 2), is('b', 'array-contains-any', [0, 3]))), '1 4 6'],
      [(c) => c.where(or(is('a', 'in', [2, 3]), is('b', 'array-contains-any', [0, 7]))), '1 3 4 6'],
      [(c) => c.where(and(is('a', 'in', [2, 3]), is('b', 'array-contains-any', [0, 7]))), '3'],
      [
        (c) => c.where(or(and(is('a', 'in', [2, 3]), is('c', '==', 10)), is('b', 'array-contains-any', [0, 7]))),
        '1 3 4',
      ],
      [(c) => c.where(and(is('a', 'in', [2, 3]), or(is('b', 'array-contains-any', [0, 7]), is('c', '==', 20)))), '3 6'],
      [(c) => c.where(or(is('a', 'in', [2, 3]), is('b', 'array-contains', 3))), '3 4 6'],
      [(c) => c.where(and(is('a', 'in', [2, 3]), is('b', 'array-contains', 7))), '3'],
      [(c) => c.where(or(is('a', 'in', [2, 3]), and(is('b', 'array-contains', 3), is('a', '==', 1)))), '3 4 6'],
      [(c) => c.where(and(is('a', 'in', [2, 3]), or(is('b', 'array-contains', 7), is('a', '==', 1)))), '3'],
      [(c) => c.where('a', '==', 1).orderBy('a'), '1 4 5'],
      [(c) => c.where('a', 'in', [2, 3]).orderBy('a'), '6 3'],
    ],
  },
  {
    title: 'inequalities on several fields',
    documents: {
      1: { key: 'a', sort: 0, v: 0 },
      2: { key: 'b', sort: 3, v: 1 },
      3: { key: 'c', sort: 1, v: 3 },
      4: { key: 'd', sort: 2, v: 2 },
    },
    queries: [
      [(c) => c.where('key', '!=', 'a').where('sort', '<=', 2).where('v', '>', 2), '3'],
      [(c) => c.where('key', '!=', 'a').where('sort', '<=', 2).where('sort', '>', 1), '4'],
      [
        (c) => c.where('key', '>=', 'a').where('sort', '<=', 2).where('v', 'in', [2, 3, 4]).where('sort', 'in', [2, 3]),
        '4',
      ],
      [(c) => c.where('key', '>=', 'a').where('sort', '<=', 2).where('v', 'not-in', [2, 4, 5]), '1 3'],
      [(c) => c.where('key', '>=', 'a').where('sort', '<=', 2).orderBy('v', 'desc'), '3 4 1'],
      [(c) => c.where('key', '>=', 'a').where('sort', '<=', 2).orderBy('v', 'desc').limit(2), '3 4'],
      [(c) => c.where('key', '>=', 'a').where('sort', '<=', 2).orderBy('v', 'desc').limitToLast(2), '4 1'],
    ],
  },
  {
    title: 'inequalities and special values',
    documents: {
      1: { key: 'a', sort: 0, v: 0 },
      2: { key: 'b', sort: Number.NaN, v: 1 },
      3: { key: 'c', sort: null, v: 3 },
      4: { key: 'd', v: 0 },
      5: { key: 'e', sort: 1 },
      6: { key: 'f', sort: 1, v: 1 },
    },
    queries: [
      [(c) => c.where('key', '!=', 'a').where('sort', '<=', 2), '5 6'],
      [(c) => c.where('key', '!=', 'a').where('sort', '<=', 2).where('v', '<=', 1), '6'],
    ],
  },
  {
    title: 'inequalities and arrays',
    documents: {
      1: { key: 'a', sort: 0, v: [0] },
      2: { key: 'b', sort: 1, v: [0, 1, 3] },
      3: { key: 'c', sort: 1, v: [] },
      4: { key: 'd', sort: 2, v: [1] },
      5: { key: 'e', sort: 3, v: [2, 4] },
      6: { key: 'f', sort: 4, v: [Number.NaN] },
      7: { key: 'g', sort: 4, v: [null] },
    },
    queries: [
      [(c) => c.where('key', '!=', 'a').where('sort', '>=', 1).where('v', 'array-contains', 0), '2'],
      [(c) => c.where('key', '!=', 'a').where('sort', '>=', 1).where('v', 'array-contains-any', [0, 1]), '2 4'],
    ],
  },
  {
    title: 'inequalities inside or',
    documents: composite,
    queries: [
      [(c) => c.where(isEither), '1 6 5 4'],
      [(c) => c.where(isEither).orderBy('sort', 'desc').orderBy('key'), '5 4 1 6'],
      [
        (c) =>
          c.where(
            and(
              or(and(is('key', '==', 'b'), is('sort', '<=', 4)), and(is('key', '!=', 'b'), is('v', '>=', 4))),
              or(and(is('key', '>', 'b'), is('sort', '>=', 1)), and(is('key', '<', 'b'), is('v', '>', 0))),
            ),
          ),
        '1 2',
      ],
    ],
  },
  {
    title: 'the implicit order of inequalities',
    documents: { ...composite, 3: { key: 'b', sort: 3, v: 3 } },
    queries: [
      [(c) => c.where('key', '!=', 'a').where('sort', '>', 1).where('v', 'in', [1, 2, 3, 4]), '2 4 5 3'],
      [(c) => c.where('sort', '>', 1).where('key', '!=', 'a').where('v', 'in', [1, 2, 3, 4]), '2 4 5 3'],
    ],
  },
  {
    title: 'explicit orders with inequalities',
    documents: ordered,
    queries: [
      [(c) => c.where('key', '>', 'a').where('sort', '>=', 1).orderBy('v'), '2 4 3 5'],
      [(c) => c.where('key', '>', 'a').where('sort', '>=', 1).orderBy('v').orderBy('sort'), '2 5 4 3'],
      [(c) => c.where('key', '>', 'a').where('sort', '>=', 1).orderBy('v', 'desc'), '5 3 4 2'],
      [(c) => c.where('key', '>', 'a').where('sort', '>=', 1).orderBy('v', 'desc').orderBy('sort'), '5 4 3 2'],
      [(c) => c.where('sort', '>=', 1).where('key', '!=', 'a').where(id, '<', '5'), '2 4 3'],
      [(c) => c.where(id, '<', '5').where('sort', '>=', 1).where('key', '!=', 'a'), '2 4 3'],
      [(c) => c.where(id, '<', '5').where('sort', '>=', 1).where('key', '!=', 'a').orderBy('sort', 'desc'), '2 3 4'],
      [(c) => c.where('key', '!=', 42).orderBy(id), 'refused'],
      [(c) => c.where('key', '!=', 42).where(id, '==', '1'), 'refused'],
      [(c) => c.orderBy(id).orderBy('key'), 'refused'],
      [(c) => c.where(id, 'in', ['1', '2']).orderBy(id).orderBy('key'), 'refused'],
    ],
  },
  {
    title: 'the nearest vectors by cosine',
    documents: { 1: { foo: 'bar' }, ...vectors([1, 0], [1, 1], [0, -0.1], [-1, 0]), 7: { embedding: [1, 0] } },
    queries: [
      [(c) => nearest(c, {}), '2 3 4 5'],
      [(c) => nearest(c, { limit: 2 }), '2 3'],
      [(c) => nearest(c, { distanceThreshold: 1 }), '2 3 4'],
      [(c) => nearest(c.where('foo', '==', 'bar'), {}), ''],
      [(c) => nearest(c, { queryVector: [1, 0, 0] }), ''],
    ],
  },
  {
    title: 'the nearest vectors by distance',
    documents: { 1: { foo: 'bar' }, ...vectors([2, 0], [1, 100], [1, -0.1], [4, 4]) },
    queries: [
      [(c) => nearest(c, { distanceMeasure: 'EUCLIDEAN', distanceThreshold: 5 }), '4 2 5'],
      [(c) => nearest(c, { distanceMeasure: 'EUCLIDEAN' }), '4 2 5 3'],
    ],
  },
  {
    title: 'the nearest vectors by product',
    documents: { 1: { foo: 'bar' }, ...vectors([2, 0], [1, 100], [-20, 0], [0.1, 4]) },
    queries: [
      [(c) => nearest(c, { distanceMeasure: 'DOT_PRODUCT' }), '2 3 5 4'],
      [(c) => nearest(c, { distanceMeasure: 'DOT_PRODUCT', distanceThreshold: 1 }), '2 3'],
      [(c) => nearest(c, { distanceMeasure: 'DOT_PRODUCT', distanceThreshold: 0.11 }), '2 3'],
      [(c) => nearest(c, { distanceMeasure: 'DOT_PRODUCT', distanceThreshold: 0, limit: 2 }), '2 3'],
    ],
  },
];

/** Aggregations over the results of a query. */
export interface AggregateGroup {
  title: string;
  documents: Record<string, DocumentData>;
  queries: readonly (readonly [
    query: (c: CollectionReference) => Query,
    figures: Parameters<Query['aggregate']>[0],
    answers: Record<string, number | null>,
  ])[];
}

const { sum, average, count } = AggregateField;

const books = {
  a: { pages: 100, year: 1980, rating: 5, list: [5, 1000] },
  b: { pages: 50, year: 2020, rating: 4, list: [4] },
  c: { pages: 100, year: 1980, rating: 3, list: [2222, 3] },
  d: { pages: 50, year: 2020, rating: 0, list: [0] },
};

const two = { a: { num: 5, foo: 1 }, b: { num: 7, foo: 2 } };

const all = { n: count(), sum: sum('num') };

export const ORACLE_AGGREGATES: readonly AggregateGroup[] = [
  {
    title: 'figures',
    documents: books,
    queries: [
      [(c) => c, { n: count() }, { n: 4 }],
      [(c) => c, { total: sum('pages') }, { total: 300 }],
      [(c) => c, { rating: average('rating'), n: count() }, { rating: 3, n: 4 }],
      [
        (c) => c.where('rating', 'in', [5, 3]),
        { total: sum('rating'), mean: average('rating'), n: count() },
        { total: 8, mean: 4, n: 2 },
      ],
      [
        (c) => c.where('list', 'array-contains-any', [5, 3]),
        { total: sum('list'), mean: average('list'), pages: sum('pages'), meanPages: average('pages'), n: count() },
        { total: 0, mean: null, pages: 200, meanPages: 100, n: 2 },
      ],
      [(c) => c.where('rating', '>', 9), { total: sum('rating'), mean: average('rating') }, { total: 0, mean: null }],
      [(c) => c, { ['0123456789'.repeat(1500)]: count() }, { ['0123456789'.repeat(1500)]: 4 }],
    ],
  },
  {
    title: 'figures of fields that some documents lack',
    documents: {
      a: { pages: 100, year: 1980 },
      b: { pages: 50, year: 2020 },
      c: { pages: 150, year: 2021 },
      d: { pages: 50 },
    },
    queries: [
      [
        (c) => c,
        { pages: sum('pages'), mean: average('pages'), year: average('year'), n: count() },
        { pages: 300, mean: 100, year: 2007, n: 3 },
      ],
      [(c) => c, { pages: sum('pages') }, { pages: 350 }],
    ],
  },
  {
    title: 'figures with NaN',
    documents: { ...books, c: { ...books.c, rating: Number.NaN } },
    queries: [
      [
        (c) => c,
        { rating: sum('rating'), pages: sum('pages'), year: average('year') },
        { rating: Number.NaN, pages: 300, year: 2000 },
      ],
    ],
  },
  {
    title: 'figures of nested fields',
    documents: {
      a: { metadata: { pages: 100, rating: { critic: 2, user: 5 } } },
      b: { metadata: { pages: 50, rating: { critic: 4, user: 4 } } },
    },
    queries: [
      [
        (c) => c,
        { pages: sum('metadata.pages'), mean: average('metadata.pages'), n: count() },
        { pages: 150, mean: 75, n: 2 },
      ],
      [
        (c) => c,
        { critic: sum('metadata.rating.critic'), user: average('metadata.rating.user') },
        { critic: 6, user: 4.5 },
      ],
    ],
  },
  {
    title: 'figures under filters, orders and cursors',
    documents: two,
    queries: [
      [(c) => c, all, { n: 2, sum: 12 }],
      [(c) => c.where('num', '==', 5), all, { n: 1, sum: 5 }],
      [(c) => c.where('num', '>', 5), all, { n: 1, sum: 7 }],
      [(c) => c.orderBy('num'), all, { n: 2, sum: 12 }],
      [(c) => c.where('num', '==', 5).orderBy('num'), all, { n: 1, sum: 5 }],
      [(c) => c.where('num', '>', 5).orderBy('num'), all, { n: 1, sum: 7 }],
      [(c) => c.orderBy('num').startAfter(5), all, { n: 1, sum: 7 }],
      [(c) => c.orderBy('num').orderBy(id).startAfter(5, 'a'), all, { n: 1, sum: 7 }],
      [(c) => c.where('num', '==', 5).orderBy('num').startAt(5), all, { n: 1, sum: 5 }],
      [(c) => c.where('num', '>', 5).orderBy('num').startAt(5), all, { n: 1, sum: 7 }],
      [(c) => c.where('num', '>', 5).orderBy('num').orderBy(id).startAfter(5, 'a'), all, { n: 1, sum: 7 }],
      [(c) => c.where('num', '>', 0).orderBy('num').orderBy(id).startAfter(5, 'a'), all, { n: 1, sum: 7 }],
      [(c) => c.limit(1), all, { n: 1, sum: 5 }],
    ],
  },
  {
    title: 'figures under inequalities on several fields',
    documents: ordered,
    queries: [
      [(c) => c.where('key', '>', 'a').where('sort', '>=', 1).orderBy('v'), { n: count() }, { n: 4 }],
      [
        (c) => c.where('key', '>', 'a').where('sort', '>=', 1).where('v', '!=', 0),
        { n: count(), total: sum('sort'), mean: average('v') },
        { n: 3, total: 6, mean: 1 },
      ],
    ],
  },
];
