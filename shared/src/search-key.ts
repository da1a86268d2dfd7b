import { readCategoryId } from './category-icons.ts';
import { readSearchQuery } from './search-query.ts';

/* Without schemas, because pages know the key before they load any. */

/** How search results are narrowed and sorted; absent means all posts, best first. */
export interface SearchChoice {
  readonly q: string;
  readonly sort?: 'newest' | undefined;
  readonly category?: number | undefined;
  /** Its slug. */
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  readonly year?: number | undefined;
}

/** The address parameters that narrow a search. */
export const SEARCH_FILTERS = ['category', 'tag', 'author', 'year'] as const;
export type SearchFilter = (typeof SEARCH_FILTERS)[number];

/** The first year that posts can be filtered by. */
export const FIRST_YEAR = 1990;

/** The selected filters, as texts. */
const chosenIn = (choice: SearchChoice): [SearchFilter, string][] =>
  SEARCH_FILTERS.flatMap((name) => (choice[name] === undefined ? [] : [[name, String(choice[name])]]));

export const isNarrowed = (choice: SearchChoice): boolean => chosenIn(choice).length > 0;

/** The search of an address, without invalid parts. @param read the value of a parameter, if there is one */
export function readSearchChoice(read: (name: string) => string | null | undefined): SearchChoice {
  const [tag, author, year] = [read('tag'), read('author'), read('year')];
  const isYear = /^\d{4}$/.test(year ?? '') && Number(year) >= FIRST_YEAR;
  return {
    q: readSearchQuery(read('q') ?? ''),
    sort: read('sort') === 'newest' ? 'newest' : undefined,
    category: readCategoryId(read('category')) ?? undefined,
    tag: tag && tag.length <= 300 ? tag : undefined,
    author: /^[\w-]{1,128}$/.test(author ?? '') ? (author ?? undefined) : undefined,
    year: isYear ? Number(year) : undefined,
  };
}

/** The key of a search in the app's cache, for the answer that `/search?q=` contains. */
export const searchKey = (choice: SearchChoice) => ['search', choice.q, choice.sort ?? 'best', ...chosenIn(choice)];

/** The key of suggestions, for the answer that an unknown address contains. */
export const suggestionsKey = (q: string) => ['search', 'suggestions', q] as const;

/** The address of a search. */
export const searchPath = (choice: SearchChoice): string => {
  const { q, sort } = choice;
  return `/search?${new URLSearchParams({ q, ...Object.fromEntries(chosenIn(choice)), ...(sort && { sort }) })}`;
};

/** The maximum number of results that a search counts. */
export const MAX_COUNTED_RESULTS = 40;

/** The text about the number of results; `total` is null if there are more than the search counts. */
export const resultCount = (total: number | null): string =>
  total === null ? `more than ${MAX_COUNTED_RESULTS} results` : total === 1 ? '1 result' : `${total} results`;

/** The texts about a search, in served page and app. */
export const SEARCH_TEXTS = {
  lead: 'Find stories by their titles, their authors, or what they say.',
  corrected: 'No post has',
  meant: 'Did you mean',
  filters: 'Filter the results',
  apply: 'Filter',
  remove: 'Remove filters',
} as const;

export const SEARCH_ORDERS = [
  { sort: undefined, label: 'Best first' },
  { sort: 'newest', label: 'Newest first' },
] as const;

interface Named {
  readonly name: string;
}

/** The choices for narrowing search results (`FoundPosts`, without its schema). */
export interface SearchFacets {
  readonly categories: readonly (Named & { readonly id: number })[];
  readonly tags: readonly (Named & { readonly slug: string })[];
  readonly authors: readonly (Named & { readonly id: string })[];
  readonly years: readonly number[];
}

export interface FilterControl {
  readonly name: SearchFilter;
  readonly label: string;
  /** The choice that means no filter. */
  readonly all: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The controls of the results: those with choices, or with a selection. */
export function filterControls(choice: SearchChoice, facets: SearchFacets): FilterControl[] {
  const control = (
    name: SearchFilter,
    { label, all, chosen }: { readonly label: string; readonly all: string; readonly chosen: string },
    options: FilterControl['options'],
  ): FilterControl[] => {
    const value = String(choice[name] ?? '');
    const isKnown = value === '' || options.some((option) => option.value === value);
    // Without results, nothing provides the name of the selection.
    const shown = isKnown ? options : [...options, { value, label: chosen }];
    return shown.length > 1 || value !== '' ? [{ name, label, all, value, options: shown }] : [];
  };
  return [
    ...control(
      'category',
      { label: 'Category', all: 'All categories', chosen: 'Chosen category' },
      facets.categories.map(({ id, name }) => ({ value: String(id), label: name })),
    ),
    ...control(
      'tag',
      { label: 'Tag', all: 'All tags', chosen: choice.tag ?? '' },
      facets.tags.map(({ slug, name }) => ({ value: slug, label: name })),
    ),
    ...control(
      'author',
      { label: 'Author', all: 'All authors', chosen: 'Chosen author' },
      facets.authors.map(({ id, name }) => ({ value: id, label: name })),
    ),
    ...control(
      'year',
      { label: 'Year', all: 'All years', chosen: String(choice.year ?? '') },
      facets.years.map((year) => ({ value: String(year), label: String(year) })),
    ),
  ];
}
