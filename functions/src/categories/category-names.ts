import type { DocumentCache } from '../common/document-cache.ts';

/** What a post shows of its category. */
export interface CategoryNames {
  /** Under a merged category's id, that of the category that it became. */
  readonly id: number;
  readonly name: string;
  readonly icon: string | null;
  readonly color: string | null;
}

/** Categories by id, at most 30 s old. */
export type CategoryCache = DocumentCache<CategoryNames>;

/** The id that stands for a category now: of the one it was merged into, or its own. Null for one that is not there. At most 30 s old. */
export async function currentCategoryId(categories: CategoryCache, id: number): Promise<number | null> {
  return (await categories.getAll([String(id)])).get(String(id))?.id ?? null;
}
