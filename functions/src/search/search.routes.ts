import { postApi } from '@inkwell/shared/posts';
import { type ApiRouter, mount } from '../http/mount.ts';
import { MAX_CANDIDATES, type SearchService } from './search.service.ts';

export function mountSearchRoutes(router: ApiRouter, search: SearchService): void {
  mount(
    router,
    postApi.search,
    ({ actor, query }) => search.find(actor, query.q, query.limit),
    ({ limit }, found) => MAX_CANDIDATES + (found?.length ?? limit),
  );
}
