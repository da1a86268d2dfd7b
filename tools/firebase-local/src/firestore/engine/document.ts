import type { DocumentPath } from '../paths.ts';
import type { Micros } from '../time.ts';
import { compareIds, comparePaths } from '../values/compare.ts';
import type { Fields } from '../values/value.ts';

/** One stored version of a document, which never changes. */
export interface StoredDocument extends DocumentPath {
  readonly fields: Fields;
  readonly createTime: Micros;
  readonly updateTime: Micros;
  /** The size in bytes by Firestore's rules. */
  readonly size: number;
}

/** The versions of a document before a commit (null: it did not exist) and after it (null: deleted). */
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
