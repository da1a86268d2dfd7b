import { invalidArgument } from '../errors.ts';
import { formatTimestamp, parseTimestamp, type Timestamp } from '../time.ts';
import type { Fields, Value } from './value.ts';

/** A parsed JSON document. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const isObject = (json: Json | undefined): json is { [key: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

function timestampFromJson(json: Json): Timestamp {
  const timestamp = typeof json === 'string' ? parseTimestamp(json) : null;
  if (!timestamp) throw invalidArgument(`Invalid timestamp ${JSON.stringify(json)}.`);
  return timestamp;
}

function doubleFromJson(json: Json): number {
  // The JSON mapping of protobuf writes numbers that JSON does not support as these three strings.
  if (json === 'NaN') return Number.NaN;
  if (json === 'Infinity') return Number.POSITIVE_INFINITY;
  if (json === '-Infinity') return Number.NEGATIVE_INFINITY;
  const number = Number(json);
  if (Number.isNaN(number)) throw invalidArgument(`Invalid double ${JSON.stringify(json)}.`);
  return number;
}

function integerFromJson(json: Json): string {
  if (typeof json === 'number' ? !Number.isInteger(json) : typeof json !== 'string' || !/^-?\d+$/.test(json)) {
    throw invalidArgument(`Invalid integer ${JSON.stringify(json)}.`);
  }
  const integer = BigInt(json as string | number);
  if (BigInt.asIntN(64, integer) !== integer) throw invalidArgument(`The integer ${integer} exceeds 64 bits.`);
  return String(integer);
}

/**
 * Parses a Value from the JSON mapping of protobuf (the REST API's format).
 * @throws FirestoreError INVALID_ARGUMENT
 */
export function valueFromJson(json: Json | undefined): Value {
  const [entry, ...others] = isObject(json) ? Object.entries(json) : [];
  if (!entry || others.length > 0) throw invalidArgument(`Invalid value ${JSON.stringify(json)?.slice(0, 100)}.`);
  const [valueType, content] = entry;
  switch (valueType) {
    case 'nullValue':
      return { valueType, nullValue: 'NULL_VALUE' };
    case 'booleanValue':
      return { valueType, booleanValue: content === true };
    case 'integerValue':
      return { valueType, integerValue: integerFromJson(content) };
    case 'doubleValue':
      return { valueType, doubleValue: doubleFromJson(content) };
    case 'timestampValue':
      return { valueType, timestampValue: timestampFromJson(content) };
    case 'stringValue':
      return { valueType, stringValue: String(content) };
    case 'bytesValue':
      return { valueType, bytesValue: Buffer.from(String(content), 'base64') };
    case 'referenceValue':
      return { valueType, referenceValue: String(content) };
    case 'geoPointValue': {
      const point = isObject(content) ? content : {};
      return {
        valueType,
        geoPointValue: { latitude: Number(point.latitude ?? 0), longitude: Number(point.longitude ?? 0) },
      };
    }
    case 'arrayValue': {
      const values = isObject(content) ? content.values : undefined;
      return { valueType, arrayValue: { values: Array.isArray(values) ? values.map(valueFromJson) : [] } };
    }
    case 'mapValue':
      return { valueType, mapValue: { fields: fieldsFromJson(isObject(content) ? content.fields : undefined) } };
    default:
      throw invalidArgument(`Unknown value type "${valueType}".`);
  }
}

export function fieldsFromJson(json: Json | undefined): Fields {
  if (!isObject(json)) return {};
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, valueFromJson(value)]));
}

const doubleToJson = (value: number): Json => (Number.isFinite(value) ? value : String(value));

export function valueToJson(value: Value): Json {
  switch (value.valueType) {
    case 'nullValue':
      return { nullValue: null };
    case 'doubleValue':
      return { doubleValue: Object.is(value.doubleValue, -0) ? '-0' : doubleToJson(value.doubleValue) };
    case 'timestampValue':
      return { timestampValue: formatTimestamp(value.timestampValue) };
    case 'bytesValue':
      return { bytesValue: value.bytesValue.toString('base64') };
    case 'geoPointValue': {
      const { latitude = 0, longitude = 0 } = value.geoPointValue;
      return { geoPointValue: { latitude, longitude } };
    }
    case 'arrayValue': {
      const values = value.arrayValue.values ?? [];
      return { arrayValue: values.length === 0 ? {} : { values: values.map(valueToJson) } };
    }
    case 'mapValue': {
      const fields = fieldsToJson(value.mapValue.fields ?? {});
      return { mapValue: Object.keys(fields).length === 0 ? {} : { fields } };
    }
    default: {
      const { valueType: _, ...same } = value;
      return same;
    }
  }
}

export function fieldsToJson(fields: Fields): { [name: string]: Json } {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueToJson(value)]));
}
