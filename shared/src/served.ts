import * as z from 'zod/mini';
import { categoryApi } from './categories.ts';
import { postApi } from './posts.ts';
import { servedKeys } from './served-keys.ts';

/*
 * What a served page hands over to the app: the answers of the queries that the page begins with, in a
 * `<script type="application/json">`. The app takes them over under the same keys and asks for nothing. Everything here is
 * what a visitor sees; answers that depend on who asks have no place in a page that a CDN keeps.
 */

/** A query of the app that a served page may answer. */
export interface ServedQuery<Args extends readonly unknown[] = never, Answer extends z.ZodMiniType = z.ZodMiniType> {
  /** Its key in the app's cache. */
  readonly key: (...args: Args) => readonly unknown[];
  readonly answer: Answer;
}

/** A list as the app keeps it while it has only its first page. */
const firstPageOf = <Items extends z.ZodMiniType>(items: Items) =>
  z.object({
    pages: z.tuple([
      z.object({
        items,
        /** As in `X-Total-Count`. */
        total: z.int(),
        /** The `cursor` of the next page's `Link` header; null on the last page. */
        nextCursor: z.nullable(z.string()),
      }),
    ]),
    pageParams: z.tuple([z.null()]),
  });

export const servedQueries = {
  /** On `/`. */
  popularPosts: { key: servedKeys.popularPosts, answer: postApi.popular.response },
  /** On `/posts` and `/posts?category=N`; `LIST_PAGE_SIZE` cards. */
  postList: { key: servedKeys.postList, answer: firstPageOf(postApi.list.response) },
  /** On `/posts/ID/slug`, with the next. */
  post: { key: servedKeys.post, answer: postApi.byId.response },
  similarPosts: { key: servedKeys.similarPosts, answer: postApi.similar.response },
  /** On `/categories` and `/posts?category=N`. */
  categories: { key: servedKeys.categories, answer: categoryApi.list.response },
} as const satisfies Record<keyof typeof servedKeys, unknown>;

/** The answer to one query, as the page carries it. */
export type ServedAnswer = { readonly queryKey: readonly unknown[]; readonly data: unknown };

/** Answers `query`, asked with `args`, for a page. */
export const served = <Args extends readonly unknown[], Answer extends z.ZodMiniType>(
  query: ServedQuery<Args, Answer>,
  args: Args,
  data: z.input<Answer>,
): ServedAnswer => ({ queryKey: query.key(...args), data });
