import { authorApi } from '@inkwell/shared/authors';
import { postApi } from '@inkwell/shared/posts';
import { LIST_PAGE_SIZE, servedKeys } from '@inkwell/shared/served-keys';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../../lib/api.ts';

/** Queries of authors' pages, which served pages answer too (shared/src/served-keys.ts). */
export const authorQueries = {
  byId: (id: string) =>
    queryOptions({
      queryKey: servedKeys.author(id),
      queryFn: ({ signal }) => call(authorApi.byId, { params: { id } }, { signal }),
    }),
  /** Published posts of the author, newest first. */
  posts: (id: string) =>
    infiniteQueryOptions({
      queryKey: servedKeys.authorPosts(id),
      queryFn: ({ pageParam, signal }) =>
        callPage(
          postApi.list,
          {
            query: {
              limit: String(LIST_PAGE_SIZE),
              authorId: id,
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
          { signal },
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
};
