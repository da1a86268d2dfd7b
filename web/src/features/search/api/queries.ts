import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { searchApi } from '@inkwell/shared/search';
import { MAX_COUNTED_RESULTS, type SearchChoice, searchKey, suggestionsKey } from '@inkwell/shared/search-key';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';

const SUGGESTED_FOR_MS = 60_000;

export const searchQueries = {
  /** What `/search` shows first, or all that it counts. Disabled for a blank query. */
  find: (choice: SearchChoice, isAll = false) =>
    queryOptions({
      ...callQuery([...searchKey(choice), ...(isAll ? ['all'] : [])], searchApi.find, {
        query: {
          ...{ q: choice.q, limit: String(isAll ? MAX_COUNTED_RESULTS : POST_LIMITS.search) },
          ...(choice.sort && { sort: choice.sort }),
          ...(choice.category !== undefined && { categoryId: String(choice.category) }),
          ...(choice.tag !== undefined && { tag: choice.tag }),
          ...(choice.author !== undefined && { authorId: choice.author }),
          ...(choice.year !== undefined && { year: String(choice.year) }),
        },
      }),
      enabled: choice.q.trim() !== '',
    }),
  /** What somebody may be about to type. An offer: failures are not repeated. */
  suggestions: (q: string) =>
    queryOptions({
      ...callQuery(suggestionsKey(q), searchApi.suggestions, { query: { q } }),
      enabled: q !== '',
      staleTime: SUGGESTED_FOR_MS,
      retry: false,
    }),
};
