import type { Query } from 'firebase-admin/firestore';

/**
 * The different values of a field that holds texts, in their order; at most `limit`. Reads 1 document for each value, one after the other, and 1
 * to learn that there are no more.
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
