import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { searchApi } from '@inkwell/shared/search';
import { MAX_COUNTED_RESULTS, type SearchChoice, searchKey, suggestionsKey } from '@inkwell/shared/search-key';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';

const SUGGESTED_FOR_MS = 60_000;

export const searchQueries = {
  /** The first results at `/search`, or all that it counts. Disabled for a blank query. */
  find: (choice: SearchChoice, isAll = false) =>
    queryOptions({
      ...callQuery([...searchKey(choice), ...(isAll ? ['all'] : [])], searchApi.find, {
        query: {
          q: choice.q,
          limit: String(isAll ? MAX_COUNTED_RESULTS : POST_LIMITS.search),
          ...(choice.sort && { sort: choice.sort }),
          ...(choice.category !== undefined && { categoryId: String(choice.category) }),
          ...(choice.tag !== undefined && { tag: choice.tag }),
          ...(choice.author !== undefined && { authorId: choice.author }),
          ...(choice.year !== undefined && { year: String(choice.year) }),
        },
      }),
      enabled: choice.q.trim() !== '',
    }),
  /** Suggestions while somebody types. They are optional, so failures are not retried. */
  suggestions: (q: string) =>
    queryOptions({
      ...callQuery(suggestionsKey(q), searchApi.suggestions, { query: { q } }),
      enabled: q !== '',
      staleTime: SUGGESTED_FOR_MS,
      retry: false,
    }),
};
