import { storageApi } from '@inkwell/shared/storage';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../../lib/api.ts';

/** The pictures that somebody has uploaded, newest first. */
export const ownPictures = () =>
  infiniteQueryOptions({
    queryKey: ['own-pictures'],
    queryFn: ({ pageParam, signal }) =>
      callPage(storageApi.ownPictures, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // Uploads of a moment ago are in it.
    staleTime: 0,
  });
