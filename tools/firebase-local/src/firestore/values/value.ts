import type { Timestamp } from '../time.ts';

/**
 * google.firestore.v1.Value as the protobuf decoder returns it: one field is set, and `valueType` names it. Documents
 * are stored in this form, so reads need no conversion.
 */
export type Value =
  | { valueType: 'nullValue'; nullValue: 'NULL_VALUE' }
  | { valueType: 'booleanValue'; booleanValue: boolean }
  | { valueType: 'integerValue'; integerValue: string }
  | { valueType: 'doubleValue'; doubleValue: number }
  | { valueType: 'timestampValue'; timestampValue: Timestamp }
  | { valueType: 'stringValue'; stringValue: string }
  | { valueType: 'bytesValue'; bytesValue: Buffer }
  | { valueType: 'referenceValue'; referenceValue: string }
  | { valueType: 'geoPointValue'; geoPointValue: { latitude?: number; longitude?: number } }
  | { valueType: 'arrayValue'; arrayValue: { values?: Value[] } }
  | { valueType: 'mapValue'; mapValue: { fields?: Fields } };

/** The fields of a document or map. Read them with `ownField`: names such as `constructor` are legal. */
export interface Fields {
  [name: string]: Value;
}

export function ownField(fields: Fields | undefined, name: string): Value | undefined {
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export const nullValue: Value = { valueType: 'nullValue', nullValue: 'NULL_VALUE' };
export const stringValue = (value: string): Value => ({ valueType: 'stringValue', stringValue: value });
export const integerValue = (value: bigint | number): Value => ({
  valueType: 'integerValue',
  integerValue: String(value),
});
export const maxInteger = 2n ** 63n - 1n;
export const minInteger = -(2n ** 63n);
export const doubleValue = (value: number): Value => ({ valueType: 'doubleValue', doubleValue: value });
export const timestampValue = (value: Timestamp): Value => ({ valueType: 'timestampValue', timestampValue: value });
export const referenceValue = (name: string): Value => ({ valueType: 'referenceValue', referenceValue: name });
export const arrayValue = (values: Value[]): Value => ({ valueType: 'arrayValue', arrayValue: { values } });
export const mapValue = (fields: Fields): Value => ({ valueType: 'mapValue', mapValue: { fields } });

export const isNull = (value: Value): boolean => value.valueType === 'nullValue';
export const isNumber = (value: Value): boolean =>
  value.valueType === 'integerValue' || value.valueType === 'doubleValue';
/** The number of a numeric value; NaN for any other value. */
export function numberOf(value: Value): number {
  if (value.valueType === 'integerValue') return Number(value.integerValue);
  return value.valueType === 'doubleValue' ? value.doubleValue : Number.NaN;
}

export const isNaNValue = (value: Value): boolean =>
  value.valueType === 'doubleValue' && Number.isNaN(value.doubleValue);

/** The elements of an array value; an empty list for any other value. */
export function elementsOf(value: Value | undefined): readonly Value[] {
  return value?.valueType === 'arrayValue' ? (value.arrayValue.values ?? []) : [];
}

/** The fields of a map value, or undefined for any other value. */
export function fieldsOf(value: Value | undefined): Fields | undefined {
  return value?.valueType === 'mapValue' ? (value.mapValue.fields ?? {}) : undefined;
}

/**
 * The elements of a vector; undefined for other values. Vectors are maps of this form with their own place in the order
 * of types.
 */
export function vectorOf(value: Value): readonly Value[] | undefined {
  const fields = fieldsOf(value);
  const type = ownField(fields, '__type__');
  if (type?.valueType !== 'stringValue' || type.stringValue !== '__vector__') return undefined;
  const inner = ownField(fields, 'value');
  return inner?.valueType === 'arrayValue' ? elementsOf(inner) : undefined;
}
