import { invalidArgument } from '../errors.ts';
import { formatTimestamp, parseTimestamp, type Timestamp } from '../time.ts';
import { fieldsFromJson, fieldsToJson, type Json, valueFromJson, valueToJson } from '../values/json.ts';
import type { Fields, Value } from '../values/value.ts';

/** Fields whose JSON differs from their form in memory (JSON mapping of protobuf). */
const timestamps = new Set(['readTime', 'updateTime', 'createTime', 'commitTime']);
const bytes = new Set(['transaction', 'retryTransaction', 'resumeToken', 'streamToken']);
const wrappers = new Set(['limit', 'upTo', 'distanceThreshold']);
const singleValues = new Set(['value', 'increment', 'maximum', 'minimum', 'queryVector']);
const masks = new Set(['mask', 'updateMask']);
/** Lists of values: in cursors, array operands and array transforms. */
const lists = new Set(['values']);
const fieldMaps = new Set(['fields', 'aggregateFields']);

/** Enumerations by their field. JSON has the name of a value, or its number (here the index). */
const enumerations: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'compositeFilter.op': ['OPERATOR_UNSPECIFIED', 'AND', 'OR'],
  'fieldFilter.op': [
    ...['OPERATOR_UNSPECIFIED', 'LESS_THAN', 'LESS_THAN_OR_EQUAL', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL', 'EQUAL'],
    ...['NOT_EQUAL', 'ARRAY_CONTAINS', 'IN', 'ARRAY_CONTAINS_ANY', 'NOT_IN'],
  ],
  'unaryFilter.op': ['OPERATOR_UNSPECIFIED', undefined, 'IS_NAN', 'IS_NULL', 'IS_NOT_NAN', 'IS_NOT_NULL'],
  'orderBy.direction': ['DIRECTION_UNSPECIFIED', 'ASCENDING', 'DESCENDING'],
  'findNearest.distanceMeasure': ['DISTANCE_MEASURE_UNSPECIFIED', 'EUCLIDEAN', 'COSINE', 'DOT_PRODUCT'],
  'fieldTransforms.setToServerValue': ['SERVER_VALUE_UNSPECIFIED', 'REQUEST_TIME'],
  'updateTransforms.setToServerValue': ['SERVER_VALUE_UNSPECIFIED', 'REQUEST_TIME'],
};

function enumFromJson(place: string, values: readonly (string | undefined)[], json: Json): string {
  const value = typeof json === 'number' ? values[json] : values.find((name) => name === json);
  if (value === undefined) throw invalidArgument(`Invalid value at '${place}': ${JSON.stringify(json)}`);
  return value;
}

const isPlain = (json: unknown): json is { [key: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json) && !Buffer.isBuffer(json);

function memberFromJson(parent: string, name: string, json: Json): unknown {
  if (json === null) return undefined;
  const place = `${parent}.${name}`;
  const values = Object.hasOwn(enumerations, place) ? enumerations[place] : undefined;
  if (values) return enumFromJson(place, values, json);
  if (timestamps.has(name) && typeof json === 'string') {
    const timestamp = parseTimestamp(json);
    if (!timestamp) throw invalidArgument(`Invalid timestamp "${json}".`);
    return timestamp;
  }
  if (bytes.has(name) && typeof json === 'string') return Buffer.from(json, 'base64');
  if (wrappers.has(name) && (typeof json === 'number' || typeof json === 'string')) return { value: json };
  if (singleValues.has(name) && isPlain(json)) return valueFromJson(json);
  if (lists.has(name) && Array.isArray(json)) return json.map(valueFromJson);
  if (fieldMaps.has(name) && isPlain(json)) return fieldsFromJson(json);
  if (masks.has(name) && typeof json === 'string') return { fieldPaths: json.split(',') };
  return messageFromJson(json, name);
}

/**
 * Converts the JSON body of a REST request to the message that a gRPC request would decode to.
 * @param place the field that contains it, '' for the body
 * @throws FirestoreError INVALID_ARGUMENT
 */
export function messageFromJson(json: Json, place = ''): unknown {
  if (Array.isArray(json)) return json.map((item) => messageFromJson(item, place));
  if (!isPlain(json)) return json;
  const members = Object.entries(json).map(([name, member]) => [name, memberFromJson(place, name, member)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function memberToJson(name: string, member: unknown): Json {
  if (timestamps.has(name)) return formatTimestamp(member as Timestamp);
  if (Buffer.isBuffer(member)) return member.toString('base64');
  if (fieldMaps.has(name)) return fieldsToJson(member as Fields);
  if (name === 'transformResults' || lists.has(name)) return (member as Value[]).map(valueToJson);
  return messageToJson(member);
}

/** Converts a response message to JSON. As in protobuf, empty fields are omitted. */
export function messageToJson(message: unknown): Json {
  if (Array.isArray(message)) return message.map(messageToJson);
  if (!isPlain(message)) return message as Json;
  const members = Object.entries(message).filter(
    ([, member]) => member !== undefined && member !== null && member !== '' && !isEmptyList(member),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, memberToJson(name, member)]));
}

const isEmptyList = (member: unknown): boolean => Array.isArray(member) && member.length === 0;
