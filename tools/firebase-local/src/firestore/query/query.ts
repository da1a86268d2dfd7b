import { invalidArgument } from '../errors.ts';
import { checkCollectionId, parseParentName, parseResourceName } from '../paths.ts';
import { compareUtf8 } from '../values/compare.ts';
import { type FieldPath, formatFieldPath, parseFieldPath } from '../values/field-path.ts';
import { doubleValue, elementsOf, nullValue, type Value } from '../values/value.ts';
import type { Cursor, Order, Query } from './compiled-query.ts';
import {
  allFieldFilters,
  type CompositeFilter,
  type FieldFilter,
  type FieldOperator,
  type Filter,
  inequalityOperators,
} from './filter.ts';
import { compileNearest } from './nearest.ts';
import { checkQuery } from './query-rules.ts';
import type { WireCursor, WireFilter, WireQuery } from './wire-query.ts';

const nameField = '__name__';

/** Returns the path of an operand on `__name__`, which is a full document name in this database. */
export function relativeName(value: Value, database: string): string {
  if (value.valueType !== 'referenceValue') throw invalidArgument('__key__ filter value must be a Key');
  const { database: other, path } = parseResourceName(value.referenceValue);
  if (other !== database || path === '') throw invalidArgument('__key__ filter value must be a Key of this database');
  return path;
}

function compileFieldFilter(text: string, op: FieldOperator, value: Value, database: string): FieldFilter {
  const path = parseFieldPath(text);
  const field = formatFieldPath(path);
  const filter: FieldFilter = { kind: 'field', path, field, op, value };
  if (field !== nameField) return filter;
  const operands = op === 'IN' || op === 'NOT_IN' ? elementsOf(value) : [value];
  return { ...filter, names: operands.map((operand) => relativeName(operand, database)) };
}

function compileFilter(wire: WireFilter, database: string): Filter {
  if (wire.compositeFilter) {
    const { op, filters = [] } = wire.compositeFilter;
    if (op !== 'AND' && op !== 'OR') throw invalidArgument('The operator of a composite filter must be AND or OR.');
    if (filters.length === 0) throw invalidArgument('A composite filter must contain at least one filter.');
    const inner = filters.map((filter) => compileFilter(filter, database));
    const [only] = inner;
    if (inner.length === 1 && only) return only;
    return { kind: op === 'AND' ? 'and' : 'or', filters: inner } satisfies CompositeFilter;
  }
  if (wire.unaryFilter) {
    const { op, field } = wire.unaryFilter;
    const text = field?.fieldPath ?? '';
    const isNegated = op === 'IS_NOT_NULL' || op === 'IS_NOT_NAN';
    const operand = op === 'IS_NAN' || op === 'IS_NOT_NAN' ? doubleValue(Number.NaN) : nullValue;
    return compileFieldFilter(text, isNegated ? 'NOT_EQUAL' : 'EQUAL', operand, database);
  }
  const { field, op, value } = wire.fieldFilter ?? {};
  if (!field || !op || !value) throw invalidArgument('A filter must contain a field, an operator and a value.');
  if (op === 'OPERATOR_UNSPECIFIED') throw invalidArgument('The operator of a filter is not set.');
  return compileFieldFilter(field.fieldPath ?? '', op, value, database);
}

/**
 * Completes the order by the rules in query.proto, StructuredQuery.order_by.
 * @throws FirestoreError INVALID_ARGUMENT for a field that occurs twice or after `__name__`, where it has no effect
 */
function completeOrders(wire: WireQuery, filter: Filter | null): { orders: Order[]; explicitOrders: number } {
  const orders: Order[] = [];
  const add = (path: FieldPath, direction: 1 | -1) => {
    const field = formatFieldPath(path);
    if (!orders.some((order) => order.field === field)) {
      orders.push({ path, field, direction, isName: field === nameField });
    }
  };
  for (const order of wire.orderBy ?? []) {
    const path = parseFieldPath(order.field?.fieldPath ?? '');
    const field = formatFieldPath(path);
    if (orders.some((other) => other.field === field)) {
      throw invalidArgument(`order by clause cannot contain duplicate fields ${field}`);
    }
    add(path, order.direction === 'DESCENDING' ? -1 : 1);
  }
  const explicitOrders = orders.length;
  const direction = orders.at(-1)?.direction ?? 1;
  const inequalities = allFieldFilters(filter)
    .filter((inner) => inequalityOperators.has(inner.op) && inner.field !== nameField)
    .sort((a, b) => compareUtf8(a.field, b.field));
  for (const { path } of inequalities) add(path, direction);
  const nameAt = orders.findIndex((order) => order.isName);
  const behindName = nameAt === -1 ? undefined : orders[nameAt + 1];
  if (behindName) {
    throw invalidArgument(`order by clause cannot contain more fields after the key ${behindName.field}`);
  }
  add([nameField], direction);
  return { orders, explicitOrders };
}

function compileCursor(wire: WireCursor | null | undefined): Cursor | null {
  return wire ? { values: wire.values ?? [], before: wire.before ?? false } : null;
}

/**
 * Checks and completes a structured query.
 * @param parent full resource name of the parent document or of the database's `documents`
 * @throws FirestoreError INVALID_ARGUMENT for queries that production refuses
 */
export function compileQuery(parent: string, wire: WireQuery): Query {
  const { database, path } = parseParentName(parent);
  const from = wire.from ?? [];
  if (from.length > 1) throw invalidArgument('Only one collection selector is supported.');
  const { collectionId = '', allDescendants = false } = from[0] ?? { allDescendants: true };
  if (collectionId !== '') checkCollectionId(collectionId);
  const filter = wire.where ? compileFilter(wire.where, database) : null;
  const query: Query = {
    database,
    parent: path,
    collectionId: collectionId === '' ? null : collectionId,
    allDescendants,
    filter,
    ...completeOrders(wire, filter),
    startAt: compileCursor(wire.startAt),
    endAt: compileCursor(wire.endAt),
    offset: wire.offset ?? 0,
    limit: wire.limit ? (wire.limit.value ?? 0) : null,
    select: wire.select ? (wire.select.fields ?? []).map((field) => parseFieldPath(field.fieldPath ?? '')) : null,
    nearest: wire.findNearest ? compileNearest(wire.findNearest) : null,
  };
  checkQuery(query);
  return query;
}
