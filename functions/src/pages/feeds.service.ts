import { setImmediate } from 'node:timers/promises';
import { withFrontMatter } from '@inkwell/formats/exported-front-matter';
import { authorPath, bylinePath } from '@inkwell/shared/bylines';
import type { Category } from '@inkwell/shared/categories';
import { AppError } from '@inkwell/shared/errors';
import { personName } from '@inkwell/shared/format';
import { createBudget } from '@inkwell/shared/markdown/budget';
import { archivePath } from '@inkwell/shared/newsletter-archive';
import { cut } from '@inkwell/shared/plain-text';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { categoryPath, postPath, seriesPath, sitePagePath, slugPath, tagPath } from '@inkwell/shared/slug';
import type { AuthorService } from '../authors/authors.service.ts';
import type { CategoryService } from '../categories/categories.service.ts';
import { createResponseCache } from '../common/response-cache.ts';
import { markdownToHtml } from '../html/markdown-html.ts';
import type { StoredList } from '../named-lists/named-lists.converter.ts';
import type { ArchiveService } from '../newsletter-issues/archive.service.ts';
import { type PostAddress, SHARDS_PER_MONTH } from '../posts/addresses/published-addresses.repository.ts';
import { authorIdsOf, authorsOf, firstPublishing, type StoredPost, shownTags } from '../posts/posts.converter.ts';
import type { PostGroup } from '../posts/posts.repository.ts';
import type { PostService } from '../posts/posts.service.ts';
import type { SeriesService } from '../series/series.service.ts';
import type { SitePageService } from '../site-pages/site-pages.service.ts';
import type { TagCache } from '../tags/tag-names.ts';
import type { TagService } from '../tags/tags.service.ts';
import type { AuthorCache } from '../users/authors.ts';
import { FEED_FORMATS, type FeedEntry, type FeedFormat, type FeedFormatName, feedBases, feedPath } from './feed.ts';
import { link, markdownPath, postLine } from './markdown.ts';
import type { PublishedRepository } from './published.repository.ts';
import { robotsText, sitemap, sitemapIndex } from './sitemap.ts';

export const FEED_SIZE = 50;
/** The newest posts are included in full while they fit into this size, both as stored and as sent. The others have excerpts. */
export const FEED_BYTES = 1_000_000;
/** The cache for the texts of all feeds, keyed by their last change. An instance has 512 MiB. */
const KNOWN_TEXTS = { bytes: 8_000_000, forMs: 3_600_000 } as const;

/** The number of posts listed in `sitemap.xml` itself. */
const MAX_POSTS = 100;
/** The number of tags, series and authors (largest first), of site pages and of newsletter issues in a sitemap. */
const LISTED = { tags: 1_000, series: 200, authors: 500, pages: 500, issues: 500 } as const;

/** The maximum number of documents read for the sitemap itself or the file of lists; an author is two. */
export const SITEMAP_DOCUMENTS =
  MAX_POSTS + LISTED.tags + LISTED.series + 2 * LISTED.authors + LISTED.pages + LISTED.issues;

/** The maximum number of documents read for `llms.txt`, without the categories. */
export const LLMS_DOCUMENTS = FEED_SIZE + LISTED.pages;

/** The file with the addresses of lists. */
const LISTS = 'lists';

/** The maximum for a file of the index. */
export const sitemapPartDocuments = (name: string): number => (name === LISTS ? SITEMAP_DOCUMENTS : SHARDS_PER_MONTH);

type MadeFeed = string | { readonly movedTo: string } | null;

/** Feeds of at most 1 MB, sitemaps and robots.txt, with published posts only. Null means that the address does not exist. */
export interface FeedService {
  /** The newest 50 posts of all categories or of one; for a merged category, its address. */
  feed(categoryId: number | null, format: FeedFormatName): Promise<MadeFeed>;
  /** The same for a tag; its address, if it has another slug by now. */
  tagFeed(slug: string, format: FeedFormatName): Promise<MadeFeed>;
  /** The same for a series. */
  seriesFeed(slug: string, format: FeedFormatName): Promise<MadeFeed>;
  /** The same for an author with published posts. */
  authorFeed(id: string, format: FeedFormatName): Promise<MadeFeed>;
  robots(): Promise<string>;
  /** `llms.txt` (llmstxt.org): the newest 50 posts, the categories and pages, as Markdown. */
  llms(): Promise<string>;
  /** The newest posts as Markdown, as many as fit into 1 MB. */
  llmsFull(): Promise<string>;
  /** All addresses, or an index of months if there are more than 100 posts. */
  sitemap(): Promise<string>;
  /** A file of the index: `lists`, or a month such as `2026-11` with the 50,000 most recently changed addresses. */
  sitemapPart(name: string): Promise<string | null>;
}

