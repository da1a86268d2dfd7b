import type { DocumentCache } from '../common/document-cache.ts';

/** The fields of a category that its posts show. */
export interface CategoryNames {
  /** For a merged category's id, the target's fields. */
  readonly id: number;
  readonly name: string;
  readonly icon: string | null;
  readonly color: string | null;
}

/** Categories by id, at most 30 s old. */
export type CategoryCache = DocumentCache<CategoryNames>;

/** The current category for an id: the target if it was merged, else the same id. Null for an unknown category. At most 30 s old. */
export async function currentCategoryId(categories: CategoryCache, id: number): Promise<number | null> {
  return (await categories.getAll([String(id)])).get(String(id))?.id ?? null;
}
