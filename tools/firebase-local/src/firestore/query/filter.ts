import type { StoredDocument } from '../engine/document.ts';
import { comparePaths, compareValues, equalValues, typeOrder } from '../values/compare.ts';
import { type FieldPath, getField } from '../values/field-path.ts';
import { elementsOf, isNaNValue, isNull, type Value } from '../values/value.ts';

export type FieldOperator =
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'ARRAY_CONTAINS'
  | 'IN'
  | 'ARRAY_CONTAINS_ANY'
  | 'NOT_IN';

/** A condition on one field. For `__name__`, `names` contains the operand's paths in the database. */
export interface FieldFilter {
  kind: 'field';
  path: FieldPath;
  /** The canonical text of `path`. */
  field: string;
  op: FieldOperator;
  value: Value;
  names?: readonly string[];
}

export interface CompositeFilter {
  kind: 'and' | 'or';
  filters: readonly Filter[];
}

export type Filter = FieldFilter | CompositeFilter;

export const rangeOperators: ReadonlySet<FieldOperator> = new Set([
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
]);

/** Operators whose field is part of the implicit order. */
export const inequalityOperators: ReadonlySet<FieldOperator> = new Set([...rangeOperators, 'NOT_EQUAL', 'NOT_IN']);

/** Whether an operator accepts a value with this order relative to the operand. */
const holds: Partial<Record<FieldOperator, (order: number) => boolean>> = {
  LESS_THAN: (order) => order < 0,
  LESS_THAN_OR_EQUAL: (order) => order <= 0,
  GREATER_THAN: (order) => order > 0,
  GREATER_THAN_OR_EQUAL: (order) => order >= 0,
  EQUAL: (order) => order === 0,
  NOT_EQUAL: (order) => order !== 0,
};
const holdsForOrder = (op: FieldOperator, order: number): boolean => holds[op]?.(order) ?? false;

function matchesName(filter: FieldFilter, key: string): boolean {
  const names = filter.names ?? [];
  if (filter.op === 'IN') return names.includes(key);
  if (filter.op === 'NOT_IN') return !names.includes(key);
  return holdsForOrder(filter.op, comparePaths(key, names[0] ?? ''));
}

/** Fast equality for the most common types; null if the general comparison is needed. */
function equalScalars(a: Value, b: Value): boolean | null {
  if (a.valueType === 'stringValue' && b.valueType === 'stringValue') return a.stringValue === b.stringValue;
  if (a.valueType === 'booleanValue' && b.valueType === 'booleanValue') return a.booleanValue === b.booleanValue;
  if (a.valueType === 'integerValue' && b.valueType === 'integerValue') return a.integerValue === b.integerValue;
  return null;
}

/** Null and NaN are never found in an array. They have their own operators. */
function isFoundInArray(element: Value, operand: Value): boolean {
  return !isNull(element) && !isNaNValue(element) && equalValues(element, operand);
}

function matchesField(filter: FieldFilter, document: StoredDocument): boolean {
  if (filter.names) return matchesName(filter, document.key);
  const value = getField(document.fields, filter.path);
  if (value === undefined) return false;
  const operand = filter.value;
  if (filter.op === 'EQUAL') return equalScalars(value, operand) ?? equalValues(value, operand);
  switch (filter.op) {
    case 'NOT_EQUAL':
      // Null matches no inequality: `x != null` means that the field exists.
      return !isNull(value) && compareValues(value, operand) !== 0;
    case 'IN':
      // Null and NaN never match a list. They have their own operators.
      if (isNull(value) || isNaNValue(value)) return false;
      return elementsOf(operand).some((candidate) => equalValues(candidate, value));
    case 'NOT_IN':
      return !isNull(value) && !elementsOf(operand).some((other) => isNull(other) || equalValues(other, value));
    case 'ARRAY_CONTAINS':
      return elementsOf(value).some((element) => isFoundInArray(element, operand));
    case 'ARRAY_CONTAINS_ANY':
      return elementsOf(value).some((element) =>
        elementsOf(operand).some((candidate) => isFoundInArray(element, candidate)),
      );
    default:
      // Only equality matches NaN.
      if (isNaNValue(value)) return false;
      // Ranges only include values of the operand's type.
      return typeOrder(value) === typeOrder(operand) && holdsForOrder(filter.op, compareValues(value, operand));
  }
}

/** Whether the document's fields match the filter. Order fields and cursors are checked elsewhere. */
export function matchesFilter(filter: Filter | null, document: StoredDocument): boolean {
  if (filter === null) return true;
  if (filter.kind === 'field') return matchesField(filter, document);
  // Loops are faster than every() and some(), and this runs for each document of a scan.
  const isAnd = filter.kind === 'and';
  for (const inner of filter.filters) if (matchesFilter(inner, document) !== isAnd) return !isAnd;
  return isAnd;
}

/** The field filters that apply to every result: those not inside an `or`. */
export function conjuncts(filter: Filter | null): FieldFilter[] {
  if (filter === null) return [];
  if (filter.kind === 'field') return [filter];
  return filter.kind === 'and' ? filter.filters.flatMap(conjuncts) : [];
}

/** Every field filter in the tree. */
export function allFieldFilters(filter: Filter | null): FieldFilter[] {
  if (filter === null) return [];
  return filter.kind === 'field' ? [filter] : filter.filters.flatMap(allFieldFilters);
}
