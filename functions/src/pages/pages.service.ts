import { decodedPath, isReservedPath } from '@inkwell/shared/addresses';
import { authorPath, bylinePath } from '@inkwell/shared/bylines';
import type { Category } from '@inkwell/shared/categories';
import { RESPONSE_CACHE_MS } from '@inkwell/shared/endpoint';
import { AppError } from '@inkwell/shared/errors';
import { personName } from '@inkwell/shared/format';
import { handleLinks } from '@inkwell/shared/handles';
import { CARD_SIZES, COVER_SIZES, LEAD_SIZES } from '@inkwell/shared/images';
import { archivePath } from '@inkwell/shared/newsletter-archive';
import { plainText, previewOf } from '@inkwell/shared/plain-text';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import type { Post, PostCard } from '@inkwell/shared/posts';
import type { Suggestions } from '@inkwell/shared/search';
import { type SearchChoice, searchKey, searchPath, suggestionsKey } from '@inkwell/shared/search-key';
import { served, servedQueries } from '@inkwell/shared/served';
import { FIRST_POSTS, LIST_PAGE_SIZE } from '@inkwell/shared/served-keys';
import type { ShownSettings } from '@inkwell/shared/settings';
import { pageTitle } from '@inkwell/shared/site-data';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { categoryPath, postPath, seriesPath, sitePagePath, tagPath } from '@inkwell/shared/slug';
import { UNKNOWN_ADDRESS, wordsOfPath } from '@inkwell/shared/unknown-address';
import type { RedirectTarget } from '../addresses/addresses.repository.ts';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import { matchPattern, patternTarget, type RedirectPattern } from '../addresses/redirect-patterns.ts';
import type { AuthorService } from '../authors/authors.service.ts';
import type { CategoryService } from '../categories/categories.service.ts';
import type { Clock } from '../common/clock.ts';
import { createDocumentCache } from '../common/document-cache.ts';
import { encodeCursor, type Page } from '../common/paging.ts';
import { createRefreshed } from '../common/refreshed.ts';
import { type StoredList, shownList } from '../named-lists/named-lists.converter.ts';
import type { ArchiveService } from '../newsletter-issues/archive.service.ts';
import type { PostGroup } from '../posts/posts.repository.ts';
import type { PostService } from '../posts/posts.service.ts';
import type { PreviewService } from '../previews/previews.service.ts';
import { foundPosts, type SearchService } from '../search/search.service.ts';
import type { SuggestionService } from '../search/suggestions.service.ts';
import type { SeriesService } from '../series/series.service.ts';
import type { SitePageService } from '../site-pages/site-pages.service.ts';
import type { TagService } from '../tags/tags.service.ts';
import type { AuthorCache } from '../users/authors.ts';
import { createCurrentAddress, withQuery } from './current-address.ts';
import { feedBases } from './feed.ts';
import { bareHeadMarkup, headMarkup, hiddenHeadMarkup, type PageHead } from './head.ts';
import { listMarkdown, markdownPath, pageMarkdown, postMarkdown } from './markdown.ts';
import type { PageParts } from './shell.ts';
import { absolute, articleData, authorData, seriesData, siteData, sitePageData } from './structured-data.ts';

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
const currentlyAt = (to: string): MovedPage => ({ kind: 'moved', to, status: 301, passesQuery: true });

