import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { searchApi } from '@inkwell/shared/search';
import { type SearchChoice, searchKey } from '@inkwell/shared/search-key';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const searchQueries = {
  /** What `/search` shows. Disabled for a blank query. */
  find: (choice: SearchChoice) =>
    queryOptions({
      queryKey: searchKey(choice),
      queryFn: ({ signal }) =>
        call(
          searchApi.find,
          { query: { q: choice.q, limit: String(POST_LIMITS.search), ...(choice.sort && { sort: choice.sort }) } },
          { signal },
        ),
      enabled: choice.q.trim() !== '',
    }),
};
