import type { StoredDocument } from '../engine/document.ts';
import { invalidArgument } from '../errors.ts';
import { type FieldPath, getField, parseFieldPath } from '../values/field-path.ts';
import {
  doubleValue,
  type Fields,
  integerValue,
  maxInteger,
  minInteger,
  nullValue,
  numberOf,
  type Value,
} from '../values/value.ts';
import type { WireAggregationQuery } from './wire-query.ts';

/** A checked aggregation: the operation, its field and the name of its result. */
export interface Aggregation {
  alias: string;
  kind: 'count' | 'sum' | 'avg';
  path: FieldPath | null;
  upTo: number;
}

const maxAggregations = 5;

/** @throws FirestoreError INVALID_ARGUMENT (query.proto, StructuredAggregationQuery) */
export function compileAggregations(wire: WireAggregationQuery): Aggregation[] {
  const given = wire.aggregations ?? [];
  if (given.length === 0) throw invalidArgument('An aggregation query must contain at least one aggregation.');
  if (given.length > maxAggregations) {
    throw invalidArgument(
      `The maximum number of aggregations allowed in an aggregation query is ${maxAggregations}. Received: ${given.length}`,
    );
  }
  let unnamed = 0;
  const result = given.map((aggregation): Aggregation => {
    const alias = aggregation.alias || `field_${++unnamed}`;
    if (aggregation.count) {
      const upTo = aggregation.count.upTo;
      if (upTo && !(Number(upTo.value ?? 0) > 0)) throw invalidArgument('`up_to` must be greater than zero.');
      return { alias, kind: 'count', path: null, upTo: upTo ? Number(upTo.value) : Number.POSITIVE_INFINITY };
    }
    const field = (aggregation.sum ?? aggregation.avg)?.field?.fieldPath;
    if (!field) throw invalidArgument('An aggregation must be a count, or a sum or an average with a field.');
    const kind = aggregation.sum ? 'sum' : 'avg';
    return { alias, kind, path: parseFieldPath(field), upTo: Number.POSITIVE_INFINITY };
  });
  if (new Set(result.map(({ alias }) => alias)).size !== result.length) {
    throw invalidArgument('The aliases of aggregations must be unique.');
  }
  return result;
}

/** Sums integers exactly. A double, or a sum beyond 64 bits, makes the result a double. */
function sumOf(values: readonly Value[]): { sum: Value; count: number } {
  let whole = 0n;
  let fraction = 0;
  let isDouble = false;
  let count = 0;
  for (const value of values) {
    if (value.valueType === 'integerValue') whole += BigInt(value.integerValue);
    else if (value.valueType === 'doubleValue') {
      fraction += value.doubleValue;
      isDouble = true;
    } else continue;
    count++;
  }
  if (isDouble || whole > maxInteger || whole < minInteger)
    return { sum: doubleValue(Number(whole) + fraction), count };
  return { sum: integerValue(whole), count };
}

export function aggregate(documents: readonly StoredDocument[], aggregations: readonly Aggregation[]): Fields {
  // Documents without an aggregated field are not in the index that serves the whole query.
  const paths = aggregations.flatMap(({ path }) => (path ? [path] : []));
  const counted = documents.filter((document) =>
    paths.every((path) => path[0] === '__name__' || getField(document.fields, path) !== undefined),
  );
  const result: Fields = {};
  for (const { alias, kind, path, upTo } of aggregations) {
    if (!path) {
      result[alias] = integerValue(Math.min(counted.length, upTo));
      continue;
    }
    const values = counted.map((document) => getField(document.fields, path)).filter((value) => value !== undefined);
    const { sum, count } = sumOf(values);
    if (kind === 'sum') result[alias] = sum;
    else result[alias] = count === 0 ? nullValue : doubleValue(numberOf(sum) / count);
  }
  return result;
}
