import type { DocumentSnapshot } from 'firebase-admin/firestore';
import { decodeList, type StoredList } from '../named-lists/named-lists.converter.ts';

/** A tag as stored. */
export interface StoredTag extends StoredList {
  readonly isInternal: boolean;
}

export function decodeTag(snapshot: DocumentSnapshot): StoredTag | null {
  const list = decodeList(snapshot);
  return list && { ...list, isInternal: snapshot.get('isInternal') === true };
}
