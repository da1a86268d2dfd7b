import { categoryApi } from '@inkwell/shared/categories';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Reading categories, in the order of their names. The key is a contract with served pages: see lib/query-keys.md. */
export const categoryQueries = {
  list: () =>
    queryOptions({
      queryKey: ['categories', 'list'],
      queryFn: ({ signal }) => call(categoryApi.list, {}, { signal }),
    }),
};
