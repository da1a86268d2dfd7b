import { pictureLibraryApi } from '@inkwell/shared/picture-library';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callPage } from './api.ts';
import type { Filters } from './call-query.ts';

/** Pictures fetched at a time. */
const PAGE_SIZE = 24;

export type PictureFilters = Filters<typeof pictureLibraryApi.list>;

/** Stored pictures that can be used again. Sign-out clears these queries, like all of `admin`. */
export const pictureQueries = {
  all: ['admin', 'pictures'] as const,
  list: (filters: PictureFilters) =>
    infiniteQueryOptions({
      queryKey: ['admin', 'pictures', filters],
      queryFn: async ({ pageParam, signal }) => {
        const query = { ...filters, limit: String(PAGE_SIZE), ...(pageParam !== null && { cursor: pageParam }) };
        const page = await callPage(pictureLibraryApi.list, { query }, { signal });
        return { ...page, items: page.items.map((picture) => ({ ...picture, id: picture.name })) };
      },
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      // The list must include very recent uploads.
      staleTime: 0,
    }),
};
