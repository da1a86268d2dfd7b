import { postApi } from '@inkwell/shared/posts';
import { documentsOf } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import { MAX_READ, type SearchService } from './search.service.ts';

export function mountSearchRoutes(router: ApiRouter, search: SearchService): void {
  mount(
    router,
    postApi.search,
    ({ actor, query }) => search.find(actor, query.q, query.limit),
    ({ limit }, found) => documentsOf(found, MAX_READ + limit),
  );
}
