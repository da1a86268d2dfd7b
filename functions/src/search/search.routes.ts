import { postApi } from '@inkwell/shared/posts';
import { searchApi } from '@inkwell/shared/search';
import { documentsRead } from '../common/paging.ts';
import { type ApiRouter, mount } from '../http/mount.ts';
import { foundPosts, type SearchService } from './search.service.ts';
import type { SuggestionService } from './suggestions.service.ts';

export function mountSearchRoutes(router: ApiRouter, search: SearchService, suggesting: SuggestionService): void {
  mount(router, postApi.search, ({ actor, query }) => search.find(actor, query.q, query.limit));
  mount(router, searchApi.find, async ({ actor, query: { sort, tag, ...query } }) => {
    const answer = await search.search(actor, { ...query, order: sort, tagSlug: tag });
    const found = foundPosts(answer);
    documentsRead.set(found, answer.documents);
    return found;
  });
  mount(router, searchApi.suggestions, async ({ query }) => {
    const { suggestions, documents } = await suggesting.typed(query.q);
    documentsRead.set(suggestions, documents);
    return suggestions;
  });
}
