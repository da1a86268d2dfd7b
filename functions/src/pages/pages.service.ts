import { RESPONSE_CACHE_MS } from '@inkwell/shared/endpoint';
import type { Suggestions } from '@inkwell/shared/search';
import type { SearchChoice } from '@inkwell/shared/search-key';
import { createDocumentCache } from '../common/document-cache.ts';
import { createRefreshed } from '../common/refreshed.ts';
import { createCurrentAddress } from './current-address.ts';
import { addressPage, earlierAddress, oldAddress } from './served/addresses.ts';
import {
  archivePage,
  authorPage,
  categoriesPage,
  categoryPage,
  homePage,
  namedListPage,
  postsPage,
  SERIES,
  searchPage,
  TAG,
} from './served/list-pages.ts';
import {
  categoryOf,
  newestOfAll,
  notFoundPage,
  type PageContext,
  type PageSources,
  published,
  type ServedPage,
  unknownPage,
} from './served/served-page.ts';
import { archivedIssuePage, postPage, previewPage } from './served/text-pages.ts';

/** The served pages. Every caller sees the same as a visitor. */
export interface PageService {
  home(): Promise<ServedPage>;
  posts(categoryId: number | null): Promise<ServedPage>;
  post(id: string, slug: string | undefined): Promise<ServedPage>;
  /** The results of a search, or a search form if there are no words. Excluded from search engines. */
  search(choice: SearchChoice): Promise<ServedPage>;
  categories(): Promise<ServedPage>;
  /** The posts of a tag at its current address; earlier slugs and merged tags redirect there. */
  tag(slug: string): Promise<ServedPage>;
  /** The posts of a series in order, at its current address; earlier slugs redirect there. */
  series(slug: string): Promise<ServedPage>;
  /** The posts of a category at its current address; other slugs and merged categories redirect there. */
  category(id: number, slug: string | undefined): Promise<ServedPage>;
  /** An author at their current address; other slugs, and guest authors who were joined to an account, redirect there. */
  author(id: string, slug: string | undefined): Promise<ServedPage>;
  /** The newsletter's archive. Not found while it is off, like its issues. */
  archive(): Promise<ServedPage>;
  archivedIssue(slug: string): Promise<ServedPage>;
  notFound(): Promise<ServedPage>;
  /**
   * The answer for a decoded path of no other page. If nothing is there, 404 with suggestions and the newest posts. A redirect passes on the query.
   */
  address(path: string, query: string): Promise<ServedPage>;
  /** The address for an old query of a post, such as `/?p=12`; null if unknown. */
  oldAddress(path: string): Promise<ServedPage | null>;
  /** The address of the imported text that had this decoded path in one of our sections; null if unknown. */
  earlier(path: string): Promise<ServedPage | null>;
  /** An unknown address, without a lookup. */
  unknown(): Promise<ServedPage>;
  /** The post or page of a preview link. All invalid tokens get the same page. */
  preview(token: string): Promise<ServedPage>;
}

export function createPageService(sources: PageSources): PageService {
  const { authors, tags, series, addresses, sitePages, suggesting, clock } = sources;
  const newest = createRefreshed(() => newestOfAll(sources), {
    // Cached no longer than other pages show unpublished posts.
    forMs: RESPONSE_CACHE_MS,
    clock,
  });

  /** By the words in a path. */
  const meant = createDocumentCache<Suggestions>({
    load: async (words) =>
      new Map(await Promise.all(words.map(async (q) => [q, (await suggesting.meant(q)).suggestions] as const))),
    // Equally long, for the same reason.
    clock,
    forMs: RESPONSE_CACHE_MS,
  });

  const currentAddress = createCurrentAddress({
    authors,
    tag: tags.named,
    series: series.named,
    category: (id) => categoryOf(sources, id),
    post: (id) => published(sources, id),
    async sitePage(slug) {
      const target = await addresses.find(`/${slug}`);
      return target?.kind === 'page' ? sitePages.published(target.id) : null;
    },
  });

  const context: PageContext = { ...sources, newest, meant, currentAddress };

  return {
    home: () => homePage(context),
    posts: (categoryId) => postsPage(categoryId, context),
    post: (id, slug) => postPage(id, slug, context),
    search: (choice) => searchPage(choice, context),
    categories: () => categoriesPage(context),
    tag: (slug) => namedListPage(slug, TAG, context),
    series: (slug) => namedListPage(slug, SERIES, context),
    category: (id, slug) => categoryPage(id, slug, context),
    author: (id, slug) => authorPage(id, slug, context),
    archive: () => archivePage(context),
    archivedIssue: (slug) => archivedIssuePage(slug, context),
    notFound: () => notFoundPage(context),
    address: (path, query) => addressPage({ path, query }, context),
    oldAddress: (path) => oldAddress(path, context),
    earlier: (path) => earlierAddress(path, context),
    unknown: () => unknownPage(context),
    preview: (token) => previewPage(token, context),
  };
}