interface Dependencies {
  readonly published: PublishedRepository;
  readonly posts: PostService;
  readonly sitePages: Pick<SitePageService, 'forSearch'>;
  readonly archive: Pick<ArchiveService, 'forSearch'>;
  readonly categories: CategoryService;
  readonly tags: Pick<TagService, 'list' | 'named'>;
  readonly series: Pick<SeriesService, 'list' | 'named'>;
  readonly tagNames: TagCache;
  readonly authors: AuthorCache;
  readonly authorPages: Pick<AuthorService, 'byId' | 'withPosts'>;
  readonly site: () => Promise<SiteSettings>;
  readonly siteUrl: string;
  readonly now: () => Date;
  /** The number of posts listed in `sitemap.xml` itself; fewer in tests. */
  readonly maxPosts?: number;
}

/** The posts of a feed. */
interface ListOfFeed {
  /** Null for all posts. */
  readonly name: string | null;
  /** Null for the tag line. */
  readonly subtitle: string | null;
  /** See `feedBases`. */
  readonly base: string | null;
  /** The path of the page with the same posts. */
  readonly page: string;
}

const WHOLE_SITE: ListOfFeed = { name: null, subtitle: null, base: null, page: '/' };

const MONTH = /^([1-9]\d{3})-(0[1-9]|1[0-2])$/;

