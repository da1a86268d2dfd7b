import { bool, bytes, float, int, list, map, NULL, path, type RulesValue, string } from './values.ts';

/** google.firestore.v1.Value in the format of proto-loader (camelCase) or the REST API. */
export interface FirestoreValue {
  /** The field with the value, if the decoder sets defaults for the others (proto-loader `oneofs`). */
  valueType?: string;
  nullValue?: unknown;
  booleanValue?: boolean;
  integerValue?: string | number | bigint | { toString(): string };
  doubleValue?: number | string;
  timestampValue?: string | { seconds?: string | number | bigint | { toString(): string }; nanos?: number } | null;
  stringValue?: string;
  bytesValue?: Uint8Array | string;
  referenceValue?: string;
  geoPointValue?: { latitude?: number; longitude?: number } | null;
  arrayValue?: { values?: readonly FirestoreValue[] | null } | null;
  mapValue?: { fields?: Readonly<Record<string, FirestoreValue>> | null } | null;
}

export type FirestoreFields = Readonly<Record<string, FirestoreValue>>;

/**
 * Converts a stored value to a value of the rules language.
 * @throws TypeError for an unknown kind, such as vectors
 */
export function fromFirestoreValue(value: FirestoreValue): RulesValue {
  const isSet = (name: string) => value[name as keyof FirestoreValue] !== undefined;
  switch (value.valueType || Object.keys(value).find(isSet)) {
    case 'nullValue':
      return NULL;
    case 'booleanValue':
      return bool(value.booleanValue === true);
    case 'integerValue':
      return int(BigInt(String(value.integerValue)));
    case 'doubleValue':
      return float(Number(value.doubleValue));
    case 'timestampValue':
      return fromTimestamp(value.timestampValue ?? {});
    case 'stringValue':
      return string(value.stringValue ?? '');
    case 'bytesValue':
      return bytes(
        typeof value.bytesValue === 'string' ? Buffer.from(value.bytesValue, 'base64') : (value.bytesValue ?? EMPTY),
      );
    case 'referenceValue':
      return fromReference(value.referenceValue ?? '');
    case 'geoPointValue': {
      const { latitude = 0, longitude = 0 } = value.geoPointValue ?? {};
      return { type: 'latlng', latitude, longitude };
    }
    case 'arrayValue':
      return list((value.arrayValue?.values ?? []).map(fromFirestoreValue));
    case 'mapValue':
      return fromFirestoreFields(value.mapValue?.fields ?? {});
    default:
      throw new TypeError(`no rules value for ${JSON.stringify(Object.keys(value))}`);
  }
}

const EMPTY = new Uint8Array();

/** The fields of a document as a map. */
export function fromFirestoreFields(fields: FirestoreFields | null | undefined): RulesValue {
  const entries = Object.entries(fields ?? {}).map(([name, value]) => [name, fromFirestoreValue(value)] as const);
  return map(new Map(entries));
}

/** Converts `projects/p/databases/(default)/documents/users/a` to the path that `get()` accepts. */
function fromReference(name: string): RulesValue {
  const segments = name.split('/').filter((segment) => segment !== '');
  return path(segments[0] === 'projects' ? segments.slice(2) : segments);
}

/**
 * Converts a timestamp from its parts, or from RFC 3339 text with up to nine decimals.
 * @throws TypeError for other text
 */
export function fromTimestamp(value: NonNullable<FirestoreValue['timestampValue']>): RulesValue {
  if (typeof value !== 'string') {
    return { type: 'timestamp', seconds: BigInt(String(value.seconds ?? 0)), nanos: value.nanos ?? 0 };
  }
  const match = /^(\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9})\d*)?(Z|[+-]\d{2}:\d{2})$/.exec(value);
  const ms = match ? Date.parse(`${match[1]}${match[3]}`) : Number.NaN;
  if (Number.isNaN(ms)) throw new TypeError(`not a timestamp: ${value}`);
  return { type: 'timestamp', seconds: BigInt(ms / 1000), nanos: Number((match?.[2] ?? '').padEnd(9, '0')) };
}
