import { authorPath, bylinePath } from '@inkwell/shared/bylines';
import type { Category } from '@inkwell/shared/categories';
import { AppError } from '@inkwell/shared/errors';
import { personName } from '@inkwell/shared/format';
import { handleLinks } from '@inkwell/shared/handles';
import { CARD_SIZES, COVER_SIZES } from '@inkwell/shared/images';
import { plainText, previewOf } from '@inkwell/shared/plain-text';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import type { Post, PostCard } from '@inkwell/shared/posts';
import { served, servedQueries } from '@inkwell/shared/served';
import { LIST_PAGE_SIZE } from '@inkwell/shared/served-keys';
import { pageTitle, SITE_DESCRIPTION, SITE_NAME } from '@inkwell/shared/site';
import { categoryPath, postPath, seriesPath, sitePagePath, tagPath } from '@inkwell/shared/slug';
import { UNKNOWN_ADDRESS } from '@inkwell/shared/unknown-address';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import { matchPattern, type RedirectPattern } from '../addresses/redirect-patterns.ts';
import type { AuthorService } from '../authors/authors.service.ts';
import type { CategoryService } from '../categories/categories.service.ts';
import type { Clock } from '../common/clock.ts';
import { encodeCursor, type Page } from '../common/paging.ts';
import { createRefreshed } from '../common/refreshed.ts';
import { shownList } from '../named-lists/named-lists.converter.ts';
import type { PostService } from '../posts/posts.service.ts';
import type { PreviewService } from '../previews/previews.service.ts';
import type { SeriesService } from '../series/series.service.ts';
import type { SitePageService } from '../site-pages/site-pages.service.ts';
import type { TagService } from '../tags/tags.service.ts';
import type { AuthorCache } from '../users/authors.ts';
import {
  articleBody,
  authorBody,
  categoriesBody,
  firstCover,
  homeBody,
  listBody,
  listPicture,
  noPreviewBody,
  notFoundBody,
  previewBody,
  sitePageBody,
  unknownBody,
} from './body.ts';
import { createCurrentAddress, withQuery } from './current-address.ts';
import { seriesFeedPath, tagFeedPath } from './feeds.service.ts';
import { bareHeadMarkup, headMarkup, hiddenHeadMarkup, type PageHead } from './head.ts';
import type { PageParts } from './shell.ts';
import { absolute, articleData, authorData, seriesData, siteData, sitePageData } from './structured-data.ts';

export type ServedPage =
  | { readonly kind: 'page'; readonly status: 200 | 404; readonly parts: PageParts }
  /** `to` is an encoded path of the site, or an address elsewhere. */
  | { readonly kind: 'moved'; readonly to: string; readonly status: 301 | 302 };

/** The served pages. Every caller sees what a visitor sees. */
export interface PageService {
  home(): Promise<ServedPage>;
  posts(categoryId: number | null): Promise<ServedPage>;
  /** An article at its current address; other slugs redirect there. Unpublished articles are not found. */
  post(id: string, slug: string | undefined): Promise<ServedPage>;
  categories(): Promise<ServedPage>;
  /** The posts of a tag at its current address; earlier slugs and merged tags redirect there. */
  tag(slug: string): Promise<ServedPage>;
  /** The posts of a series in their order, at its current address; earlier slugs redirect there. */
  series(slug: string): Promise<ServedPage>;
  /** The posts of a category at its current address; other slugs and merged categories redirect there. */
  category(id: number, slug: string | undefined): Promise<ServedPage>;
  /** An author at their current address; other slugs, and guest authors who were joined to an account, redirect there. */
  author(id: string, slug: string | undefined): Promise<ServedPage>;
  notFound(): ServedPage;
  /** What a decoded path of no other page leads to: 404 with the newest posts if nothing. A redirect of this path passes the query on. */
  address(path: string, query: string): Promise<ServedPage>;
  /** Where an address with the old query of a post leads, such as `/?p=12`; null for nowhere. */
  oldAddress(path: string): Promise<ServedPage | null>;
  /** An address that leads nowhere, without asking. */
  unknown(): Promise<ServedPage>;
  /** The post of a preview link. All invalid tokens get the same page. */
  preview(token: string): Promise<ServedPage>;
}

