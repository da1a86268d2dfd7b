import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Page } from '../../../lib/api.ts';

/** Pages of a search that are loaded to sort its results. */
const PAGES_MAX = 5;

/** The results of a search, in the requested order. */
interface SortedSearch<T> {
  order(items: readonly T[]): readonly T[];
  /** A note that only some of the results were sorted. */
  readonly note: string | undefined;
}

/**
 * Sorts search results in the browser, because the server returns them in order of creation only. Loads the remaining results, up to five pages.
 * @param compare undefined if the server sorts, or nothing needs sorting
 */
export function useSortedSearch<T>(
  query: UseInfiniteQueryResult<{ pages: Page<T>[] }>,
  compare: ((a: T, b: T) => number) | undefined,
): SortedSearch<T> {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const isFull = (data?.pages.length ?? 0) >= PAGES_MAX;
  const needsMore = compare !== undefined && hasNextPage && !isFull && !isFetching && !isError;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);
  return {
    order: (items) => (compare ? [...items].sort(compare) : items),
    note: compare && hasNextPage && isFull ? 'Sorted among the results so far.' : undefined,
  };
}
