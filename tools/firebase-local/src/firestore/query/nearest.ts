import type { StoredDocument } from '../engine/document.ts';
import { invalidArgument } from '../errors.ts';
import { type FieldPath, getField, parseFieldPath, withField } from '../values/field-path.ts';
import { doubleValue, numberOf, type Value, vectorOf } from '../values/value.ts';

/** query.proto, FindNearest. */
export interface WireNearest {
  vectorField?: { fieldPath?: string };
  queryVector?: Value;
  distanceMeasure?: 'EUCLIDEAN' | 'COSINE' | 'DOT_PRODUCT' | 'DISTANCE_MEASURE_UNSPECIFIED';
  limit?: { value?: number } | null;
  distanceResultField?: string;
  distanceThreshold?: { value?: number } | null;
}

export interface Nearest {
  path: FieldPath;
  vector: readonly number[];
  measure: 'EUCLIDEAN' | 'COSINE' | 'DOT_PRODUCT';
  limit: number;
  resultPath: FieldPath | null;
  threshold: number | null;
}

const maxLimit = 1000;
const maxDimensions = 2048;

const numbersOf = (value: Value | undefined): number[] | undefined => value && vectorOf(value)?.map(numberOf);

/** @throws FirestoreError INVALID_ARGUMENT */
export function compileNearest(wire: WireNearest): Nearest {
  const vector = numbersOf(wire.queryVector);
  const limit = wire.limit?.value ?? 0;
  const measure = wire.distanceMeasure;
  if (!vector || vector.length === 0 || vector.length > maxDimensions) {
    throw invalidArgument(`The query vector must have 1 to ${maxDimensions} dimensions.`);
  }
  if (limit < 1 || limit > maxLimit) throw invalidArgument(`FindNearest.limit must be between 1 and ${maxLimit}.`);
  if (!measure || measure === 'DISTANCE_MEASURE_UNSPECIFIED') throw invalidArgument('The distance measure is not set.');
  return {
    path: parseFieldPath(wire.vectorField?.fieldPath ?? ''),
    vector,
    measure,
    limit,
    resultPath: wire.distanceResultField ? parseFieldPath(wire.distanceResultField) : null,
    threshold: wire.distanceThreshold ? (wire.distanceThreshold.value ?? 0) : null,
  };
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, element, i) => sum + element * (b[i] ?? 0), 0);

function distance(measure: Nearest['measure'], a: readonly number[], b: readonly number[]): number {
  if (measure === 'EUCLIDEAN') return Math.hypot(...a.map((element, i) => element - (b[i] ?? 0)));
  if (measure === 'DOT_PRODUCT') return dot(a, b);
  return 1 - dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

/** The documents with the nearest vectors, nearest first. Documents without a vector of the same dimension are not results. */
export function findNearest(documents: readonly StoredDocument[], nearest: Nearest): StoredDocument[] {
  const { path, vector, measure, limit, resultPath, threshold } = nearest;
  // Dot products are sorted in descending order, distances in ascending order.
  const sign = measure === 'DOT_PRODUCT' ? -1 : 1;
  return documents
    .flatMap((document) => {
      const own = numbersOf(getField(document.fields, path));
      return own?.length === vector.length ? [{ document, distance: distance(measure, own, vector) }] : [];
    })
    .filter((found) => threshold === null || found.distance * sign <= threshold * sign)
    .sort((a, b) => (a.distance - b.distance) * sign)
    .slice(0, limit)
    .map(({ document, distance: result }) =>
      resultPath ? { ...document, fields: withField(document.fields, resultPath, doubleValue(result)) } : document,
    );
}
