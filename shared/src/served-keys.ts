/* The parts of served pages (served.ts) that the app and its service worker need. No schemas, because the first page loads none. */

/** The id of the element with the answers of a served page, as `ServedAnswer[]`. */
export const SERVED_DATA_ID = 'inkwell-data';

/** The number of cards per request; more follow as the reader scrolls. */
export const LIST_PAGE_SIZE = 12;

/** The number in the first request for all posts: a lead story above full rows of two or three. */
export const FIRST_POSTS = LIST_PAGE_SIZE + 1;

/** The keys of `servedQueries` in the app's cache. */
export const servedKeys = {
  popularPosts: () => ['posts', 'popular'] as const,
  newestPosts: () => ['posts', 'newest'] as const,
  postList: (
    filter:
      | { readonly categoryId: number | null }
      | { readonly tag: string }
      | { readonly series: string }
      | { readonly authorId: string },
  ) => ['posts', 'list', filter] as const,
  post: (id: string) => ['posts', 'by-id', id] as const,
  similarPosts: (id: string) => ['posts', 'similar', id] as const,
  author: (id: string) => ['authors', 'by-id', id] as const,
  categories: () => ['categories', 'list'] as const,
  sitePage: (slug: string) => ['site-pages', 'by-slug', slug] as const,
  tag: (slug: string) => ['tags', 'by-slug', slug] as const,
  series: (slug: string) => ['series', 'by-slug', slug] as const,
  category: (id: number) => ['categories', 'by-id', id] as const,
  archive: () => ['newsletter', 'archive'] as const,
  archivedIssue: (slug: string) => ['newsletter', 'archive', slug] as const,
  menu: () => ['menu'] as const,
};
