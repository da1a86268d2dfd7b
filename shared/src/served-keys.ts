/*
 * What the app and its service worker know of served pages (served.ts). Without schemas: the first page loads none.
 */

/** Id of the element that holds the answers of a served page, as `ServedAnswer[]`. */
export const SERVED_DATA_ID = 'inkwell-data';

/** Cards asked for at a time; more follow as the reader scrolls. */
export const LIST_PAGE_SIZE = 12;

/** The keys of `servedQueries` in the app's cache. */
export const servedKeys = {
  popularPosts: () => ['posts', 'popular'] as const,
  postList: (filter: { readonly categoryId: number | null }) => ['posts', 'list', filter] as const,
  post: (id: string) => ['posts', 'by-id', id] as const,
  similarPosts: (id: string) => ['posts', 'similar', id] as const,
  categories: () => ['categories', 'list'] as const,
};
