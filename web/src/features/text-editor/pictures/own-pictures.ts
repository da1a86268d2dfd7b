import { storageApi } from '@inkwell/shared/storage';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../../lib/api.ts';

/** The user's uploaded pictures, newest first. */
export const ownPictures = () =>
  infiniteQueryOptions({
    queryKey: ['own-pictures'],
    queryFn: ({ pageParam, signal }) =>
      callPage(storageApi.ownPictures, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // The list must include uploads of a moment ago.
    staleTime: 0,
  });
