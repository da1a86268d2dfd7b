import { categoryApi } from '@inkwell/shared/categories';
import { servedKeys } from '@inkwell/shared/served-keys';
import { useQueries } from '@tanstack/react-query';
import { isApiError } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';

/** Reads categories, ordered by name. Served pages contain the list (shared/src/served-keys.ts). */
export const categoryQueries = {
  list: () => callQuery(servedKeys.categories(), categoryApi.list),
  /** Categories by id. The id of a merged category has the category that it was merged into. */
  byId: (id: number) => callQuery(servedKeys.category(id), categoryApi.byId, { params: { id: String(id) } }),
};

/** The name of a category by its id; for a merged one, the name of its target. */
export function useCategoryNames(ids: readonly (number | null)[]): (id: number | null) => string {
  const uniqueIds = [...new Set(ids)].filter((id) => id !== null);
  const answers = useQueries({ queries: uniqueIds.map((id) => categoryQueries.byId(id)) });
  return (id) => {
    if (id === null) return 'None';
    const { data, error } = answers[uniqueIds.indexOf(id)] ?? {};
    if (data) return data.name;
    if (isApiError(error, 404)) return 'a deleted category';
    return error ? 'The name of the category could not be loaded.' : 'Loading category...';
  };
}
