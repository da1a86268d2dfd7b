import { authorApi } from '@inkwell/shared/authors';
import { servedKeys } from '@inkwell/shared/served-keys';
import { callQuery } from '../../../lib/call-query.ts';

/** Queries of author pages, whose answers served pages contain (shared/src/served-keys.ts). */
export const authorQueries = {
  byId: (id: string) => callQuery(servedKeys.author(id), authorApi.byId, { params: { id } }),
};
