import { type DocumentData, Timestamp } from 'firebase-admin/firestore';

/** Encodes a document as JSON. Timestamps become `{ $time: seconds, nanoseconds }`. */
export const encodeDocument = (value: unknown): unknown => {
  if (value instanceof Timestamp) return { $time: value.seconds, nanoseconds: value.nanoseconds };
  if (Array.isArray(value)) return value.map(encodeDocument);
  if (value instanceof Object) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, encodeDocument(inner)]));
  }
  return value;
};

const decode = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(decode);
  if (!(value instanceof Object)) return value;
  const { $time, nanoseconds } = value as Record<string, unknown>;
  if (typeof $time === 'number') return new Timestamp($time, Number(nanoseconds));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decode(inner)]));
};

export const decodeDocument = (document: unknown): DocumentData => decode(document) as DocumentData;
