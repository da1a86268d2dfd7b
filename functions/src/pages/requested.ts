import { DocumentId } from '@inkwell/shared/fields';
import { FIRST_POSTS, LIST_PAGE_SIZE } from '@inkwell/shared/served-keys';
import { SlugParams } from '@inkwell/shared/tags';

/** The maximum number of documents that each part of a page reads. */
export const DOCUMENTS = {
  /** There are few; their number is known only after reading them. */
  categories: 20,
  /** A tag or series, and its current address. */
  namedList: 3,
  /** A category, and the target of a merged one. */
  category: 2,
  /** A guest author, the account that they were joined to, and its number of posts. */
  author: 3,
  /** The first posts of a list, and their total. */
  listed: 1 + LIST_PAGE_SIZE,
  /** The same for all posts. */
  allPosts: 1 + FIRST_POSTS,
} as const;

export const single = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A slug of a possible length; otherwise null. */
export function slugIn(value: unknown): string | null {
  const slug = SlugParams.shape.slug.safeParse(value);
  return slug.success ? slug.data : null;
}

/** A possible document id; otherwise null. */
export const documentIdIn = (value: unknown): string | null => DocumentId.safeParse(value).data ?? null;
