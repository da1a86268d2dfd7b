import { readingApi } from '@inkwell/shared/reading';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';

/** Each answer costs a read, and another device writes at most once in 5 minutes. */
const PLACES_STALE_MS = 5 * 60_000;

export const readingQueries = {
  /** The reader's places, from all devices. */
  places: (userId: string) =>
    queryOptions({ ...callQuery(['reading', 'places', userId], readingApi.places), staleTime: PLACES_STALE_MS }),
  /** The posts that the reader has begun. */
  posts: (userId: string) => callQuery(['reading', 'posts', userId], readingApi.posts),
};
