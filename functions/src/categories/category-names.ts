import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import { createDocumentCache, type DocumentCache } from '../common/document-cache.ts';

/** What a post shows of its category. */
export interface CategoryNames {
  readonly name: string;
  readonly icon: string | null;
  readonly color: string | null;
}

/** Categories by id as of at most 30 s ago. */
export type CategoryCache = DocumentCache<CategoryNames>;

export function createCategoryCache(db: Firestore, clock: Clock): CategoryCache {
  return createDocumentCache({
    clock,
    async load(ids) {
      const refs = ids.map((id) => db.collection('categories').doc(id));
      const snapshots = await db.getAll(...refs, { fieldMask: ['name', 'icon', 'color'] });
      return new Map(
        snapshots
          .filter((found) => found.exists)
          .map((found) => [
            found.id,
            { name: String(found.get('name')), icon: found.get('icon') ?? null, color: found.get('color') ?? null },
          ]),
      );
    },
  });
}