/** The served pages. Every caller sees the same as a visitor. */
export interface PageService {
  home(): Promise<ServedPage>;
  posts(categoryId: number | null): Promise<ServedPage>;
  /** The results of a search, or a page with a search form if there are no words. Excluded from search engines. */
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

interface Dependencies {
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

interface ListPage extends Partial<PageHead>, Pick<PageParts, 'queries'> {
  readonly title: string;
  readonly path: string;
  /** The page's state, if it differs from its canonical address. */
  readonly url?: string;
}

type ShownList = ReturnType<typeof shownList>;

/** The differences between the pages of tags and series. */
interface NamedListPage {
  readonly named: (slug: string) => Promise<StoredList | null>;
  readonly list: (id: string) => Promise<Page<PostCard>>;
  readonly path: (slug: string) => string;
  readonly dataOf?: (shown: ShownList, items: readonly PostCard[]) => readonly object[];
  readonly queries: (shown: ShownList, list: Page<PostCard>) => PageParts['queries'];
}

const VISITOR = null;
const FIRST = { limit: LIST_PAGE_SIZE, after: null };
const NONE: Suggestions = { posts: [], tags: [], authors: [] };

export function createPageService(dependencies: Dependencies): PageService {
  const {
    posts,
    search,
    suggesting,
    sitePages,
    categories,
    tags,
    series,
    archive,
    previews,
    authorPages,
    authors,
    addresses,
    patterns,
    clock,
    site: currentSite,
    siteUrl,
  } = dependencies;
  const newestOf = (group: PostGroup) => posts.list(VISITOR, group, FIRST);
  const newestOfAll = () => posts.list(VISITOR, {}, { ...FIRST, limit: FIRST_POSTS });
  const newest = createRefreshed(newestOfAll, {
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

  /** @param title null for the home page */
  const website = (
    site: SiteSettings,
    title: string | null,
    { path, ...changes }: Partial<PageHead> & { readonly path: string },
  ): string =>
    headMarkup(
      {
        title: pageTitle(title, site),
        description: site.descriptions.long,
        canonicalUrl: `${siteUrl}${path}`,
        type: 'website',
        image: null,
        firstPicture: null,
        article: null,
        structuredData: [],
        isHidden: false,
        ...changes,
      },
      site,
      siteUrl,
    );

  /** Suggestions for the words in a path, as a query result. The missing post is omitted, because cached suggestions may still contain it. */
  const meantBy = async (path: string, goneId?: string) => {
    const words = wordsOfPath(path);
    const found = (await meant.getAll([words])).get(words);
    const suggestions = found ? { ...found, posts: found.posts.filter(({ id }) => id !== goneId) } : NONE;
    const hasAny = Object.values(suggestions).some((list) => list.length > 0);
    return hasAny ? [{ queryKey: suggestionsKey(words), data: suggestions }] : [];
  };

  /** @param gone the requested id and slug; a missing or private post reveals nothing else */
  const notFound = async (gone?: { readonly id: string; readonly slug: string }): Promise<ServedPage> => {
    const [site, queries] = await Promise.all([currentSite(), meantBy(gone?.slug ?? '', gone?.id)]);
    return {
      kind: 'page',
      status: 404,
      parts: {
        head: website(site, 'Post Not Found', { path: '/posts', isHidden: true }),
        url: null,
        queries,
      },
    };
  };

  /** @param path decoded or not; no suggestions if its words mean nothing */
  const unknown = async (path = ''): Promise<ServedPage> => {
    const [list, site, queries] = await Promise.all([newest(), currentSite(), meantBy(path)]);
    return {
      kind: 'page',
      status: 404,
      parts: {
        head: bareHeadMarkup(pageTitle(UNKNOWN_ADDRESS.title, site)),
        url: null,
        queries: [served(servedQueries.postList, [{ categoryId: null }], firstPage(list)), ...queries],
      },
    };
  };

  const currentAddress = createCurrentAddress({
    authors,
    tag: tags.named,
    series: series.named,
    category: (id) => categoryOf(categories, id),
    post: (id) => published(posts, id),
    async sitePage(slug) {
      const target = await addresses.find(`/${slug}`);
      return target?.kind === 'page' ? sitePages.published(target.id) : null;
    },
  });

  /** The target of a path, by its own redirect or by a pattern. */
  const targetOf = async (path: string) => (await addresses.find(path)) ?? matchPattern(await patterns(), path);

  type Target = NonNullable<Awaited<ReturnType<typeof targetOf>>>;

  /** The target of a redirect for a decoded path; null if there is none. Reads 1 more document if the rest of the path is appended. */
  async function redirected(target: RedirectTarget | RedirectPattern, path: string, query: string) {
    if (!('prefix' in target)) return withQuery(target.to, query);
    const to = patternTarget(target, path);
    if (to === target.to) return to;
    if (!to.startsWith('/')) return withQuery(to, query);
    const next = decodedPath(to);
    if (next === null) return null;
    const beyond = isReservedPath(next) ? null : await targetOf(next);
    if (beyond?.kind !== 'redirect') return withQuery(to, query);
    // For some paths, a pattern's target is itself redirected. Readers follow one redirect, and never a loop.
    return 'prefix' in beyond ? null : withQuery(beyond.to, query);
  }

  async function movedTo(target: Target | null, path: string, query: string): Promise<MovedPage | null> {
    if (target?.kind !== 'redirect') return null;
    const to = await redirected(target, path, query);
    return to === null ? null : { kind: 'moved', to: await currentAddress(to), status: target.status };
  }

  /** A site page at its current address; earlier ones redirect there. Null unless it is published. */
  async function sitePage(id: string, asked: string, query: string): Promise<ServedPage | null> {
    const [found, site] = await Promise.all([sitePages.published(id), currentSite()]);
    if (!found) return null;
    const path = sitePagePath(found.slug);
    if (asked !== `/${found.slug}`) return { kind: 'moved', to: withQuery(path, query), status: 301 };
    const description =
      found.searchDescription ?? previewOf({ excerpt: null, content: found.content }, POST_LIMITS.previewChars);
    return page({
      head: website(site, found.searchTitle ?? found.title, {
        path,
        ...(description && { description }),
        isHidden: found.isHiddenFromSearch,
        markdownUrl: siteUrl + markdownPath(path),
        structuredData: [sitePageData(found, description, site, siteUrl)],
      }),
      url: path,
      text: found,
      asMarkdown: () =>
        pageMarkdown(
          { title: found.title, description, updated: found.updatedAt, math: found.math, canonical: siteUrl + path },
          found.content,
        ),
      queries: [served(servedQueries.sitePage, [found.slug], found)],
    });
  }

  /** The Fediverse handles of the authors who have one. The names of the shown post have just been read. */
  async function creatorsOf(post: Post): Promise<string[]> {
    const names = await authors.getAll(post.authorIds);
    return post.authorIds.flatMap((id) => {
      const handle = handleLinks(names.get(id)?.handles ?? {}).find(({ kind }) => kind === 'fediverse');
      return handle ? [handle.text] : [];
    });
  }

  return {
    async home() {
      const [popular, latest, site] = await Promise.all([
        posts.popular(VISITOR, POST_LIMITS.popular),
        posts.list(VISITOR, {}, { limit: POST_LIMITS.newest, after: null }),
        currentSite(),
      ]);
      return page({
        head: website(site, null, { path: '/', structuredData: [siteData(site, siteUrl)] }),
        url: '/',
        queries: [
          served(servedQueries.popularPosts, [], popular),
          served(servedQueries.newestPosts, [], [...latest.items]),
        ],
      });
    },

    async search(choice) {
      const [answer, site] = await Promise.all([
        choice.q === ''
          ? null
          : search.search(VISITOR, {
              q: choice.q,
              limit: POST_LIMITS.search,
              order: choice.sort ?? 'best',
              categoryId: choice.category,
              tagSlug: choice.tag,
              authorId: choice.author,
              year: choice.year,
            }),
        currentSite(),
      ]);
      const found = answer && foundPosts(answer);
      return listPage(site, found?.items ?? [], {
        title: choice.q === '' ? 'Search' : `Search: ${choice.q}`,
        path: '/search',
        isHidden: true,
        url: searchPath(choice),
        queries: found ? [{ queryKey: searchKey(choice), data: found }] : [],
      });
    },

    async posts(categoryId) {
      const [list, all, site] = await Promise.all([
        categoryId === null ? newestOfAll() : newestOf({ categoryId }),
        categories.list(),
        currentSite(),
      ]);
      const category = all.find(({ id }) => id === categoryId);
      if (categoryId !== null && !category) {
        const remaining = await categoryOf(categories, categoryId);
        return remaining ? { kind: 'moved', to: `/posts?category=${remaining.id}`, status: 301 } : notFound();
      }
      const title = category?.name ?? 'All Posts';
      const path = category ? `/posts?category=${category.id}` : '/posts';
      return listPage(site, list.items, {
        title,
        path,
        ...(category?.description && { description: category.description }),
        // The same list has its own address (decision 28).
        ...(category && {
          canonicalUrl: `${siteUrl}${categoryPath(category)}`,
          feed: feedOf(category, site),
        }),
        queries: [
          served(servedQueries.postList, [{ categoryId }], firstPage(list)),
          served(servedQueries.categories, [], all),
        ],
      });
    },

    async post(id, slug) {
      const post = await published(posts, id);
      if (!post) return notFound({ id, slug: slug ?? '' });
      const path = postPath(post);
      if (askedFor('/posts', id, slug) !== path) return currentlyAt(path);

      const [similar, site] = await Promise.all([posts.similarTo(VISITOR, post), currentSite()]);
      return page({
        head: articleHead(site, post, await creatorsOf(post)),
        url: path,
        text: post,
        asMarkdown: () => postMarkdown(post, siteUrl),
        queries: [served(servedQueries.post, [id], post), served(servedQueries.similarPosts, [id], similar)],
      });
    },

    async categories() {
      const [all, site] = await Promise.all([categories.list(), currentSite()]);
      return page({
        head: website(site, 'Categories', { path: '/categories' }),
        url: '/categories',
        queries: [served(servedQueries.categories, [], all)],
      });
    },

    tag: (asked) =>
      namedPage(asked, {
        named: tags.named,
        list: (tagId) => newestOf({ tagId }),
        path: tagPath,
        queries: (tag, list) => [
          served(servedQueries.tag, [tag.slug], tag),
          served(servedQueries.postList, [{ tag: tag.slug }], firstPage(list)),
        ],
      }),

    series: (asked) =>
      namedPage(asked, {
        named: series.named,
        list: (id) => posts.listSeries(VISITOR, id, FIRST),
        path: seriesPath,
        dataOf: (shown, items) => [seriesData(shown, items, siteUrl)],
        queries: (shown, list) => [
          served(servedQueries.series, [shown.slug], shown),
          served(servedQueries.postList, [{ series: shown.slug }], firstPage(list)),
        ],
      }),

    async category(id, slug) {
      const category = await categoryOf(categories, id);
      if (!category) return unknown(slug);
      const path = categoryPath(category);
      if (askedFor('/categories', id, slug) !== path) return currentlyAt(path);

      const filter = { categoryId: category.id };
      const [list, site] = await Promise.all([newestOf(filter), currentSite()]);
      return listPage(site, list.items, {
        title: category.name,
        path,
        ...(category.description && { description: category.description }),
        feed: feedOf(category, site),
        queries: [
          served(servedQueries.category, [category.id], category),
          served(servedQueries.postList, [filter], firstPage(list)),
        ],
      });
    },

    async author(id, slug) {
      const author = await authorPages.byId(id);
      if (!author) return unknown(slug);
      const path = authorPath(author);
      if (askedFor('/authors', id, slug) !== path) return currentlyAt(path);

      const [list, site] = await Promise.all([newestOf({ authorId: author.id }), currentSite()]);
      const about = author.text && plainText(author.text).replace(/\s+/g, ' ').trim();
      return listPage(site, list.items, {
        title: author.name,
        path,
        description: about || `Posts by ${author.name}`,
        feed: { title: author.name, base: feedBases.author(author) },
        structuredData: [authorData(author, siteUrl)],
        queries: [
          served(servedQueries.author, [id], author),
          served(servedQueries.postList, [{ authorId: author.id }], firstPage(list)),
        ],
      });
    },

    async archive() {
      const [list, site] = await Promise.all([unlessMissing(archive.list(FIRST)), currentSite()]);
      if (!list) return unknown();
      return page({
        head: website(site, 'Newsletter', { path: archivePath() }),
        url: archivePath(),
        queries: [served(servedQueries.archive, [], firstPage(list))],
      });
    },

    async archivedIssue(asked) {
      const [issue, site] = await Promise.all([unlessMissing(archive.bySlug(asked)), currentSite()]);
      // Without suggestions, whose search would cost more than the address.
      if (!issue) return unknown();
      const path = archivePath(issue.slug);
      if (archivePath(asked) !== path) return currentlyAt(path);
      const excerpt = issue.previewText;
      const description = previewOf({ excerpt, content: issue.content }, POST_LIMITS.previewChars);
      return page({
        head: website(site, issue.subject, { path, ...(description && { description }), isHidden: issue.isOnePost }),
        url: path,
        text: { content: issue.content, math: false },
        queries: [served(servedQueries.archivedIssue, [issue.slug], issue)],
      });
    },

    notFound: () => notFound(),

    async address(path, query) {
      const target = await targetOf(path);
      const answer =
        target?.kind === 'page' ? await sitePage(target.id, path, query) : await movedTo(target, path, query);
      return answer ?? unknown(path);
    },

    async earlier(path) {
      const found = await movedTo(await addresses.find(path), path, '');
      return found && { ...found, passesQuery: true };
    },

    oldAddress: async (path) => movedTo(await targetOf(path), path, ''),

    unknown,

    async preview(token) {
      const [preview, site] = await Promise.all([previews.open(token), currentSite()]);
      if (!preview) {
        const head = hiddenHeadMarkup(pageTitle('Preview', site));
        return { kind: 'page', status: 404, parts: { head, url: null, preview: null, queries: [] } };
      }
      const text = preview.page ?? preview.post;
      const head = hiddenHeadMarkup(pageTitle(text.title, site));
      return page({ head, url: null, preview, text, queries: [] });
    },
  };

  /** A page with a list of posts. The first post has the largest picture of a phone's screen. */
  function listPage(
    site: SiteSettings,
    shown: readonly PostCard[],
    { title, path, url = path, queries, ...head }: ListPage,
  ): ServedPage {
    const cover = shown[0]?.featuredImage ?? null;
    const firstPicture = cover === null ? null : { url: cover, sizes: path === '/posts' ? LEAD_SIZES : CARD_SIZES };
    return page({
      head: website(site, title, { path, firstPicture, ...head }),
      url,
      queries,
      asMarkdown: () =>
        listMarkdown({ title, description: head.description ?? null, canonical: siteUrl + path }, shown, siteUrl),
    });
  }

  /** The page of a list with its own name and address. */
  async function namedPage(asked: string, kind: NamedListPage): Promise<ServedPage> {
    const found = await kind.named(asked);
    const list = found && (await kind.list(found.id));
    if (!list || list.items.length === 0) return unknown(asked);
    const path = kind.path(found.slug);
    if (kind.path(asked) !== path) return currentlyAt(path);
    const shown = shownList({ ...found, postCount: list.total });
    const { name, description, picture } = shown;
    const site = await currentSite();
    return listPage(site, list.items, {
      title: name,
      path,
      ...(description && { description }),
      feed: { base: feedBases.list(path), title: `${site.name}: ${name}` },
      image: picture ? { url: absolute(picture, siteUrl), alt: name } : null,
      structuredData: kind.dataOf?.(shown, list.items) ?? [],
      queries: kind.queries(shown, list),
    });
  }

  function feedOf(category: Category, site: SiteSettings): NonNullable<PageHead['feed']> {
    return { base: feedBases.category(category), title: `${site.name}: ${category.name}` };
  }

  function articleHead(site: SiteSettings, post: Post, creators: readonly string[]): string {
    const picture = post.cardPicture ?? post.featuredImage;
    const description = post.searchDescription ?? post.preview;
    const alt = (post.cardPicture ? null : post.coverDescription) ?? post.title;
    return website(site, post.searchTitle ?? post.title, {
      path: postPath(post),
      markdownUrl: siteUrl + markdownPath(postPath(post)),
      description,
      ...(post.canonicalUrl && { canonicalUrl: post.canonicalUrl }),
      isHidden: post.isHiddenFromSearch,
      card: { title: post.cardTitle ?? pageTitle(post.title, site), description: post.cardText ?? description },
      type: 'article',
      image: picture ? { url: absolute(picture, siteUrl), alt } : null,
      firstPicture: post.featuredImage ? { url: post.featuredImage, sizes: COVER_SIZES } : null,
      article: {
        publishedAt: post.publishedAt ?? post.createdAt,
        modifiedAt: post.updatedAt,
        authors: post.authors.map((author) => {
          const path = bylinePath(author, post);
          return path ? siteUrl + path : personName(author);
        }),
        creators,
        section: post.category?.name ?? null,
        tags: post.tags.map(({ name }) => name),
      },
      structuredData: articleData(post, site, siteUrl),
    });
  }
}

/** The requested address. */
const askedFor = (section: string, id: string | number, slug: string | undefined): string =>
  slug === undefined ? `${section}/${id}` : `${section}/${id}/${encodeURIComponent(slug)}`;

const page = (parts: PageParts): ServedPage => ({ kind: 'page', status: 200, parts });

/** A list in the form of the app's infinite query. */
const firstPage = <T>({ items, total, next }: Page<T>) => ({
  pages: [{ items: [...items], total, nextCursor: next && encodeCursor(next) }] satisfies [unknown],
  pageParams: [null] satisfies [null],
});

/** Null unless visitors may read the post. */
const published = (posts: PostService, id: string): Promise<Post | null> => unlessMissing(posts.byId(VISITOR, id));

const categoryOf = (categories: CategoryService, id: number): Promise<Category | null> =>
  unlessMissing(categories.byId(id));

async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return null;
    throw error;
  }
}
