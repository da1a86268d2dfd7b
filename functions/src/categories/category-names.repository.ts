import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import { createDocumentCache } from '../common/document-cache.ts';
import type { CategoryCache } from './category-names.ts';

/** Reads 1 document for each category not known yet. */
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
