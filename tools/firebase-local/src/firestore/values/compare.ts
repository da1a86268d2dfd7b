import { toMicros } from '../time.ts';
import { elementsOf, type Fields, fieldsOf, isNaNValue, type Value, vectorOf } from './value.ts';

/** The rank of each type in Firestore's order ("Supported data types", value type ordering). */
const typeOrders: Readonly<Record<Value['valueType'], number>> = {
  nullValue: 0,
  booleanValue: 1,
  integerValue: 2,
  doubleValue: 2,
  timestampValue: 3,
  stringValue: 4,
  bytesValue: 5,
  referenceValue: 6,
  geoPointValue: 7,
  arrayValue: 8,
  mapValue: 10,
};

export function typeOrder(value: Value): number {
  return vectorOf(value) ? 9 : typeOrders[value.valueType];
}

/** Orders by UTF-8 bytes. JavaScript's order differs between surrogate pairs and U+E000 to U+FFFF. */
export function compareUtf8(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const xSurrogate = x >= 0xd800 && x <= 0xdfff;
    const ySurrogate = y >= 0xd800 && y <= 0xdfff;
    if (xSurrogate === ySurrogate) return x < y ? -1 : 1;
    return xSurrogate ? 1 : -1;
  }
  return a.length < b.length ? -1 : 1;
}

const numericId = /^__id(-?\d+)__$/;

/** Orders two document or collection ids: numeric ids (`__id7__`) come first, by number, then strings. */
export function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  const x = a.startsWith('__id') ? numericId.exec(a)?.[1] : undefined;
  const y = b.startsWith('__id') ? numericId.exec(b)?.[1] : undefined;
  if (x === undefined && y === undefined) return compareUtf8(a, b);
  if (x === undefined) return 1;
  if (y === undefined) return -1;
  const difference = BigInt(x) - BigInt(y);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Orders two slash-separated paths by their segments. */
export function comparePaths(a: string, b: string): number {
  return a === b ? 0 : compareItems(a.split('/'), b.split('/'), compareIds);
}

/** Compares the first items that differ. A list precedes a longer one that begins with it. */
function compareItems<T>(a: readonly T[], b: readonly T[], compare: (x: T, y: T) => number): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compare(a[i] as T, b[i] as T);
    if (order !== 0) return order;
  }
  return sign(a.length - b.length);
}

const sign = (difference: number): number => (difference < 0 ? -1 : difference > 0 ? 1 : 0);

/** Compares integers beyond 2^53 and doubles by their exact mathematical value. */
function compareIntegerToDouble(integer: string, double: number): number {
  if (Number.isNaN(double)) return 1;
  if (double === Number.POSITIVE_INFINITY) return -1;
  if (double === Number.NEGATIVE_INFINITY) return 1;
  const approximate = Number(integer);
  if (Number.isSafeInteger(approximate)) return sign(approximate - double);
  const whole = BigInt(Math.trunc(double));
  const exact = BigInt(integer);
  if (exact !== whole) return exact < whole ? -1 : 1;
  return sign(Math.trunc(double) - double);
}

function compareNumbers(a: Value, b: Value): number {
  if (a.valueType === 'integerValue' && b.valueType === 'integerValue') {
    if (a.integerValue === b.integerValue) return 0;
    if (a.integerValue.length < 16 && b.integerValue.length < 16) {
      return sign(Number(a.integerValue) - Number(b.integerValue));
    }
    return BigInt(a.integerValue) < BigInt(b.integerValue) ? -1 : 1;
  }
  if (a.valueType === 'integerValue' && b.valueType === 'doubleValue') {
    return compareIntegerToDouble(a.integerValue, b.doubleValue);
  }
  if (a.valueType === 'doubleValue' && b.valueType === 'integerValue') {
    return -compareIntegerToDouble(b.integerValue, a.doubleValue);
  }
  if (a.valueType === 'doubleValue' && b.valueType === 'doubleValue') {
    if (isNaNValue(a)) return isNaNValue(b) ? 0 : -1;
    return isNaNValue(b) ? 1 : sign(a.doubleValue - b.doubleValue);
  }
  return 0;
}

/** Compares maps entry by entry in the order of their keys: first the key, then the value. */
function compareMaps(a: Fields, b: Fields): number {
  const compareEntries = (x: string, y: string) => compareUtf8(x, y) || compareValues(a[x] as Value, b[y] as Value);
  return compareItems(Object.keys(a).sort(compareUtf8), Object.keys(b).sort(compareUtf8), compareEntries);
}

/**
 * The total order of values: by type, then within the type ("Supported data types"). 1 and 1.0 are equal. NaN comes
 * before every other number and equals itself. Vectors are compared by dimension, then element by element.
 */
export function compareValues(a: Value, b: Value): number {
  const order = typeOrder(a) - typeOrder(b);
  if (order !== 0) return sign(order);
  if (a.valueType === 'stringValue' && b.valueType === 'stringValue') return compareUtf8(a.stringValue, b.stringValue);
  if (a.valueType === 'timestampValue' && b.valueType === 'timestampValue') {
    return sign(toMicros(a.timestampValue) - toMicros(b.timestampValue));
  }
  if (a.valueType === 'booleanValue' && b.valueType === 'booleanValue') {
    return Number(a.booleanValue) - Number(b.booleanValue);
  }
  if (a.valueType === 'bytesValue' && b.valueType === 'bytesValue') return Buffer.compare(a.bytesValue, b.bytesValue);
  if (a.valueType === 'referenceValue' && b.valueType === 'referenceValue') {
    return comparePaths(a.referenceValue, b.referenceValue);
  }
  if (a.valueType === 'geoPointValue' && b.valueType === 'geoPointValue') {
    const byLatitude = sign((a.geoPointValue.latitude ?? 0) - (b.geoPointValue.latitude ?? 0));
    return byLatitude || sign((a.geoPointValue.longitude ?? 0) - (b.geoPointValue.longitude ?? 0));
  }
  if (a.valueType === 'arrayValue' && b.valueType === 'arrayValue') {
    return compareItems(elementsOf(a), elementsOf(b), compareValues);
  }
  if (a.valueType === 'mapValue' && b.valueType === 'mapValue') {
    const x = vectorOf(a);
    const y = vectorOf(b);
    if (x && y) return sign(x.length - y.length) || compareItems(x, y, compareValues);
    return compareMaps(fieldsOf(a) ?? {}, fieldsOf(b) ?? {});
  }
  return compareNumbers(a, b);
}

/** Equality for filters and array transforms: 1 equals 1.0, NaN equals NaN, -0 equals 0. */
export const equalValues = (a: Value, b: Value): boolean => compareValues(a, b) === 0;

/** Equality of stored values, which decides whether a write changes anything: number types must also be equal, and -0 is not 0. */
function identicalValues(a: Value, b: Value): boolean {
  if (a.valueType !== b.valueType) return false;
  if (a.valueType === 'doubleValue' && b.valueType === 'doubleValue') return Object.is(a.doubleValue, b.doubleValue);
  if (a.valueType === 'arrayValue' && b.valueType === 'arrayValue') {
    const [x, y] = [elementsOf(a), elementsOf(b)];
    return x.length === y.length && x.every((value, i) => identicalValues(value, y[i] as Value));
  }
  if (a.valueType === 'mapValue' && b.valueType === 'mapValue') {
    return identicalFields(fieldsOf(a) ?? {}, fieldsOf(b) ?? {});
  }
  return compareValues(a, b) === 0;
}

export function identicalFields(a: Fields, b: Fields): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && identicalValues(a[name] as Value, b[name] as Value));
}
