import { authorApi } from '@inkwell/shared/authors';
import { servedKeys } from '@inkwell/shared/served-keys';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Queries of authors' pages, which served pages answer too (shared/src/served-keys.ts). */
export const authorQueries = {
  byId: (id: string) =>
    queryOptions({
      queryKey: servedKeys.author(id),
      queryFn: ({ signal }) => call(authorApi.byId, { params: { id } }, { signal }),
    }),
};
