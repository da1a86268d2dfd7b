import { authorPath } from '@inkwell/shared/bylines';
import type { Category } from '@inkwell/shared/categories';
import { CARD_SIZES, LEAD_SIZES } from '@inkwell/shared/images';
import { hasLeadStory } from '@inkwell/shared/lead-story';
import { archivePath } from '@inkwell/shared/newsletter-archive';
import { plainText } from '@inkwell/shared/plain-text';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import type { PostCard } from '@inkwell/shared/posts';
import { type SearchChoice, searchKey, searchPath } from '@inkwell/shared/search-key';
import { served, servedQueries } from '@inkwell/shared/served';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { categoryPath, seriesPath, tagPath } from '@inkwell/shared/slug';
import type { Page } from '../../common/paging.ts';
import { type StoredList, shownList } from '../../named-lists/named-lists.converter.ts';
import { foundPosts } from '../../search/search.service.ts';
import { feedBases } from '../feed.ts';
import type { PageHead } from '../head.ts';
import { listMarkdown } from '../markdown.ts';
import type { PageParts } from '../shell.ts';
import { absolute, authorData, seriesData, siteData } from '../structured-data.ts';
import {
  askedFor,
  categoryOf,
  currentlyAt,
  FIRST,
  firstPage,
  newestOf,
  newestOfAll,
  notFoundPage,
  type PageContext,
  page,
  type ServedPage,
  unknownPage,
  unlessMissing,
  VISITOR,
  website,
} from './served-page.ts';

/** Popular and new posts. */
export async function homePage({ posts, site: currentSite, siteUrl }: PageContext): Promise<ServedPage> {
  const [popular, latest, site] = await Promise.all([
    posts.popular(VISITOR, POST_LIMITS.popular),
    posts.list(VISITOR, {}, { limit: POST_LIMITS.newest, after: null }),
    currentSite(),
  ]);
  return page({
    head: website(site, null, { path: '/', siteUrl, structuredData: [siteData(site, siteUrl)] }),
    url: '/',
    queries: [
      served(servedQueries.popularPosts, [], popular),
      served(servedQueries.newestPosts, [], [...latest.items]),
    ],
  });
}

export async function searchPage(choice: SearchChoice, context: PageContext): Promise<ServedPage> {
  const [answer, site] = await Promise.all([
    choice.q === ''
      ? null
      : context.search.search(VISITOR, {
          q: choice.q,
          limit: POST_LIMITS.search,
          order: choice.sort ?? 'best',
          categoryId: choice.category,
          tagSlug: choice.tag,
          authorId: choice.author,
          year: choice.year,
        }),
    context.site(),
  ]);
  const found = answer && foundPosts(answer);
  return listPage(site, found?.items ?? [], {
    title: choice.q === '' ? 'Search' : `Search: ${choice.q}`,
    path: '/search',
    siteUrl: context.siteUrl,
    isHidden: true,
    url: searchPath(choice),
    queries: found ? [{ queryKey: searchKey(choice), data: found }] : [],
  });
}

export async function postsPage(categoryId: number | null, context: PageContext): Promise<ServedPage> {
  const [list, all, site] = await Promise.all([
    categoryId === null ? newestOfAll(context) : newestOf(context, { categoryId }),
    context.categories.list(),
    context.site(),
  ]);
  const category = all.find(({ id }) => id === categoryId);
  if (categoryId !== null && !category) {
    const remaining = await categoryOf(context, categoryId);
    return remaining ? { kind: 'moved', to: `/posts?category=${remaining.id}`, status: 301 } : notFoundPage(context);
  }
  const title = category?.name ?? 'All Posts';
  const path = category ? `/posts?category=${category.id}` : '/posts';
  return listPage(site, list.items, {
    title,
    path,
    hasLead: !category,
    siteUrl: context.siteUrl,
    ...(category?.description && { description: category.description }),
    // The same list has its own address (decision 28).
    ...(category && {
      canonicalUrl: `${context.siteUrl}${categoryPath(category)}`,
      feed: feedOf(category, site),
    }),
    queries: [
      served(servedQueries.postList, [{ categoryId }], firstPage(list)),
      served(servedQueries.categories, [], all),
    ],
  });
}

export async function categoriesPage(context: PageContext): Promise<ServedPage> {
  const [all, site] = await Promise.all([context.categories.list(), context.site()]);
  return page({
    head: website(site, 'Categories', { path: '/categories', siteUrl: context.siteUrl }),
    url: '/categories',
    queries: [served(servedQueries.categories, [], all)],
  });
}

export async function categoryPage(id: number, slug: string | undefined, context: PageContext): Promise<ServedPage> {
  const category = await categoryOf(context, id);
  if (!category) return unknownPage(context, slug);
  const path = categoryPath(category);
  if (askedFor('/categories', id, slug) !== path) return currentlyAt(path);

  const filter = { categoryId: category.id };
  const [list, site] = await Promise.all([newestOf(context, filter), context.site()]);
  return listPage(site, list.items, {
    title: category.name,
    path,
    siteUrl: context.siteUrl,
    ...(category.description && { description: category.description }),
    feed: feedOf(category, site),
    queries: [
      served(servedQueries.category, [category.id], category),
      served(servedQueries.postList, [filter], firstPage(list)),
    ],
  });
}

