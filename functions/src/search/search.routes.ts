import { postApi } from '@inkwell/shared/posts';
import { type FoundPosts, searchApi } from '@inkwell/shared/search';
import { documentsOf } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import { foundPosts, MAX_READ, type SearchService } from './search.service.ts';

/** The slug of a tag that results have. */
const TAG = 3;

export function mountSearchRoutes(router: ApiRouter, search: SearchService): void {
  mount(
    router,
    postApi.search,
    ({ actor, query }) => search.find(actor, query.q, query.limit),
    ({ limit }, found) => documentsOf(found, MAX_READ + limit),
  );
  /** What an answer cost, which it does not say. */
  const documentsRead = new WeakMap<FoundPosts, number>();
  mount(
    router,
    searchApi.find,
    async ({ actor, query: { sort, tag, ...query } }) => {
      const answer = await search.search(actor, { ...query, order: sort, tagSlug: tag });
      const found = foundPosts(answer);
      documentsRead.set(found, answer.documents + (tag === undefined ? 0 : TAG));
      return found;
    },
    ({ limit }, found) => (found && documentsRead.get(found)) ?? MAX_READ + limit + TAG,
  );
}
