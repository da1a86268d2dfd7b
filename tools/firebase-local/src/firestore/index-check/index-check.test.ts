import { describe, expect, it } from 'vitest';
import { FirestoreError } from '../errors.ts';
import type { FieldOperator } from '../query/filter.ts';
import { compileQuery } from '../query/query.ts';
import type { WireFilter, WireQuery } from '../query/wire-query.ts';
import { arrayValue, integerValue, type Value } from '../values/value.ts';
import { checkIndexes } from './index-check.ts';
import { IndexFileError, parseIndexConfig } from './index-config.ts';

const one = integerValue(1);
const listOf = (...numbers: number[]) => arrayValue(numbers.map((n) => integerValue(n)));

const field = (fieldPath: string, op: FieldOperator, value: Value = one): WireFilter => ({
  fieldFilter: { field: { fieldPath }, op, value },
});
const eq = (fieldPath: string) => field(fieldPath, 'EQUAL');
const below = (fieldPath: string) => field(fieldPath, 'LESS_THAN');
const contains = (fieldPath: string) => field(fieldPath, 'ARRAY_CONTAINS');
const all = (...filters: WireFilter[]): WireFilter => ({ compositeFilter: { op: 'AND', filters } });
const any = (...filters: WireFilter[]): WireFilter => ({ compositeFilter: { op: 'OR', filters } });
const order = (...texts: string[]): NonNullable<WireQuery['orderBy']> =>
  texts.map((text) => ({
    field: { fieldPath: text.replace(/^-/, '') },
    direction: text.startsWith('-') ? 'DESCENDING' : 'ASCENDING',
  }));

interface Shape {
  where?: WireFilter;
  orderBy?: WireQuery['orderBy'];
  isGroup?: boolean;
  aggregated?: string[];
}

/** The message that refuses a query on `notes` with an indexes file; null if the query is served. */
function missing(file: object, { where, orderBy, isGroup = false, aggregated }: Shape): string | null {
  const query = compileQuery('projects/p/databases/(default)/documents', {
    from: [{ collectionId: 'notes', allDescendants: isGroup }],
    ...(where ? { where } : {}),
    ...(orderBy ? { orderBy } : {}),
  });
  try {
    checkIndexes(parseIndexConfig(JSON.stringify(file), 'firestore.indexes.json'), query, aggregated);
    return null;
  } catch (error) {
    if (!(error instanceof FirestoreError) || error.status !== 'FAILED_PRECONDITION') throw error;
    return error.message;
  }
}

const composite = (...fields: string[]) => ({
  collectionGroup: 'notes',
  queryScope: 'COLLECTION',
  fields: fields.map((text) =>
    text.startsWith('[]')
      ? { fieldPath: text.slice(2), arrayConfig: 'CONTAINS' }
      : { fieldPath: text.replace(/^-/, ''), order: text.startsWith('-') ? 'DESCENDING' : 'ASCENDING' },
  ),
});
const indexes = (...list: ReturnType<typeof composite>[]) => ({ indexes: list });
const none = indexes();

// Source: "Index types in Cloud Firestore", automatic indexing and queries supported by single-field indexes.
describe('without composite indexes', () => {
  it.each<[string, Shape]>([
    ['everything', {}],
    ['one equality', { where: eq('a') }],
    ['several equalities, merged', { where: all(eq('a'), eq('b'), eq('c')) }],
    ['a range', { where: field('a', 'GREATER_THAN') }],
    ['a range in descending order', { where: field('a', 'GREATER_THAN'), orderBy: order('-a') }],
    ['one order', { orderBy: order('-a') }],
    ['an equality ordered by the same field', { where: eq('a'), orderBy: order('a') }],
    ['in', { where: field('a', 'IN', listOf(1, 2)) }],
    ['in with an equality', { where: all(field('a', 'IN', listOf(1, 2)), eq('b')) }],
    ['array-contains', { where: contains('t') }],
    ['array-contains with an equality', { where: all(contains('t'), eq('a')) }],
    ['array-contains-any', { where: field('t', 'ARRAY_CONTAINS_ANY', listOf(1, 2)) }],
    ['an inequality', { where: field('a', 'NOT_EQUAL') }],
    ['either of two equalities', { where: any(eq('a'), eq('b')) }],
    ['a whole collection group', { isGroup: true }],
    ['a sum', { aggregated: ['a'] }],
  ])('serves %s', (_name, shape) => {
    expect(missing(none, shape)).toBeNull();
  });

  it.each<[string, Shape, string]>([
    ['an equality with another order', { where: eq('a'), orderBy: order('-b') }, 'a ASCENDING, b DESCENDING'],
    ['an equality with a range', { where: all(eq('a'), below('b')) }, 'a ASCENDING, b ASCENDING'],
    ['two orders', { orderBy: order('a', '-b') }, 'a ASCENDING, b DESCENDING'],
    ['ranges on two fields', { where: all(below('a'), below('b')) }, 'a ASCENDING, b ASCENDING'],
    ['array-contains with an order', { where: contains('t'), orderBy: order('-n') }, 't CONTAINS, n DESCENDING'],
    ['in with an order', { where: field('a', 'IN', listOf(1, 2)), orderBy: order('n') }, 'a ASCENDING, n ASCENDING'],
    ['names in the opposite direction', { orderBy: order('a', '-__name__') }, 'a ASCENDING, __name__ DESCENDING'],
    ['descending names', { orderBy: order('-__name__') }, '__name__ DESCENDING'],
    ['a sum over an equality', { where: eq('a'), aggregated: ['n'] }, 'a ASCENDING, n ASCENDING'],
    ['a filtered collection group', { where: eq('a'), isGroup: true }, 'a ASCENDING'],
  ])('refuses %s and names the missing index', (_name, shape, fields) => {
    const message = missing(none, shape);

    expect(message).toContain('The query requires an index');
    expect(message).toContain(`notes, fields ${fields}.`);
  });
});