export async function authorPage(id: string, slug: string | undefined, context: PageContext): Promise<ServedPage> {
  const author = await context.authorPages.byId(id);
  if (!author) return unknownPage(context, slug);
  const path = authorPath(author);
  if (askedFor('/authors', id, slug) !== path) return currentlyAt(path);

  const [list, site] = await Promise.all([newestOf(context, { authorId: author.id }), context.site()]);
  const about = author.text && plainText(author.text).replace(/\s+/g, ' ').trim();
  return listPage(site, list.items, {
    title: author.name,
    path,
    hasLead: hasLeadStory(list.total),
    siteUrl: context.siteUrl,
    description: about || `Posts by ${author.name}`,
    feed: { title: author.name, base: feedBases.author(author) },
    structuredData: [authorData(author, context.siteUrl)],
    queries: [
      served(servedQueries.author, [id], author),
      served(servedQueries.postList, [{ authorId: author.id }], firstPage(list)),
    ],
  });
}

export async function archivePage(context: PageContext): Promise<ServedPage> {
  const [list, site] = await Promise.all([unlessMissing(context.archive.list(FIRST)), context.site()]);
  if (!list) return unknownPage(context);
  return page({
    head: website(site, 'Newsletter', { path: archivePath(), siteUrl: context.siteUrl }),
    url: archivePath(),
    queries: [served(servedQueries.archive, [], firstPage(list))],
  });
}

interface ListPage extends Partial<PageHead>, Pick<PageParts, 'queries'> {
  readonly title: string;
  readonly path: string;
  readonly siteUrl: string;
  /** Whether the first post is the lead story, if it has a picture. */
  readonly hasLead?: boolean;
  /** The page's state, if it differs from its canonical address. */
  readonly url?: string;
}

/** A page with a list of posts. The first post has the largest picture of a phone's screen. */
function listPage(
  site: SiteSettings,
  shown: readonly PostCard[],
  { title, path, url = path, siteUrl, hasLead = false, queries, ...head }: ListPage,
): ServedPage {
  const cover = shown[0]?.featuredImage;
  const sizes = hasLead ? LEAD_SIZES : CARD_SIZES;
  return page({
    head: website(site, title, { path, siteUrl, ...(cover && { firstPicture: { url: cover, sizes } }), ...head }),
    url,
    queries,
    asMarkdown: () =>
      listMarkdown({ title, description: head.description ?? null, canonical: siteUrl + path }, shown, siteUrl),
  });
}

type ShownList = ReturnType<typeof shownList>;

/** The differences between the pages of tags and series. */
interface NamedListPage {
  readonly named: (slug: string, context: PageContext) => Promise<StoredList | null>;
  readonly list: (id: string, context: PageContext) => Promise<Page<PostCard>>;
  readonly path: (slug: string) => string;
  /** Whether a list with this many posts has a lead story; by default, none has. */
  readonly hasLead?: (total: number) => boolean;
  readonly dataOf?: (shown: ShownList, items: readonly PostCard[], siteUrl: string) => object;
  readonly queries: (shown: ShownList, list: Page<PostCard>) => PageParts['queries'];
}

export const TAG: NamedListPage = {
  named: (slug, { tags }) => tags.named(slug),
  list: (tagId, context) => newestOf(context, { tagId }),
  path: tagPath,
  hasLead: hasLeadStory,
  queries: (tag, list) => [
    served(servedQueries.tag, [tag.slug], tag),
    served(servedQueries.postList, [{ tag: tag.slug }], firstPage(list)),
  ],
};

export const SERIES: NamedListPage = {
  named: (slug, { series }) => series.named(slug),
  list: (id, { posts }) => posts.listSeries(VISITOR, id, FIRST),
  path: seriesPath,
  dataOf: seriesData,
  queries: (series, list) => [
    served(servedQueries.series, [series.slug], series),
    served(servedQueries.postList, [{ series: series.slug }], firstPage(list)),
  ],
};

/** The page of a list with its own name and address. */
export async function namedListPage(asked: string, kind: NamedListPage, context: PageContext): Promise<ServedPage> {
  const { siteUrl } = context;
  const found = await kind.named(asked, context);
  const list = found && (await kind.list(found.id, context));
  if (!list || list.items.length === 0) return unknownPage(context, asked);
  const path = kind.path(found.slug);
  if (kind.path(asked) !== path) return currentlyAt(path);
  const shown = shownList({ ...found, postCount: list.total });
  const { name, description, picture } = shown;
  const site = await context.site();
  return listPage(site, list.items, {
    title: name,
    path,
    siteUrl,
    hasLead: kind.hasLead?.(list.total) ?? false,
    ...(description && { description }),
    feed: { base: feedBases.list(path), title: `${site.name}: ${name}` },
    ...(picture && { image: { url: absolute(picture, siteUrl), alt: name } }),
    ...(kind.dataOf && { structuredData: [kind.dataOf(shown, list.items, siteUrl)] }),
    queries: kind.queries(shown, list),
  });
}

function feedOf(category: Category, site: SiteSettings): NonNullable<PageHead['feed']> {
  return { base: feedBases.category(category), title: `${site.name}: ${category.name}` };
}
