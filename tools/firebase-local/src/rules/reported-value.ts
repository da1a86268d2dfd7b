import { sameValue } from './equality.ts';
import type { MapValue, RulesValue } from './values.ts';

/** A value in the JSON of Google's coverage reports: one member, named after its kind. */
export type ReportedValue = { readonly [kind: string]: unknown };

export function toReportedValue(value: RulesValue): ReportedValue {
  switch (value.type) {
    case 'null':
      return { nullValue: null };
    case 'bool':
      return { boolValue: value.value };
    case 'int':
      return { intValue: String(value.value) };
    case 'float':
      return { floatValue: Number.isFinite(value.value) ? value.value : String(value.value) };
    case 'string':
      return { stringValue: value.value };
    case 'bytes':
      return { bytesValue: Buffer.from(value.value).toString('base64') };
    case 'list':
      return { listValue: { values: value.items.map(toReportedValue) } };
    case 'set':
      return { setValue: { values: value.items.map(toReportedValue) } };
    case 'map':
      return {
        mapValue: { fields: Object.fromEntries([...value.fields].map(([key, of]) => [key, toReportedValue(of)])) },
      };
    case 'mapdiff':
      return { mapDiffValue: { keyStatuses: keyStatuses(value.left, value.right) } };
    case 'path':
      return { pathValue: { segments: value.segments.map((simple) => ({ simple })) } };
    case 'timestamp':
      return { timestampValue: timestampText(value.seconds, value.nanos) };
    case 'duration':
      return { durationValue: `${decimal(value.nanos)}s` };
    case 'latlng':
      return { latlngValue: { latitude: value.latitude, longitude: value.longitude } };
    case 'constrained':
      return { constraintValue: { simpleConstraints: constraintsOf(value.constraints) } };
    case 'candidate':
      return {
        mapValue: {
          fields: Object.fromEntries(
            [...value.constraints].map(([field, constraints]) => [
              field,
              { constraintValue: { simpleConstraints: constraintsOf(constraints) } },
            ]),
          ),
        },
      };
  }
}

function constraintsOf(constraints: Extract<RulesValue, { type: 'constrained' }>['constraints']) {
  return constraints.map(({ comparator, value }) => ({ comparator, value: toReportedValue(value) }));
}

/** What each key is to the map on which `diff` was called. */
function keyStatuses(left: MapValue, right: MapValue): Record<string, string> {
  const keys = [...new Set([...left.fields.keys(), ...right.fields.keys()])].sort();
  return Object.fromEntries(keys.map((key) => [key, keyStatus(left.fields.get(key), right.fields.get(key))]));
}

function keyStatus(left: RulesValue | undefined, right: RulesValue | undefined): string {
  if (left === undefined) return 'REMOVED';
  if (right === undefined) return 'ADDED';
  return sameValue(left, right) ? 'UNCHANGED' : 'CHANGED';
}

function timestampText(seconds: bigint, nanos: number): string {
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return nanos === 0
    ? `${whole}Z`
    : `${whole}.${String(nanos)
        .padStart(9, '0')
        .replace(/(000)+$/, '')}Z`;
}

/** Nanoseconds as seconds with as many decimals as they need. */
function decimal(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos;
  const fraction = String(size % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return `${nanos < 0n ? '-' : ''}${size / 1_000_000_000n}${fraction === '' ? '' : `.${fraction}`}`;
}
