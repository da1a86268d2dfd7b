/** Microseconds since the epoch, Firestore's resolution. Exact in a double until the year 2255. */
export type Micros = number;

/** google.protobuf.Timestamp as the protobuf decoder returns it: seconds are a decimal string. */
export interface Timestamp {
  seconds: string | number;
  nanos: number;
}

export function toTimestamp(micros: Micros): Timestamp {
  const seconds = Math.floor(micros / 1e6);
  return { seconds: String(seconds), nanos: (micros - seconds * 1e6) * 1000 };
}

/** The time for server timestamps and `request.time`, in milliseconds (write.proto, REQUEST_TIME). */
export const toServerTimestamp = (micros: Micros): Timestamp => toTimestamp(micros - (micros % 1000));

/** Truncates a timestamp to microseconds, as Firestore does when it stores one. */
export function toMicros(timestamp: Timestamp): Micros {
  return Number(timestamp.seconds ?? 0) * 1e6 + Math.floor((timestamp.nanos ?? 0) / 1000);
}

/** RFC 3339 in UTC with as many fractional digits (0, 3, 6 or 9) as needed: the JSON form of a Timestamp. */
export function formatTimestamp(timestamp: Timestamp): string {
  const nanos = timestamp.nanos ?? 0;
  const whole = new Date(Number(timestamp.seconds ?? 0) * 1000).toISOString().slice(0, 19);
  if (nanos === 0) return `${whole}Z`;
  const digits = String(nanos).padStart(9, '0');
  const length = nanos % 1_000_000 === 0 ? 3 : nanos % 1000 === 0 ? 6 : 9;
  return `${whole}.${digits.slice(0, length)}Z`;
}

const rfc3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/i;

/** @returns null if `text` is not an RFC 3339 time */
export function parseTimestamp(text: string): Timestamp | null {
  const match = rfc3339.exec(text);
  if (!match) return null;
  const [, whole = '', fraction = '', zone = 'Z'] = match;
  const milliseconds = Date.parse(`${whole}${zone.toUpperCase()}`);
  if (Number.isNaN(milliseconds)) return null;
  return { seconds: String(Math.floor(milliseconds / 1000)), nanos: Number(fraction.padEnd(9, '0')) };
}
