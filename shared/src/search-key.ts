/* Without schemas, because pages know the key before they load any. */

/** How the results of a search are narrowed and sorted; absent means all posts, the best first. */
export interface SearchChoice {
  readonly q: string;
  readonly sort?: 'newest' | undefined;
}

/** The key of a search in the app's cache, under which `/search?q=` brings its answer. */
export const searchKey = ({ q, sort }: SearchChoice) => ['search', q, sort ?? 'best'] as const;

/** The key of suggestions, under which an address that leads nowhere brings its own. */
export const suggestionsKey = (q: string) => ['search', 'suggestions', q] as const;

/** The address of a search. */
export const searchPath = ({ q, sort }: SearchChoice): string =>
  `/search?${new URLSearchParams({ q, ...(sort && { sort }) })}`;

/** What a search says of its number of results. `total` is null for more than 40. */
export const resultCount = (total: number | null): string =>
  total === null ? 'more than 40 results' : total === 1 ? '1 result' : `${total} results`;

/** What served page and app say about a search. */
export const SEARCH_TEXTS = {
  lead: 'Find stories by their titles, their authors, or what they say.',
  corrected: 'No post has',
  meant: 'Did you mean',
} as const;

export const SEARCH_ORDERS = [
  { sort: undefined, label: 'Best first' },
  { sort: 'newest', label: 'Newest first' },
] as const;
