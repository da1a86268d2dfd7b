import { readingApi } from '@inkwell/shared/reading';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Each answer costs a document, and another device writes at most once in 5 minutes. */
const PLACES_STALE_MS = 5 * 60_000;

export const readingQueries = {
  /** Where the reader stopped, on every device. */
  places: (userId: string) =>
    queryOptions({
      queryKey: ['reading', 'places', userId],
      staleTime: PLACES_STALE_MS,
      queryFn: ({ signal }) => call(readingApi.places, {}, { signal }),
    }),
  /** The posts that the reader began. */
  posts: (userId: string) =>
    queryOptions({
      queryKey: ['reading', 'posts', userId],
      queryFn: ({ signal }) => call(readingApi.posts, {}, { signal }),
    }),
};
