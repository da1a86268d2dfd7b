/**
 * Values of the Security Rules language.
 *
 * The types are those of the reference "Security Rules Types and Functions" (rules.Boolean, rules.Integer, rules.Float,
 * rules.String, rules.Bytes, rules.List, rules.Map, rules.MapDiff, rules.Set, rules.Path, rules.Timestamp,
 * rules.Duration, rules.LatLng). Integers are 64 bits wide, hence `bigint`; strings are counted in code points.
 */

/** A path segment with an unknown value: the document id, or any number of ancestors, of a query's results. */
export interface UnknownSegment {
  readonly unknown: 'one' | 'many';
}

/** A condition that a query's filter puts on one field of its results. */
export interface Constraint {
  readonly comparator: 'EQ' | 'NEQ' | 'GT' | 'GTE' | 'LT' | 'LTE' | 'IN' | 'LIST_CONTAINS';
  readonly value: RulesValue;
}

export type RulesValue =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int'; readonly value: bigint }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array }
  | { readonly type: 'list'; readonly items: readonly RulesValue[] }
  | { readonly type: 'set'; readonly items: readonly RulesValue[] }
  | { readonly type: 'map'; readonly fields: ReadonlyMap<string, RulesValue> }
  | { readonly type: 'mapdiff'; readonly left: MapValue; readonly right: MapValue }
  | { readonly type: 'path'; readonly segments: readonly string[] }
  /** Seconds since 1970 (may be negative) and 0 to 999,999,999 nanoseconds. */
  | { readonly type: 'timestamp'; readonly seconds: bigint; readonly nanos: number }
  /** A length in nanoseconds, positive or negative. */
  | { readonly type: 'duration'; readonly nanos: bigint }
  | { readonly type: 'latlng'; readonly latitude: number; readonly longitude: number }
  /** A field of a query's possible results, known only through the query's filters. Without constraints, nothing is known. */
  | { readonly type: 'constrained'; readonly name: string; readonly constraints: readonly Constraint[] }
  /** The data of a query's possible results: every field is `constrained`. */
  | Readonly<{ type: 'candidate'; name: string; constraints: ReadonlyMap<string, readonly Constraint[]> }>;

export type MapValue = Extract<RulesValue, { type: 'map' }>;

export const NULL: RulesValue = { type: 'null' };
export const TRUE: RulesValue = { type: 'bool', value: true };
export const FALSE: RulesValue = { type: 'bool', value: false };

export const bool = (value: boolean): RulesValue => (value ? TRUE : FALSE);
export const int = (value: bigint | number): RulesValue => ({ type: 'int', value: BigInt(value) });
export const float = (value: number): RulesValue => ({ type: 'float', value });
export const string = (value: string): RulesValue => ({ type: 'string', value });
export const bytes = (value: Uint8Array): RulesValue => ({ type: 'bytes', value });
export const list = (items: readonly RulesValue[]): RulesValue => ({ type: 'list', items });
export const path = (segments: readonly string[]): RulesValue => ({ type: 'path', segments });

/** A map from an object or from entries. */
export function map(fields: Readonly<Record<string, RulesValue>> | ReadonlyMap<string, RulesValue>): MapValue {
  return { type: 'map', fields: fields instanceof Map ? fields : new Map(Object.entries(fields)) };
}

/** A timestamp from a date, to the millisecond. */
export function timestamp(date: Date): RulesValue {
  const ms = date.getTime();
  const seconds = Math.floor(ms / 1000);
  return { type: 'timestamp', seconds: BigInt(seconds), nanos: (ms - seconds * 1000) * 1_000_000 };
}

/**
 * A value from plain JSON, such as the payload of an ID token. Whole numbers become integers, as in the official
 * Storage emulator, so `auth_time` can be compared with integers.
 */
export function fromJson(json: unknown): RulesValue {
  if (json === null || json === undefined) return NULL;
  if (typeof json === 'boolean') return bool(json);
  if (typeof json === 'string') return string(json);
  if (typeof json === 'bigint') return int(json);
  if (typeof json === 'number') return Number.isSafeInteger(json) ? int(json) : float(json);
  if (json instanceof Date) return timestamp(json);
  if (json instanceof Uint8Array) return bytes(json);
  if (Array.isArray(json)) return list(json.map(fromJson));
  if (typeof json === 'object') {
    return map(
      new Map(Object.entries(json).flatMap(([key, value]) => (value === undefined ? [] : [[key, fromJson(value)]]))),
    );
  }
  throw new TypeError(`no rules value for a ${typeof json}`);
}
