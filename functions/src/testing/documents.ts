import { type DocumentData, type DocumentSnapshot, Timestamp } from 'firebase-admin/firestore';

function asStored(value: unknown): unknown {
  if (value instanceof Date) return Timestamp.fromDate(value);
  if (Array.isArray(value)) return value.map(asStored);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, asStored(one)]));
}

/** A document snapshot for tests of converters; without `data`, the document does not exist. */
export function documentOf(id: string, data?: DocumentData): DocumentSnapshot {
  const stored = asStored(data) as DocumentData | undefined;
  const snapshot = { id, exists: stored !== undefined, data: () => stored, get: (field: string) => stored?.[field] };
  return snapshot as unknown as DocumentSnapshot;
}
