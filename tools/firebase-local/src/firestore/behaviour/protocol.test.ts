import { describe, expect, it } from 'vitest';
import { type CallArguments, callRest, errorOf, outcomeOf } from './rest-call.ts';
import { newProjectId, openTarget } from './target.ts';

const projectId = newProjectId();
const { target } = await openTarget(projectId);
const database = `projects/${projectId}/databases/(default)`;
const documents = `${database}/documents`;

const call = (...args: CallArguments) => callRest(target.host, ...args);
const post = (verb: string, body: unknown, authorization?: string | null) =>
  call('POST', `/v1/${documents}:${verb}`, body, authorization);
const INVALID = [400, 'INVALID_ARGUMENT'];
const read = (path: string) => call('GET', `/v1/${nameOf(path)}`);
/** The ids of the documents that a query found. */
const ids = ({ json }: { json: { document?: { name: string } }[] }) =>
  json.flatMap(({ document }) => document?.name.split('/').at(-1) ?? []);
const nameOf = (path: string) => `${documents}/${path}`;
const integer = (n: number) => ({ integerValue: String(n) });
const set = (path: string, n = 1) => ({ update: { name: nameOf(path), fields: { n: integer(n) } } });
const update = (path: string, n = 1) => ({ ...set(path, n), currentDocument: { exists: true } });
const remove = (path: string) => ({ delete: nameOf(path) });

// Source: firebase-js-sdk, integration tests (transactions), read on 2026-11-21.
describe('a transaction', () => {
  const begin = async (): Promise<string> => (await post('beginTransaction', {})).json.transaction;

  it.each([
    ['an existing', [set('t/x')]],
    ['a missing', []],
  ])('cannot update %s document that it deletes', async (_name, before) => {
    await post('commit', { writes: before });
    const transaction = await begin();

    expect(outcomeOf(await post('commit', { transaction, writes: [remove('t/x'), update('t/x')] }))).toEqual(INVALID);
    await post('commit', { writes: [remove('t/x')] });
  });

  it('can set a document that it deletes, and update a document that it sets', async () => {
    await post('commit', { transaction: await begin(), writes: [remove('t/y'), set('t/y', 2)] });
    const after = await post('commit', { transaction: await begin(), writes: [set('t/z', 1), update('t/z', 2)] });

    expect(after.status).toBe(200);
    expect((await read('t/y')).json.fields).toEqual({ n: integer(2) });
    expect((await read('t/z')).json.fields).toEqual({ n: integer(2) });
  });

  it('ends when it updates a missing document', async () => {
    const transaction = await begin();

    const refused = await post('commit', { transaction, writes: [update('t/none')] });

    expect(errorOf(refused)).toBe('NOT_FOUND');
    expect(errorOf(await post('commit', { transaction, writes: [set('t/none')] }))).toBeDefined();
  });

  it('stays open after an invalid write', async () => {
    await post('commit', { writes: [set('t/open')] });
    const transaction = await begin();
    await post('batchGet', { documents: [nameOf('t/open')], transaction });

    const refused = await post('commit', { transaction, writes: [set('t/__bad__')] });
    const second = await post('commit', { transaction, writes: [set('t/open', 5)] });

    expect(errorOf(refused)).toBe('INVALID_ARGUMENT');
    expect(second.status).toBe(200);
    expect((await read('t/open')).json.fields).toEqual({ n: integer(5) });
  });

  it('can be rolled back twice, but not after a commit or with an unknown id', async () => {
    const transaction = await begin();
    expect((await post('rollback', { transaction })).status).toBe(200);
    expect((await post('rollback', { transaction })).status).toBe(200);

    const committed = await begin();
    await post('commit', { transaction: committed, writes: [set('t/c')] });

    expect(errorOf(await post('rollback', { transaction: committed }))).toBe('INVALID_ARGUMENT');
    expect(errorOf(await post('rollback', { transaction: 'AAAA' }))).toBe('INVALID_ARGUMENT');
  });
});

// Source: firestore.proto, BatchWrite: for server clients.
describe('BatchWrite', () => {
  it('is refused to all callers except server clients, and writes nothing', async () => {
    const token = `Bearer e30.${Buffer.from(JSON.stringify({ sub: 'alice' })).toString('base64url')}.`;

    for (const caller of [null, token]) {
      const refused = await post('batchWrite', { writes: [set('b/x')] }, caller);
      expect(outcomeOf(refused)).toEqual([403, 'PERMISSION_DENIED']);
    }
    expect((await read('b/x')).status).toBe(404);
    expect((await post('batchWrite', { writes: [set('b/x')] })).status).toBe(200);
  });
});

