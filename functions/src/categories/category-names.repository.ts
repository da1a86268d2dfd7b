import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../common/clock.ts';
import { createDocumentCache } from '../common/document-cache.ts';
import { decodeCategory } from './categories.converter.ts';
import type { CategoryCache } from './category-names.ts';
import { remainingCategory } from './category-of-post.repository.ts';

/** Reads 1 document for each category that is not cached, and 1 more for a merged one. */
export function createCategoryCache(db: Firestore, clock: Clock): CategoryCache {
  const categories = db.collection('categories');
  return createDocumentCache({
    clock,
    async load(ids) {
      const refs = ids.map((id) => categories.doc(id));
      const found = await db.getAll(...refs, { fieldMask: ['id', 'name', 'icon', 'color', 'mergedInto'] });
      const left = await Promise.all(
        found.map(async (snapshot) => {
          const category = decodeCategory(snapshot);
          if (!category || category.mergedInto === null) return category;
          return remainingCategory(category.mergedInto, (id) => categories.doc(id).get());
        }),
      );
      return new Map(
        ids.flatMap((asked, n) => {
          const category = left[n];
          if (!category) return [];
          const { id, name, icon, color } = category;
          return [[asked, { id, name, icon, color }] as const];
        }),
      );
    },
  });
}
