import type { Query } from 'firebase-admin/firestore';

/**
 * The distinct values of a text field in ascending order, at most `limit`. Reads 1 document for each value, one after the other, and 1 to find the
 * end.
 */
export async function distinctTexts(query: Query, field: string, limit: number): Promise<string[]> {
  const values: string[] = [];
  const ordered = query.orderBy(field).limit(1).select(field);
  while (values.length < limit) {
    const last = values.at(-1);
    const { docs } = await (last === undefined ? ordered : ordered.startAfter(last)).get();
    const value: unknown = docs[0]?.get(field);
    if (typeof value !== 'string') break;
    values.push(value);
  }
  return values;
}
