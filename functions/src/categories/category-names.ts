import type { DocumentCache } from '../common/document-cache.ts';

/** What a post shows of its category. */
export interface CategoryNames {
  readonly name: string;
  readonly icon: string | null;
  readonly color: string | null;
}

/** Categories by id as of at most 30 s ago. */
export type CategoryCache = DocumentCache<CategoryNames>;
