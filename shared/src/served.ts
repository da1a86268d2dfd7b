import * as z from 'zod/mini';
import { authorApi } from './authors.ts';
import { categoryApi } from './categories.ts';
import { menuApi } from './menu.ts';
import { archiveApi } from './newsletter-archive.ts';
import { postApi } from './posts.ts';
import { seriesApi } from './series.ts';
import { servedKeys } from './served-keys.ts';
import { sitePageApi } from './site-pages.ts';
import { tagApi } from './tags.ts';

/*
 * A served page passes the answers of its queries to the app in a `<script type="application/json">`. The app stores them under the same
 * keys instead of requesting them. They contain only what visitors see, because a CDN may cache the page.
 */

/** A query of the app that a served page may answer. */
export interface ServedQuery<Args extends readonly unknown[] = never, Answer extends z.ZodMiniType = z.ZodMiniType> {
  /** The key in the app's cache. */
  readonly key: (...args: Args) => readonly unknown[];
  readonly answer: Answer;
}

/** A list whose first page is all that the app has. */
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
  /** On `/`, with the next query. */
  popularPosts: { key: servedKeys.popularPosts, answer: postApi.popular.response },
  newestPosts: { key: servedKeys.newestPosts, answer: postApi.list.response },
  /** On `/posts`, `/posts?category=N` and the pages of categories, tags and authors: `LIST_PAGE_SIZE` cards, on `/posts` `FIRST_POSTS`. */
  postList: { key: servedKeys.postList, answer: firstPageOf(postApi.list.response) },
  /** On `/posts/ID/slug`, with the next query. */
  post: { key: servedKeys.post, answer: postApi.byId.response },
  similarPosts: { key: servedKeys.similarPosts, answer: postApi.similar.response },
  /** On `/authors/ID/slug`, with the author's posts. */
  author: { key: servedKeys.author, answer: authorApi.byId.response },
  /** On `/categories` and `/posts?category=N`. */
  categories: { key: servedKeys.categories, answer: categoryApi.list.response },
  /** On `/tags/SLUG`, with the tag's posts. */
  tag: { key: servedKeys.tag, answer: tagApi.bySlug.response },
  /** On `/series/SLUG`, with the series' posts. */
  series: { key: servedKeys.series, answer: seriesApi.bySlug.response },
  /** On `/SLUG`. */
  sitePage: { key: servedKeys.sitePage, answer: sitePageApi.bySlug.response },
  /** On `/categories/N/slug`. */
  category: { key: servedKeys.category, answer: categoryApi.byId.response },
  /** On `/newsletter`, `LIST_PAGE_SIZE` issues. */
  archive: { key: servedKeys.archive, answer: firstPageOf(archiveApi.list.response) },
  /** On `/newsletter/SLUG`. */
  archivedIssue: { key: servedKeys.archivedIssue, answer: archiveApi.bySlug.response },
  /** On every page. */
  menu: { key: servedKeys.menu, answer: menuApi.read.response },
} as const satisfies Record<keyof typeof servedKeys, unknown>;

export type ServedAnswer = { readonly queryKey: readonly unknown[]; readonly data: unknown };

/** The answer to `query` with `args`. */
export const served = <Args extends readonly unknown[], Answer extends z.ZodMiniType>(
  query: ServedQuery<Args, Answer>,
  args: Args,
  data: z.input<Answer>,
): ServedAnswer => ({ queryKey: query.key(...args), data });