// Source: nodejs-firestore's system tests over REST (BulkWriter retries).
it('BatchWrite fails as a whole for an invalid name', async () => {
  expect(outcomeOf(await post('batchWrite', { writes: [set('b/y'), set('b/__doc__')] }))).toEqual(INVALID);
  expect((await read('b/y')).status).toBe(404);
});

// Source: the JSON mapping of protobuf, which server SDKs use over REST ("preferRest").
describe('enumerations in JSON', () => {
  const query = (where: object, more: object = {}) =>
    post('runQuery', { structuredQuery: { from: [{ collectionId: 'e' }], where, ...more } });
  const n = { fieldPath: 'n' };

  it.each([
    [1, ['a']],
    [2, ['a', 'b']],
    [3, ['c']],
    [4, ['b', 'c']],
    [5, ['b']],
    [6, ['a', 'c']],
  ])('are accepted as numbers and names: field operator %i', async (op, found) => {
    await post('commit', { writes: [set('e/a', 1), set('e/b', 2), set('e/c', 3)] });

    expect(ids(await query({ fieldFilter: { field: n, op, value: integer(2) } }))).toEqual(found);
  });

  it('are accepted as numbers in composite and unary filters, orders and transforms', async () => {
    await post('commit', {
      writes: [{ ...set('e2/a'), updateTransforms: [{ fieldPath: 'at', setToServerValue: 1 }] }, set('e2/b', 2)],
    });
    const isNull = { unaryFilter: { field: n, op: 3 } };
    const isTwo = { fieldFilter: { field: n, op: 5, value: integer(2) } };
    const from = [{ collectionId: 'e2' }];

    const either = await query({ compositeFilter: { op: 2, filters: [isNull, isTwo] } }, { from });
    const descending = await post('runQuery', { structuredQuery: { from, orderBy: [{ field: n, direction: 2 }] } });

    expect(ids(either)).toEqual(['b']);
    expect(ids(descending)).toEqual(['b', 'a']);
    expect((await read('e2/a')).json.fields.at).toHaveProperty('timestampValue');
  });

  it.each([99, 'LIKE', null, {}])('are refused if there is no %s', async (op) => {
    expect(outcomeOf(await query({ fieldFilter: { field: n, op, value: integer(1) } }))).toEqual(INVALID);
  });
});

it('refuses a sixth aggregation', async () => {
  const aggregations = Array.from({ length: 6 }, (_, index) => ({ alias: `a${index}`, count: {} }));

  const refused = await post('runAggregationQuery', {
    structuredAggregationQuery: { structuredQuery: { from: [{ collectionId: 'e' }] }, aggregations },
  });

  expect(outcomeOf(refused)).toEqual(INVALID);
  expect(refused.text).toContain('maximum number of aggregations');
});

