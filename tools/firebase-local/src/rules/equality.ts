import { undecidable } from './type-errors.ts';
import type { RulesValue } from './values.ts';

/**
 * Whether two values are the same, as compared inside lists, maps and sets: types count, so `1` and `1.0` differ (recorded from the official
 * emulator: `{'a': 1} == {'a': 1.0}` is false).
 * @throws EvaluationError for a field of a query's possible results whose value the filters do not determine
 */
export function sameValue(left: RulesValue, right: RulesValue): boolean {
  if (left === right) return true;
  if (right.type === 'constrained' || right.type === 'candidate') throw undecidable(right);
  switch (left.type) {
    case 'null':
      return right.type === 'null';
    case 'bool':
    case 'int':
    case 'float':
    case 'string':
      return left.type === right.type && left.value === right.value;
    case 'bytes':
      return right.type === 'bytes' && Buffer.compare(left.value, right.value) === 0;
    case 'list':
      return right.type === 'list' && sameItems(left.items, right.items);
    case 'set':
      return right.type === 'set' && left.items.length === right.items.length && includesAll(left.items, right.items);
    case 'map':
      return right.type === 'map' && sameFields(left.fields, right.fields);
    case 'mapdiff':
      return right.type === 'mapdiff' && sameValue(left.left, right.left) && sameValue(left.right, right.right);
    case 'path':
      return (
        right.type === 'path' &&
        left.segments.length === right.segments.length &&
        left.segments.every((segment, index) => segment === right.segments[index])
      );
    case 'timestamp':
      return right.type === 'timestamp' && left.seconds === right.seconds && left.nanos === right.nanos;
    case 'duration':
      return right.type === 'duration' && left.nanos === right.nanos;
    case 'latlng':
      return right.type === 'latlng' && left.latitude === right.latitude && left.longitude === right.longitude;
    case 'constrained':
    case 'candidate':
      throw undecidable(left);
  }
}

/** Implements `==`: an integer equals a float with the same value. */
export function equal(left: RulesValue, right: RulesValue): boolean {
  if (left.type === 'int' && right.type === 'float') return Number(left.value) === right.value;
  if (left.type === 'float' && right.type === 'int') return left.value === Number(right.value);
  return sameValue(left, right);
}

export function includes(items: readonly RulesValue[], value: RulesValue): boolean {
  return items.some((item) => sameValue(item, value));
}

function includesAll(items: readonly RulesValue[], values: readonly RulesValue[]): boolean {
  return values.every((value) => includes(items, value));
}

/**
 * Compares two values: negative, zero or positive; null for values without an order. Only numbers, strings, bytes, timestamps and durations are
 * ordered.
 */
export function compare(left: RulesValue, right: RulesValue): number | null {
  if (left.type === 'int' && right.type === 'int') return sign(left.value - right.value);
  if (isNumber(left) && isNumber(right)) return order(Number(left.value), Number(right.value));
  if (left.type === 'string' && right.type === 'string') return order(left.value, right.value);
  if (left.type === 'bytes' && right.type === 'bytes') return Buffer.compare(left.value, right.value);
  if (left.type === 'duration' && right.type === 'duration') return sign(left.nanos - right.nanos);
  if (left.type === 'timestamp' && right.type === 'timestamp') {
    return sign(left.seconds - right.seconds) || left.nanos - right.nanos;
  }
  return null;
}

function isNumber(value: RulesValue): value is Extract<RulesValue, { type: 'int' | 'float' }> {
  return value.type === 'int' || value.type === 'float';
}

function order<T extends string | number>(left: T, right: T): number {
  if (left < right) return -1;
  if (left > right) return 1;
  return left === right ? 0 : Number.NaN;
}

function sign(value: bigint): number {
  if (value === 0n) return 0;
  return value < 0n ? -1 : 1;
}

function sameItems(left: readonly RulesValue[], right: readonly RulesValue[]): boolean {
  return left.length === right.length && left.every((item, index) => sameValue(item, right[index] ?? item));
}

function sameFields(left: ReadonlyMap<string, RulesValue>, right: ReadonlyMap<string, RulesValue>): boolean {
  if (left.size !== right.size) return false;
  return [...left].every(([key, value]) => {
    const other = right.get(key);
    return other !== undefined && sameValue(value, other);
  });
}
