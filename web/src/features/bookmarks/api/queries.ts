import { bookmarkApi } from '@inkwell/shared/bookmarks';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { pagedQuery } from '../../../lib/call-query.ts';
import { applyChange } from './changes.ts';
import { unsentChanges } from './unsent.ts';

/** Other devices seldom save something while this one is in use; each answer costs a read. */
const SAVED_STALE_MS = 5 * 60_000;

/** Cards on a page of the reading list. */
const PAGE_SIZE = 24;

export const bookmarkQueries = {
  all: ['bookmarks'] as const,
  /** The posts that this account has saved, including changes that may not have reached the server. */
  saved: (userId: string) =>
    queryOptions({
      queryKey: ['bookmarks', 'saved', userId],
      staleTime: SAVED_STALE_MS,
      queryFn: async ({ signal }) => {
        // Changes that are sent while the server reads may be missing in its answer.
        const before = unsentChanges(userId);
        const stored = await call(bookmarkApi.saved, {}, { signal });
        return [...new Map([...before, ...unsentChanges(userId)])].reduce(
          (saved, [postId, { change }]) => applyChange(saved, postId, change),
          stored,
        );
      },
    }),
  /** The reading list with its posts, or one of its lists. */
  list: (userId: string, list: string | null) =>
    pagedQuery(['bookmarks', 'list', userId, list], bookmarkApi.list, PAGE_SIZE, {
      query: { ...(list !== null && { list }) },
    }),
};
