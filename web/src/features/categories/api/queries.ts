import { categoryApi } from '@inkwell/shared/categories';
import { servedQueries } from '@inkwell/shared/served';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Reading categories, in the order of their names. Served pages bring the list along (shared/src/served.ts). */
export const categoryQueries = {
  list: () =>
    queryOptions({
      queryKey: servedQueries.categories.key(),
      queryFn: ({ signal }) => call(categoryApi.list, {}, { signal }),
    }),
};
