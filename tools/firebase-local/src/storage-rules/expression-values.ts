import { fromTimestamp } from '../rules/firestore-values.ts';
import { bool, bytes, float, int, list, map, NULL, path, type RulesValue, string } from '../rules/values.ts';
import type { ExpressionValue, PathSegment } from './protocol.ts';

type Reader<K extends keyof ExpressionValue> = (value: NonNullable<ExpressionValue[K]>) => RulesValue;

const READERS: { [K in Exclude<keyof ExpressionValue, 'null_value'>]-?: Reader<K> } = {
  bool_value: bool,
  int_value: (value) => int(BigInt(value)),
  float_value: (value) => float(Number(value)),
  string_value: string,
  bytes_value: (value) => bytes(typeof value === 'string' ? Buffer.from(value, 'base64') : Buffer.from(value.data)),
  path_value: ({ segments = [] }) => path(pathSegments(segments)),
  duration_value: ({ seconds = 0, nanos = 0 }) => ({
    type: 'duration',
    nanos: BigInt(seconds) * 1_000_000_000n + BigInt(nanos),
  }),
  timestamp_value: fromTimestamp,
  latlng_value: ({ latitude = 0, longitude = 0 }) => ({ type: 'latlng', latitude, longitude }),
  map_value: ({ fields = {} }) =>
    map(new Map(Object.entries(fields).map(([key, value]) => [key, fromExpression(value)]))),
  list_value: ({ values = [] }) => list(values.map(fromExpression)),
  set_value: ({ values = [] }) => ({ type: 'set', items: values.map(fromExpression) }),
};

/**
 * Converts a value of the protocol to a value of the rules language.
 * @throws TypeError for an unknown kind
 */
export function fromExpression(value: ExpressionValue): RulesValue {
  const kind = Object.keys(value).find((key) => value[key as keyof ExpressionValue] !== undefined);
  if (kind === undefined || kind === 'null_value') return NULL;
  if (!Object.hasOwn(READERS, kind)) throw new TypeError(`unknown kind of value: ${kind}`);
  const read = READERS[kind as keyof typeof READERS] as (content: unknown) => RulesValue;
  return read(value[kind as keyof ExpressionValue]);
}

function pathSegments(segments: readonly PathSegment[]): string[] {
  return segments.flatMap((segment) => {
    if ('simple' in segment) return segment.simple;
    const { bound_value: bound } = segment;
    return typeof bound === 'string' ? bound : pathSegments(bound.segments ?? []);
  });
}
