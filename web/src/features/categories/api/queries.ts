import { categoryApi } from '@inkwell/shared/categories';
import { servedKeys } from '@inkwell/shared/served-keys';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Reading categories, in the order of their names. Served pages bring the list along (shared/src/served-keys.ts). */
export const categoryQueries = {
  list: () =>
    queryOptions({
      queryKey: servedKeys.categories(),
      queryFn: ({ signal }) => call(categoryApi.list, {}, { signal }),
    }),
  /** Under the id of a merged category, the category that it became. */
  byId: (id: number) =>
    queryOptions({
      queryKey: servedKeys.category(id),
      queryFn: ({ signal }) => call(categoryApi.byId, { params: { id: String(id) } }, { signal }),
    }),
};