// Source: "Index types in Cloud Firestore", composite indexes; "Take advantage of index merging".
describe('with composite indexes', () => {
  const recent = { where: eq('a'), orderBy: order('-n') };
  const both = { where: all(eq('a'), eq('b')), orderBy: order('-n') };

  it('serves equalities in any order, followed by exactly the order of the query', () => {
    expect(missing(indexes(composite('a', '-n')), recent)).toBeNull();
    expect(missing(indexes(composite('b', 'a', '-n')), both)).toBeNull();
    expect(missing(indexes(composite('-a', '-n')), recent)).toBeNull();
  });

  it('does not serve another direction, an additional field, or another collection', () => {
    expect(missing(indexes(composite('a', 'n')), recent)).not.toBeNull();
    expect(missing(indexes(composite('a', 'b', '-n')), recent)).not.toBeNull();
    expect(missing(indexes(composite('a', '-n', 'b')), recent)).not.toBeNull();
    expect(missing({ indexes: [{ ...composite('a', '-n'), collectionGroup: 'pages' }] }, recent)).not.toBeNull();
    expect(missing({ indexes: [{ ...composite('a', '-n'), queryScope: 'COLLECTION_GROUP' }] }, recent)).not.toBeNull();
  });

  it('merges indexes with the same order', () => {
    expect(missing(indexes(composite('a', '-n'), composite('b', '-n')), both)).toBeNull();
    expect(missing(indexes(composite('a', '-n')), both)).not.toBeNull();
    expect(missing(indexes(composite('a', '-n'), composite('b', 'n')), both)).not.toBeNull();
  });

  it('checks every branch of an or', () => {
    const either = { where: any(eq('a'), eq('b')), orderBy: order('n') };

    expect(missing(indexes(composite('a', 'n')), either)).toContain('b ASCENDING, n ASCENDING');
    expect(missing(indexes(composite('a', 'n'), composite('b', 'n')), either)).toBeNull();
  });

  it('serves array filters with an array index', () => {
    const tagged = { where: all(contains('t'), eq('a')), orderBy: order('-n') };

    expect(missing(indexes(composite('a', '[]t', '-n')), tagged)).toBeNull();
    expect(missing(indexes(composite('a', 't', '-n')), tagged)).not.toBeNull();
  });

  it('serves collection groups with indexes of that scope', () => {
    const file = { indexes: [{ ...composite('a', '-n'), queryScope: 'COLLECTION_GROUP' }] };

    expect(missing(file, { ...recent, isGroup: true })).toBeNull();
  });
});

// Source: "Index types in Cloud Firestore", single-field index exemptions.
describe('exemptions', () => {
  const exempt = (fieldPath: string, ...list: object[]) => ({
    fieldOverrides: [{ collectionGroup: 'notes', fieldPath, indexes: list }],
  });

  it('remove the automatic index of a field and of the fields inside it', () => {
    expect(missing(exempt('a'), { where: eq('a') })).toContain('a ASCENDING');
    expect(missing(exempt('a'), { where: eq('a.deep') })).not.toBeNull();
    expect(missing(exempt('a'), { where: eq('b') })).toBeNull();
  });

  it('keep the indexes that they list', () => {
    const ascending = exempt('a', { order: 'ASCENDING', queryScope: 'COLLECTION' });

    expect(missing(ascending, { orderBy: order('a') })).toBeNull();
    expect(missing(ascending, { orderBy: order('-a') })).not.toBeNull();
  });

  it('add the collection group scope', () => {
    const group = exempt('a', { order: 'ASCENDING', queryScope: 'COLLECTION_GROUP' });

    expect(missing(group, { where: eq('a'), isGroup: true })).toBeNull();
  });
});

describe('the error message', () => {
  it('contains a composite index that serves the query', () => {
    const shape = { where: all(eq('a'), contains('t')), orderBy: order('-n') };
    const entry = /Add to "indexes": (.*)$/.exec(missing(none, shape) ?? '')?.[1];

    expect(missing({ indexes: [JSON.parse(entry ?? '')] }, shape)).toBeNull();
  });

  it('contains an override of a single field that serves the query', () => {
    const shape = { where: eq('a'), isGroup: true };
    const entry = /Add to "fieldOverrides": (.*)$/.exec(missing(none, shape) ?? '')?.[1];

    expect(missing({ fieldOverrides: [JSON.parse(entry ?? '')] }, shape)).toBeNull();
  });
});

describe('an indexes file', () => {
  it('that is not JSON is refused with an error that names the file', () => {
    expect(() => parseIndexConfig('{', 'firestore.indexes.json')).toThrow(IndexFileError);
    expect(() => parseIndexConfig('{', 'firestore.indexes.json')).toThrow('firestore.indexes.json cannot be read');
  });
});
