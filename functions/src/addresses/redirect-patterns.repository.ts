import { type DocumentData, type DocumentReference, type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { RedirectPattern } from './redirect-patterns.ts';

/** The document with all patterns. */
export const patternsOf = (db: Firestore): DocumentReference => db.doc('system/redirectPatterns');

export function decodePatterns(data: DocumentData | undefined): RedirectPattern[] {
  const stored: readonly DocumentData[] = Array.isArray(data?.patterns) ? data.patterns : [];
  return stored.map(({ id, from, prefix, to, status, createdAt }) => ({
    kind: 'redirect',
    id: String(id),
    from: String(from),
    prefix: String(prefix),
    to: String(to),
    status: status === 302 ? 302 : 301,
    createdAt: createdAt instanceof Timestamp ? createdAt.toDate() : new Date(0),
  }));
}

/** All patterns. Reads 1 document. */
export const readPatterns = async (db: Firestore): Promise<RedirectPattern[]> =>
  decodePatterns((await patternsOf(db).get()).data());
