import type { Category } from '@inkwell/shared/categories';
import { AppError } from '@inkwell/shared/errors';
import type { Post, PostCard } from '@inkwell/shared/posts';
import type { Suggestions } from '@inkwell/shared/search';
import { suggestionsKey } from '@inkwell/shared/search-key';
import { served, servedQueries } from '@inkwell/shared/served';
import { FIRST_POSTS, LIST_PAGE_SIZE } from '@inkwell/shared/served-keys';
import type { ShownSettings } from '@inkwell/shared/settings';
import { pageTitle } from '@inkwell/shared/site-data';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { UNKNOWN_ADDRESS, wordsOfPath } from '@inkwell/shared/unknown-address';
import type { KnownAddresses } from '../../addresses/known-addresses.ts';
import type { RedirectPattern } from '../../addresses/redirect-patterns.ts';
import type { AuthorService } from '../../authors/authors.service.ts';
import type { CategoryService } from '../../categories/categories.service.ts';
import type { Clock } from '../../common/clock.ts';
import type { DocumentCache } from '../../common/document-cache.ts';
import { encodeCursor, type Page } from '../../common/paging.ts';
import type { ArchiveService } from '../../newsletter-issues/archive.service.ts';
import type { PostGroup } from '../../posts/posts.repository.ts';
import type { PostService } from '../../posts/posts.service.ts';
import type { PreviewService } from '../../previews/previews.service.ts';
import type { SearchService } from '../../search/search.service.ts';
import type { SuggestionService } from '../../search/suggestions.service.ts';
import type { SeriesService } from '../../series/series.service.ts';
import type { SitePageService } from '../../site-pages/site-pages.service.ts';
import type { TagService } from '../../tags/tags.service.ts';
import type { AuthorCache } from '../../users/authors.ts';
import { bareHeadMarkup, headMarkup, type PageHead } from '../head.ts';
import type { PageParts } from '../shell.ts';

export type ServedPage = { readonly kind: 'page'; readonly status: 200 | 404; readonly parts: PageParts } | MovedPage;

export interface MovedPage {
  readonly kind: 'moved';
  /** An encoded path of the site, or an external address. */
  readonly to: string;
  readonly status: 301 | 302;
  /** Whether each request adds its own query, because requests with different queries share this answer. */
  readonly passesQuery?: boolean;
}

/** The page's current address. */
export const currentlyAt = (to: string): MovedPage => ({ kind: 'moved', to, status: 301, passesQuery: true });

export interface PageSources {
  readonly posts: PostService;
  readonly search: Pick<SearchService, 'search'>;
  readonly suggesting: Pick<SuggestionService, 'meant'>;
  readonly sitePages: Pick<SitePageService, 'published'>;
  readonly categories: CategoryService;
  readonly tags: Pick<TagService, 'named'>;
  readonly series: Pick<SeriesService, 'named'>;
  readonly archive: ArchiveService;
  readonly previews: Pick<PreviewService, 'open'>;
  readonly addresses: KnownAddresses;
  readonly patterns: () => Promise<readonly RedirectPattern[]>;
  readonly clock: Clock;
  readonly authorPages: Pick<AuthorService, 'byId'>;
  readonly authors: AuthorCache;
  readonly site: () => Promise<ShownSettings>;
  /** Without a final slash. */
  readonly siteUrl: string;
}

/** What pages read and share. */
export interface PageContext extends PageSources {
  /** The newest posts, for addresses without a page. */
  readonly newest: () => Promise<Page<PostCard>>;
  /** Suggestions by the words in a path. */
  readonly meant: DocumentCache<Suggestions>;
  /** The current address of a redirect's target. */
  readonly currentAddress: (to: string) => Promise<string>;
}

export const VISITOR = null;
export const FIRST = { limit: LIST_PAGE_SIZE, after: null };

export const newestOf = ({ posts }: PageSources, group: PostGroup) => posts.list(VISITOR, group, FIRST);

export const newestOfAll = ({ posts }: PageSources) => posts.list(VISITOR, {}, { ...FIRST, limit: FIRST_POSTS });

/** @param title null for the home page */
export const website = (
  site: SiteSettings,
  title: string | null,
  { path, siteUrl, ...head }: Partial<PageHead> & { readonly path: string; readonly siteUrl: string },
): string => {
  const { long: description } = site.descriptions;
  return headMarkup(
    { title: pageTitle(title, site), description, canonicalUrl: siteUrl + path, ...head },
    site,
    siteUrl,
  );
};

/** The requested address. */
export const askedFor = (section: string, id: string | number, slug: string | undefined): string =>
  slug === undefined ? `${section}/${id}` : `${section}/${id}/${encodeURIComponent(slug)}`;

export const page = (parts: PageParts): ServedPage => ({ kind: 'page', status: 200, parts });

/** A list in the form of the app's infinite query. */
export const firstPage = <T>({ items, total, next }: Page<T>) => ({
  pages: [{ items: [...items], total, nextCursor: next && encodeCursor(next) }] satisfies [unknown],
  pageParams: [null] satisfies [null],
});

/** Null unless visitors may read the post. */
export const published = ({ posts }: Pick<PageSources, 'posts'>, id: string): Promise<Post | null> =>
  unlessMissing(posts.byId(VISITOR, id));

export const categoryOf = ({ categories }: Pick<PageSources, 'categories'>, id: number): Promise<Category | null> =>
  unlessMissing(categories.byId(id));

export async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return null;
    throw error;
  }
}

const NONE: Suggestions = { posts: [], tags: [], authors: [] };

/** Suggestions for the words in a path, as a query result. The missing post is omitted, because cached suggestions may still contain it. */
async function meantBy({ meant }: PageContext, path: string, goneId?: string) {
  const words = wordsOfPath(path);
  const found = (await meant.getAll([words])).get(words);
  const suggestions = found ? { ...found, posts: found.posts.filter(({ id }) => id !== goneId) } : NONE;
  const hasAny = Object.values(suggestions).some((list) => list.length > 0);
  return hasAny ? [{ queryKey: suggestionsKey(words), data: suggestions }] : [];
}

/** @param gone the requested post; a missing or private one reveals nothing else */
export async function notFoundPage(
  context: PageContext,
  gone?: { readonly id: string; readonly slug: string | undefined },
): Promise<ServedPage> {
  const [site, queries] = await Promise.all([context.site(), meantBy(context, gone?.slug ?? '', gone?.id)]);
  return {
    kind: 'page',
    status: 404,
    parts: {
      head: website(site, 'Post Not Found', { path: '/posts', siteUrl: context.siteUrl, isHidden: true }),
      url: null,
      queries,
    },
  };
}

/** @param path decoded or not; no suggestions if its words mean nothing */
export async function unknownPage(context: PageContext, path = ''): Promise<ServedPage> {
  const [list, site, queries] = await Promise.all([context.newest(), context.site(), meantBy(context, path)]);
  return {
    kind: 'page',
    status: 404,
    parts: {
      head: bareHeadMarkup(pageTitle(UNKNOWN_ADDRESS.title, site)),
      url: null,
      queries: [served(servedQueries.postList, [{ categoryId: null }], firstPage(list)), ...queries],
    },
  };
}
