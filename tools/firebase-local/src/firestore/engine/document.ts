import type { DocumentPath } from '../paths.ts';
import type { Micros } from '../time.ts';
import { compareIds, comparePaths } from '../values/compare.ts';
import type { Fields } from '../values/value.ts';

/** One stored version of a document; never changed once made. */
export interface StoredDocument extends DocumentPath {
  readonly fields: Fields;
  readonly createTime: Micros;
  readonly updateTime: Micros;
  /** Bytes as Firestore counts them. */
  readonly size: number;
}

/** What one commit did to one document: the version before (null: it did not exist) and after (null: deleted). */
export interface Change {
  readonly time: Micros;
  readonly key: string;
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
}

/** The order of `__name__`. */
export function compareNames(a: DocumentPath, b: DocumentPath): number {
  return a.collection === b.collection ? compareIds(a.id, b.id) : comparePaths(a.key, b.key);
}