export function createFeedService({
  published,
  posts: postService,
  sitePages,
  archive,
  categories,
  tags,
  series,
  tagNames,
  authors,
  authorPages,
  site: currentSite,
  siteUrl,
  now,
  maxPosts = MAX_POSTS,
}: Dependencies): FeedService {
  const entriesOf = (posts: readonly PostAddress[]) =>
    posts.map(({ id, slug, updatedAt }) => ({
      url: `${siteUrl}${slugPath(id, slug)}`,
      modifiedAt: updatedAt.toISOString(),
    }));

  async function publishedTotal(): Promise<number> {
    return (await postService.list(null, {}, { limit: 1, after: null })).total;
  }

  async function lists() {
    const ofCategories = (await categories.list()).map((category) => categoryPath(category));
    const { items } = await tags.list({ limit: LISTED.tags, after: null });
    const ofTags = items.map(({ slug }) => tagPath(slug));
    const ofSeries = (await series.list({ limit: LISTED.series, after: null })).items.map(({ slug }) =>
      seriesPath(slug),
    );
    const ofAuthors = (await authorPages.withPosts(LISTED.authors)).map(authorPath);
    const paths = ['/', '/posts', '/categories', ...ofCategories, ...ofTags, ...ofSeries, ...ofAuthors];
    const ofPages = (await sitePages.forSearch(LISTED.pages)).map(({ slug, updatedAt }) => ({
      url: siteUrl + sitePagePath(slug),
      modifiedAt: updatedAt.toISOString(),
    }));
    const issues = await archive.forSearch(LISTED.issues);
    if (issues) paths.push(archivePath(), ...issues.map(({ slug }) => archivePath(slug)));
    return [...paths.map((path) => ({ url: siteUrl + path, modifiedAt: null })), ...ofPages];
  }

  const texts = createResponseCache<string>({
    clock: { now },
    forMs: KNOWN_TEXTS.forMs,
    maxBytes: KNOWN_TEXTS.bytes,
    bytesOf: (text) => 2 * text.length,
  });

  /** A post's text, rendered once for all feeds with the post. */
  async function textOf({ id, content, math, updatedAt }: StoredPost, url: string): Promise<string> {
    const key = JSON.stringify([url, updatedAt]);
    const known =
      texts.find(key) ??
      texts.make(key, id, async () => {
        // Lets other requests run between two texts.
        await setImmediate();
        return markdownToHtml(content, { siteUrl, pageUrl: url, math });
      });
    return known;
  }

  /** The feed of posts, the first ones in full. */
  async function feedText(
    { name, subtitle, base, page }: ListOfFeed,
    posts: readonly StoredPost[],
    format: FeedFormatName,
  ): Promise<string> {
    const { write, bytesOf }: FeedFormat = FEED_FORMATS[format];
    const [site, all] = await Promise.all([currentSite(), categories.list()]);
    const short = await entries(posts, new Map(all.map(({ id, name }) => [id, name])));
    const feedWith = (shown: readonly FeedEntry[]) =>
      write({
        title: name === null ? site.name : `${site.name}: ${name}`,
        subtitle: subtitle ?? site.tagLine,
        language: site.language,
        createdAt: now().toISOString(),
        entries: shown,
        url: siteUrl + feedPath(base, format),
        pageUrl: siteUrl + page,
      });
    const room = createBudget(FEED_BYTES - Buffer.byteLength(feedWith(short)));
    const whole: FeedEntry[] = [];
    for (const [index, post] of posts.entries()) {
      const entry = short[index];
      const content = entry && post.content.length <= room.left ? await textOf(post, entry.url) : null;
      if (!entry || content === null || !room.take(Math.max(bytesOf(content), post.content.length))) break;
      whole.push({ ...entry, content });
    }
    return feedWith([...whole, ...short.slice(whole.length)]);
  }

  async function entries(posts: readonly StoredPost[], categoryNames: ReadonlyMap<number, string>) {
    const [names, byTag] = await Promise.all([
      authors.getAll(posts.flatMap(authorIdsOf)),
      tagNames.getAll(posts.flatMap(({ tagIds }) => tagIds)),
    ]);
    return posts.map((post): FeedEntry => {
      const url = `${siteUrl}${postPath(post)}`;
      return {
        // Without the title, because ids must not change (RFC 4287 §4.2.6).
        id: `${siteUrl}/posts/${post.id}`,
        title: post.title,
        url,
        authors: authorsOf(post, names, null).map((author) => {
          const path = bylinePath(author, post);
          return { name: personName(author), url: path && siteUrl + path };
        }),
        categories: [
          ...(post.categoryId === null ? [] : [categoryNames.get(post.categoryId) ?? []].flat()),
          ...shownTags(post, { tags: byTag, viewer: null }).map(({ name }) => name),
        ],
        summary: cut(post.preview, POST_LIMITS.excerpt),
        language: post.language,
        content: null,
        publishedAt: firstPublishing(post).toISOString(),
        updatedAt: post.updatedAt.toISOString(),
      };
    });
  }

  const postsForSearch = async () =>
    (await published.newest(FEED_SIZE, {})).filter(({ isHiddenFromSearch }) => !isHiddenFromSearch);

  /** The feed of a list with its own address; null without posts. */
  async function feedOf(
    { name, description }: StoredList,
    group: PostGroup,
    { page, asked, format }: { readonly page: string; readonly asked: string; readonly format: FeedFormatName },
  ): Promise<MadeFeed> {
    const posts = await published.newest(FEED_SIZE, group);
    if (posts.length === 0) return null;
    const base = feedBases.list(page);
    if (asked !== page) return { movedTo: feedPath(base, format) };
    return feedText({ name, subtitle: description, base, page }, posts, format);
  }

  /** The target of a merged category; null for an unknown one. */
  async function remaining(id: number): Promise<Category | null> {
    try {
      return await categories.byId(id);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return null;
      throw error;
    }
  }

  return {
    async feed(asked, format) {
      if (asked === null) return feedText(WHOLE_SITE, await published.newest(FEED_SIZE, {}), format);
      const all = await categories.list();
      const category = all.find(({ id }) => id === asked) ?? (await remaining(asked));
      if (!category) return null;
      const { id, name, description } = category;
      const base = feedBases.category(category);
      if (id !== asked) return { movedTo: feedPath(base, format) };
      const posts = await published.newest(FEED_SIZE, { categoryId: id });
      return feedText({ name, subtitle: description, base, page: categoryPath(category) }, posts, format);
    },

    async tagFeed(slug, format) {
      const tag = await tags.named(slug);
      return tag && feedOf(tag, { tagId: tag.id }, { page: tagPath(tag.slug), asked: tagPath(slug), format });
    },

    async seriesFeed(slug, format) {
      const found = await series.named(slug);
      const paths = found && { page: seriesPath(found.slug), asked: seriesPath(slug), format };
      return paths && feedOf(found, { seriesId: found.id }, paths);
    },

    async authorFeed(id, format) {
      const author = await authorPages.byId(id);
      if (!author) return null;
      const { name } = author;
      const posts = await published.newest(FEED_SIZE, { authorId: author.id });
      const list = { name, subtitle: `Posts by ${name}`, base: feedBases.author(author), page: authorPath(author) };
      return feedText(list, posts, format);
    },

    async llms() {
      const [posts, all, pages, site] = await Promise.all([
        postsForSearch(),
        categories.list(),
        sitePages.forSearch(LISTED.pages),
        currentSite(),
      ]);
      const section = <T>(title: string, items: readonly T[], lineOf: (item: T) => string) =>
        items.length === 0 ? [] : [`## ${title}\n\n${items.map(lineOf).join('\n')}`];
      const file = (text: string, path: string) => `- ${link(text, siteUrl + markdownPath(path))}`;
      return [
        `# ${site.name}`,
        `> ${site.descriptions.long.replace(/\s+/g, ' ')}`,
        ...section('Posts', posts, (post) => postLine(post, siteUrl)),
        ...section('Categories', all, (category) => file(category.name, categoryPath(category))),
        ...section('Pages', pages, ({ title, slug }) => file(title, sitePagePath(slug))),
        '## Optional',
        [
          `- ${link('The texts of the newest posts', `${siteUrl}/llms-full.txt`)}`,
          `- ${link('All addresses', `${siteUrl}/sitemap.xml`)}`,
        ].join('\n'),
        '',
      ].join('\n\n');
    },

    async llmsFull() {
      const [posts, site] = await Promise.all([postsForSearch(), currentSite()]);
      const short = await entries(posts, new Map());
      const room = createBudget(FEED_BYTES);
      const texts: string[] = [];
      for (const [index, { title, content, language, canonicalUrl }] of posts.entries()) {
        const { authors: by = [], publishedAt, url } = short[index] ?? {};
        const facts = {
          title,
          date: publishedAt,
          authors: by.map(({ name }) => name),
          language,
          canonical: canonicalUrl ?? url,
        };
        const text = withFrontMatter(facts, content);
        if (!room.take(Buffer.byteLength(text))) break;
        texts.push(text);
      }
      return [`# ${site.name}\n`, ...texts].join('\n');
    },

    robots: async () => robotsText(siteUrl, (await currentSite()).robots),

    async sitemap() {
      if ((await publishedTotal()) <= maxPosts) {
        return sitemap([...(await lists()), ...entriesOf(await published.newestAddresses(maxPosts))]);
      }
      const first = (await published.firstPublishedAt()) ?? now();
      const files = [LISTS, ...monthsBetween(first, now())];
      return sitemapIndex(files.map((file) => `${siteUrl}/sitemap/${file}.xml`));
    },

    async sitemapPart(month) {
      if (month === LISTS) return sitemap(await lists());
      const [, year, number] = MONTH.exec(month) ?? [];
      if (year === undefined || number === undefined) return null;
      const from = new Date(Date.UTC(Number(year), Number(number) - 1));
      // Firestore could not store the end of the very last month either.
      if (from > now()) return null;
      return sitemap(entriesOf(await published.addressesOf(month)));
    },
  };
}

/** Every month of a period, including the first and last: `2025-12`, `2026-01`. */
export function monthsBetween(from: Date, to: Date): string[] {
  const months: string[] = [];
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth()));
  while (month <= to) {
    months.push(month.toISOString().slice(0, 7));
    month.setUTCMonth(month.getUTCMonth() + 1);
  }
  return months;
}
