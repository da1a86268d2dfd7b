import { invalidArgument } from '../errors.ts';
import { type Micros, toServerTimestamp } from '../time.ts';
import { compareValues, equalValues } from '../values/compare.ts';
import {
  arrayValue,
  doubleValue,
  elementsOf,
  integerValue,
  isNaNValue,
  isNumber,
  maxInteger,
  minInteger,
  nullValue,
  numberOf,
  timestampValue,
  type Value,
} from '../values/value.ts';

/** write.proto, DocumentTransform.FieldTransform. */
export interface FieldTransform {
  fieldPath: string;
  setToServerValue?: 'REQUEST_TIME' | 'SERVER_VALUE_UNSPECIFIED';
  increment?: Value;
  maximum?: Value;
  minimum?: Value;
  appendMissingElements?: { values?: Value[] };
  removeAllFromArray?: { values?: Value[] };
}

function requireNumber(value: Value, name: string): Value {
  if (!isNumber(value)) throw invalidArgument(`The value of ${name} must be an integer or a double.`);
  return value;
}

/** Integers remain integers and stop at the limits of their range. If one operand is a double, the sum is a double, too. */
function increment(current: Value | undefined, operand: Value): Value {
  if (!current || !isNumber(current)) return operand;
  if (current.valueType === 'integerValue' && operand.valueType === 'integerValue') {
    const sum = BigInt(current.integerValue) + BigInt(operand.integerValue);
    return integerValue(sum > maxInteger ? maxInteger : sum < minInteger ? minInteger : sum);
  }
  return doubleValue(numberOf(current) + numberOf(operand));
}

/**
 * Equal numbers of different types do not change the field, and NaN takes precedence ("maximum", "minimum" in
 * write.proto).
 */
function extreme(current: Value | undefined, operand: Value, wanted: 1 | -1): Value {
  if (!current || !isNumber(current)) return operand;
  if (isNaNValue(current) || isNaNValue(operand)) return doubleValue(Number.NaN);
  return compareValues(operand, current) === wanted ? operand : current;
}

function appendMissing(current: Value | undefined, added: readonly Value[]): Value {
  const result = [...elementsOf(current)];
  for (const element of added) {
    if (!result.some((present) => equalValues(present, element))) result.push(element);
  }
  return arrayValue(result);
}

const removeAll = (current: Value | undefined, removed: readonly Value[]): Value =>
  arrayValue(elementsOf(current).filter((element) => !removed.some((other) => equalValues(other, element))));

/**
 * @returns the new value of the field, and its result in WriteResult: the new value of numbers and times, null for
 * arrays
 */
export function applyTransform(
  transform: FieldTransform,
  current: Value | undefined,
  time: Micros,
): { value: Value; result: Value } {
  const both = (value: Value) => ({ value, result: value });
  if (transform.setToServerValue === 'REQUEST_TIME') {
    return both(timestampValue(toServerTimestamp(time)));
  }
  if (transform.increment) return both(increment(current, requireNumber(transform.increment, 'increment')));
  if (transform.maximum) return both(extreme(current, requireNumber(transform.maximum, 'maximum'), 1));
  if (transform.minimum) return both(extreme(current, requireNumber(transform.minimum, 'minimum'), -1));
  if (transform.appendMissingElements) {
    return { value: appendMissing(current, transform.appendMissingElements.values ?? []), result: nullValue };
  }
  if (transform.removeAllFromArray) {
    return { value: removeAll(current, transform.removeAllFromArray.values ?? []), result: nullValue };
  }
  throw invalidArgument(`The transform of field "${transform.fieldPath}" is not set.`);
}
