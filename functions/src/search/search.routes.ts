import { postApi } from '@inkwell/shared/posts';
import { searchApi } from '@inkwell/shared/search';
import { documentsOf } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import { foundPosts, MAX_READ, type SearchService } from './search.service.ts';
import { MOST_FOR_SUGGESTIONS, type SuggestionService } from './suggestions.service.ts';

/** The slug of a tag that results have. */
const TAG = 3;

export function mountSearchRoutes(router: ApiRouter, search: SearchService, suggesting: SuggestionService): void {
  mount(
    router,
    postApi.search,
    ({ actor, query }) => search.find(actor, query.q, query.limit),
    ({ limit }, found) => documentsOf(found, MAX_READ + limit),
  );
  /** What an answer cost, which it does not say. */
  const documentsRead = new WeakMap<object, number>();
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
  mount(
    router,
    searchApi.suggestions,
    async ({ query }) => {
      const { suggestions, documents } = await suggesting.typed(query.q);
      documentsRead.set(suggestions, documents);
      return suggestions;
    },
    (_query, found) => (found && documentsRead.get(found)) ?? MOST_FOR_SUGGESTIONS,
  );
}