describe('a query', () => {
  const run = (query: object, path = '') =>
    call('POST', `/v1/${documents}${path}:runQuery`, { structuredQuery: { from: [{ collectionId: 'q' }], ...query } });
  const is = (fieldPath: string, op: string, value: object) => ({
    fieldFilter: { field: { fieldPath }, op, value },
  });
  const and = (...filters: object[]) => ({ compositeFilter: { op: 'AND', filters } });
  const order = (...paths: string[]) => paths.map((fieldPath) => ({ field: { fieldPath }, direction: 'ASCENDING' }));
  const one = integer(1);
  const key = { referenceValue: nameOf('q/a') };

  // Source: firebase-js-sdk's integration tests (composite indexes, listens that are rejected) and nodejs-firestore
  // issue 1472.
  it.each([
    ['one field twice', { orderBy: order('n', 'n') }],
    ['__name__ twice', { orderBy: order('__name__', '__name__') }],
    ['ARRAY_CONTAINS on __name__', { where: is('__name__', 'ARRAY_CONTAINS', key) }],
    [
      'ARRAY_CONTAINS_ANY on __name__',
      { where: is('__name__', 'ARRAY_CONTAINS_ANY', { arrayValue: { values: [key] } }) },
    ],
    ['a field path of more than 1,500 bytes in a filter', { where: is('a'.repeat(1501), 'EQUAL', one) }],
    ['a field path of more than 1,500 bytes in the order', { orderBy: order(`${'a'.repeat(750)}.${'b'.repeat(750)}`) }],
    ['a field path of more than 1,500 bytes in the mask', { select: { fields: [{ fieldPath: 'a'.repeat(1501) }] } }],
    ['a reserved collection', { from: [{ collectionId: '__bad__' }] }],
  ])('is refused: %s', async (_name, query) => {
    expect(outcomeOf(await run(query))).toEqual(INVALID);
  });

  it.each([
    [
      'an inequality on __name__ ordered by it',
      { where: is('__name__', 'GREATER_THAN', key), orderBy: order('__name__') },
    ],
    [
      'an inequality ordered by its field and __name__',
      { where: is('n', 'GREATER_THAN', one), orderBy: order('n', '__name__') },
    ],
    ['an equality on __name__ alone', { where: is('__name__', 'EQUAL', key) }],
    [
      'an equality on __name__ with an inequality on it',
      {
        where: and(is('__name__', 'EQUAL', key), is('__name__', 'GREATER_THAN', key), is('n', 'NOT_EQUAL', one)),
      },
    ],
    ['a field path of 1,500 bytes', { where: is('a'.repeat(1500), 'EQUAL', one) }],
  ])('is accepted: %s', async (_name, query) => {
    expect((await run(query)).status).toBe(200);
  });

  it.each(['/a/__bad__', '/a/..', '/__bad__/a', '/a'])('is refused with the parent %s', async (path) => {
    expect((await run({}, path)).status).toBe(400);
  });

  // Source: firebase-js-sdk's integration tests (queries). The server SDK does not send the first two.
  it.each([
    ['ARRAY_CONTAINS null', is('list', 'ARRAY_CONTAINS', { nullValue: null }), []],
    ['ARRAY_CONTAINS NaN', is('list', 'ARRAY_CONTAINS', { doubleValue: 'NaN' }), []],
    ['ARRAY_CONTAINS 1', is('list', 'ARRAY_CONTAINS', one), ['x']],
  ])('matches array elements other than null and NaN: %s', async (_name, where, found) => {
    const values = [{ nullValue: null }, { doubleValue: 'NaN' }, one];
    await post('commit', {
      writes: [{ update: { name: nameOf('arrays/x'), fields: { list: { arrayValue: { values } } } } }],
    });

    expect(ids(await run({ from: [{ collectionId: 'arrays' }], where }))).toEqual(found);
  });

  // Source: query.proto, FindNearest; values of nodejs-firestore's system tests (vector search).
  it('finds the nearest vectors over REST', async () => {
    const vector = (...values: number[]) => ({
      mapValue: {
        fields: {
          __type__: { stringValue: '__vector__' },
          value: { arrayValue: { values: values.map((doubleValue) => ({ doubleValue })) } },
        },
      },
    });
    const vectors = { 2: [1, 0], 3: [1, 1], 4: [0, -0.1], 5: [-1, 0] };
    const writes = Object.entries(vectors).map(([id, values]) => ({
      update: { name: nameOf(`v/${id}`), fields: { embedding: vector(...values) } },
    }));
    await post('commit', { writes: [...writes, set('v/1')] });
    const findNearest = {
      vectorField: { fieldPath: 'embedding' },
      queryVector: vector(1, 0),
      distanceMeasure: 'COSINE',
      limit: 5,
      distanceThreshold: 1,
      distanceResultField: 'distance',
    };

    const found = await run({ from: [{ collectionId: 'v' }], findNearest });

    const rows = found.json.map(({ document }: { document: { name: string; fields: Record<string, object> } }) => [
      document.name.split('/').at(-1),
      document.fields.distance,
    ]);
    expect(rows).toEqual([
      ['2', { doubleValue: 0 }],
      ['3', { doubleValue: expect.closeTo(0.2929, 4) }],
      ['4', { doubleValue: 1 }],
    ]);
  });

  it.each([
    ['listDocuments', 'GET', '/b?showMissing=true'],
    ['listCollectionIds', 'POST', ':listCollectionIds'],
  ])('is refused with an invalid parent, as is %s', async (_verb, method, rest) => {
    expect(
      outcomeOf(await call(method, `/v1/${documents}/a/__bad__${rest}`, method === 'POST' ? {} : undefined)),
    ).toEqual(INVALID);
  });
});

// Source: "Usage and limits", maximum size of a field path.
describe('a field path of more than 1,500 bytes', () => {
  const long = `${'a'.repeat(750)}.${'b'.repeat(750)}`;
  const nested = { mapValue: { fields: { ['b'.repeat(750)]: integer(1) } } };

  it('is refused in a mask, a transform and a document', async () => {
    const writes = [
      { ...set('p/x'), updateMask: { fieldPaths: [long] } },
      { ...set('p/x'), updateTransforms: [{ fieldPath: long, increment: integer(1) }] },
      { update: { name: nameOf('p/x'), fields: { ['a'.repeat(750)]: nested } } },
    ];

    for (const write of writes) expect(errorOf(await post('commit', { writes: [write] }))).toBe('INVALID_ARGUMENT');
    expect((await read('p/x')).status).toBe(404);
  });

  it('is refused, but one of 1,500 bytes is accepted', async () => {
    const writes = [{ update: { name: nameOf('p/y'), fields: { ['a'.repeat(749)]: nested } } }];

    expect((await post('commit', { writes })).status).toBe(200);
  });
});