interface Dependencies {
  readonly posts: PostService;
  readonly sitePages: Pick<SitePageService, 'published'>;
  readonly categories: CategoryService;
  readonly tags: Pick<TagService, 'named'>;
  readonly series: Pick<SeriesService, 'named'>;
  readonly previews: Pick<PreviewService, 'open'>;
  readonly addresses: KnownAddresses;
  readonly patterns: () => Promise<readonly RedirectPattern[]>;
  readonly clock: Clock;
  readonly authorPages: Pick<AuthorService, 'byId'>;
  readonly authors: AuthorCache;
  /** Without a final slash. */
  readonly siteUrl: string;
}

/** What the pages of tags and series differ in. */
interface NamedPage extends Pick<PageParts, 'queries'> {
  readonly path: string;
  readonly feedPath: string;
  readonly structuredData?: readonly object[];
}

const VISITOR = null;

/** How old the posts of unknown addresses may be. */
const NEWEST_FOR_MS = 30_000;

export function createPageService(dependencies: Dependencies): PageService {
  const {
    posts,
    sitePages,
    categories,
    tags,
    series,
    previews,
    authorPages,
    authors,
    addresses,
    patterns,
    clock,
    siteUrl,
  } = dependencies;
  const newest = createRefreshed(() => posts.list(VISITOR, {}, { limit: LIST_PAGE_SIZE, after: null }), {
    forMs: NEWEST_FOR_MS,
    clock,
  });

  const website = (title: string, path: string, changes: Partial<PageHead> = {}): string =>
    headMarkup(
      {
        title,
        description: SITE_DESCRIPTION,
        canonicalUrl: `${siteUrl}${path}`,
        type: 'website',
        image: null,
        firstPicture: null,
        article: null,
        structuredData: [],
        isHidden: false,
        ...changes,
      },
      siteUrl,
    );

  const notFound = (): ServedPage => ({
    kind: 'page',
    status: 404,
    parts: {
      head: website(pageTitle('Post Not Found'), '/posts', { isHidden: true }),
      body: notFoundBody(),
      queries: [],
    },
  });

  const unknown = async (): Promise<ServedPage> => {
    const list = await newest();
    return {
      kind: 'page',
      status: 404,
      parts: {
        head: bareHeadMarkup(pageTitle(UNKNOWN_ADDRESS.title)),
        body: unknownBody(list.items.slice(0, UNKNOWN_ADDRESS.posts)),
        queries: [served(servedQueries.postList, [{ categoryId: null }], firstPage(list))],
      },
    };
  };

  const currentAddress = createCurrentAddress({
    ...{ authors, tag: tags.named, series: series.named },
    category: (id) => categoryOf(categories, id),
    post: (id) => published(posts, id),
    async sitePage(slug) {
      const target = await addresses.find(`/${slug}`);
      return target?.kind === 'page' ? sitePages.published(target.id) : null;
    },
  });

  /** What a path leads to, and whether it does so itself, not as one of many that begin alike. */
  async function targetOf(path: string) {
    const found = await addresses.find(path);
    return { target: found ?? matchPattern(await patterns(), path), isOwn: found !== null };
  }

  async function movedTo({ target, isOwn }: Awaited<ReturnType<typeof targetOf>>, query: string) {
    if (target?.kind !== 'redirect') return null;
    const to = await currentAddress(isOwn ? withQuery(target.to, query) : target.to);
    return { kind: 'moved', to, status: target.status } satisfies ServedPage;
  }

  /** A page of the site at its current address; earlier ones redirect there. Null unless it is published. */
  async function sitePage(id: string, asked: string, query: string): Promise<ServedPage | null> {
    const found = await sitePages.published(id);
    if (!found) return null;
    const path = sitePagePath(found.slug);
    if (asked !== `/${found.slug}`) return { kind: 'moved', to: withQuery(path, query), status: 301 };
    const description =
      found.searchDescription ?? previewOf({ excerpt: null, content: found.content }, POST_LIMITS.previewChars);
    return page({
      head: website(pageTitle(found.searchTitle ?? found.title), path, {
        description: description || SITE_DESCRIPTION,
        isHidden: found.isHiddenFromSearch,
        structuredData: [sitePageData(found, siteUrl, description)],
      }),
      body: await sitePageBody(found),
      queries: [served(servedQueries.sitePage, [found.slug], found)],
    });
  }

  /** The Fediverse handles of the authors who gave one. The names of a presented post were read just now. */
  async function creatorsOf(post: Post): Promise<string[]> {
    const names = await authors.getAll(post.authorIds);
    return post.authorIds.flatMap((id) => {
      const handle = handleLinks(names.get(id)?.handles ?? {}).find(({ kind }) => kind === 'fediverse');
      return handle ? [handle.text] : [];
    });
  }

  return {
    async home() {
      const popular = await posts.popular(VISITOR, POST_LIMITS.popular);
      return page({
        head: website(pageTitle(null), '/', { structuredData: [siteData(siteUrl)] }),
        body: homeBody(popular),
        queries: [served(servedQueries.popularPosts, [], popular)],
      });
    },

    async posts(categoryId) {
      const filter = categoryId === null ? {} : { categoryId };
      const [list, all] = await Promise.all([
        posts.list(VISITOR, filter, { limit: LIST_PAGE_SIZE, after: null }),
        categoryId === null ? null : categories.list(),
      ]);
      const category = all?.find(({ id }) => id === categoryId);
      if (categoryId !== null && !category) {
        const remaining = await categoryOf(categories, categoryId);
        return remaining ? { kind: 'moved', to: `/posts?category=${remaining.id}`, status: 301 } : notFound();
      }
      const title = category?.name ?? 'All Posts';
      const path = category ? `/posts?category=${category.id}` : '/posts';
      const cover = firstCover(list.items);
      return page({
        head: website(pageTitle(title), path, {
          description: category?.description ?? SITE_DESCRIPTION,
          // The same list has an address of its own (decision 28).
          ...(category && { canonicalUrl: `${siteUrl}${categoryPath(category)}`, feed: feedOf(category) }),
          firstPicture: cover === null ? null : { url: cover, sizes: CARD_SIZES },
        }),
        body: listBody(title, list.items, { total: list.total, path }),
        queries: [
          served(servedQueries.postList, [{ categoryId }], firstPage(list)),
          ...(all ? [served(servedQueries.categories, [], all)] : []),
        ],
      });
    },

    async post(id, slug) {
      const post = await published(posts, id);
      if (!post) return notFound();
      const path = postPath(post);
      const asked = slug === undefined ? `/posts/${id}` : `/posts/${id}/${encodeURIComponent(slug)}`;
      if (asked !== path) return { kind: 'moved', to: path, status: 301 };

      const similar = await posts.similarTo(VISITOR, post);
      return page({
        head: articleHead(post, await creatorsOf(post)),
        body: await articleBody(post),
        queries: [served(servedQueries.post, [id], post), served(servedQueries.similarPosts, [id], similar)],
      });
    },

    async categories() {
      const all = await categories.list();
      return page({
        head: website(pageTitle('Categories'), '/categories'),
        body: categoriesBody(all),
        queries: [served(servedQueries.categories, [], all)],
      });
    },

    async tag(asked) {
      const tag = await tags.named(asked);
      const list = tag && (await posts.list(VISITOR, { tagId: tag.id }, { limit: LIST_PAGE_SIZE, after: null }));
      if (!list || list.items.length === 0) return unknown();
      const path = tagPath(tag.slug);
      if (tagPath(asked) !== path) return { kind: 'moved', to: path, status: 301 };
      const shown = shownList({ ...tag, postCount: list.total });
      return namedPage(shown, list, {
        path,
        feedPath: tagFeedPath(tag.slug),
        queries: [
          served(servedQueries.tag, [tag.slug], shown),
          served(servedQueries.postList, [{ tag: tag.slug }], firstPage(list)),
        ],
      });
    },

    async series(asked) {
      const found = await series.named(asked);
      const list = found && (await posts.listSeries(VISITOR, found.id, { limit: LIST_PAGE_SIZE, after: null }));
      if (!list || list.items.length === 0) return unknown();
      const path = seriesPath(found.slug);
      if (seriesPath(asked) !== path) return { kind: 'moved', to: path, status: 301 };
      const shown = shownList({ ...found, postCount: list.total });
      return namedPage(shown, list, {
        path,
        feedPath: seriesFeedPath(found.slug),
        structuredData: [seriesData(shown, list.items, siteUrl)],
        queries: [
          served(servedQueries.series, [found.slug], shown),
          served(servedQueries.postList, [{ series: found.slug }], firstPage(list)),
        ],
      });
    },

    async category(id, slug) {
      const category = await categoryOf(categories, id);
      if (!category) return unknown();
      const path = categoryPath(category);
      const asked = slug === undefined ? `/categories/${id}` : `/categories/${id}/${encodeURIComponent(slug)}`;
      if (asked !== path) return { kind: 'moved', to: path, status: 301 };

      const filter = { categoryId: category.id };
      const list = await posts.list(VISITOR, filter, { limit: LIST_PAGE_SIZE, after: null });
      const cover = firstCover(list.items);
      return page({
        head: website(pageTitle(category.name), path, {
          description: category.description ?? SITE_DESCRIPTION,
          firstPicture: cover === null ? null : { url: cover, sizes: CARD_SIZES },
          feed: feedOf(category),
        }),
        body: listBody(category.name, list.items, { total: list.total, path, lead: category.description }),
        queries: [
          served(servedQueries.category, [category.id], category),
          served(servedQueries.postList, [filter], firstPage(list)),
        ],
      });
    },

    async author(id, slug) {
      const author = await authorPages.byId(id);
      if (!author) return unknown();
      const path = authorPath(author);
      const asked = slug === undefined ? `/authors/${id}` : `/authors/${id}/${encodeURIComponent(slug)}`;
      if (asked !== path) return { kind: 'moved', to: path, status: 301 };

      const list = await posts.list(VISITOR, { authorId: author.id }, { limit: LIST_PAGE_SIZE, after: null });
      const cover = firstCover(list.items);
      const about = author.text && plainText(author.text).replace(/\s+/g, ' ').trim();
      return page({
        head: website(pageTitle(author.name), path, {
          description: about || `Posts by ${author.name}`,
          feed: { title: author.name, url: `${siteUrl}/feed/authors/${author.id}.xml` },
          firstPicture: cover === null ? null : { url: cover, sizes: CARD_SIZES },
          structuredData: [authorData(author, siteUrl)],
        }),
        body: authorBody(author, list.items, list.total),
        queries: [
          served(servedQueries.author, [id], author),
          served(servedQueries.postList, [{ authorId: author.id }], firstPage(list)),
        ],
      });
    },

    notFound,

    async address(path, query) {
      const found = await targetOf(path);
      const { target } = found;
      const answer = target?.kind === 'page' ? await sitePage(target.id, path, query) : await movedTo(found, query);
      return answer ?? unknown();
    },

    oldAddress: async (path) => movedTo(await targetOf(path), ''),

    unknown,

    async preview(token) {
      const preview = await previews.open(token);
      if (!preview) {
        const head = hiddenHeadMarkup(pageTitle('Preview'));
        return { kind: 'page', status: 404, parts: { head, body: noPreviewBody(), queries: [] } };
      }
      const { post, expiresAt } = preview;
      const body = await previewBody(post, expiresAt);
      return page({ head: hiddenHeadMarkup(pageTitle(post.title)), body, queries: [] });
    },
  };

  /** The page of a list with a name and an address of its own. */
  function namedPage(
    { name, description, picture }: ReturnType<typeof shownList>,
    list: Page<PostCard>,
    { path, feedPath, structuredData = [], queries }: NamedPage,
  ): ServedPage {
    const cover = firstCover(list.items);
    return page({
      head: website(pageTitle(name), path, {
        description: description ?? SITE_DESCRIPTION,
        feed: { url: `${siteUrl}${feedPath}`, title: `${SITE_NAME}: ${name}` },
        image: picture ? { url: absolute(picture, siteUrl), alt: name } : null,
        firstPicture: cover === null ? null : { url: cover, sizes: CARD_SIZES },
        structuredData,
      }),
      body: listBody(name, list.items, {
        ...{ total: list.total, path, lead: description },
        picture: picture ? listPicture(picture) : '',
      }),
      queries,
    });
  }

  function feedOf({ id, name }: Pick<Category, 'id' | 'name'>): NonNullable<PageHead['feed']> {
    return { url: `${siteUrl}/feed/${id}.xml`, title: `${SITE_NAME}: ${name}` };
  }

  function articleHead(post: Post, creators: readonly string[]): string {
    const picture = post.cardPicture ?? post.featuredImage;
    const description = post.searchDescription ?? post.preview;
    const alt = (post.cardPicture ? null : post.coverDescription) ?? post.title;
    return website(pageTitle(post.searchTitle ?? post.title), postPath(post), {
      description,
      ...(post.canonicalUrl && { canonicalUrl: post.canonicalUrl }),
      isHidden: post.isHiddenFromSearch,
      card: { title: post.cardTitle ?? pageTitle(post.title), description: post.cardText ?? description },
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
      structuredData: articleData(post, siteUrl),
    });
  }
}

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
