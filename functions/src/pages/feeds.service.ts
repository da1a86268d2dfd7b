import { personName } from '@inkwell/shared/format';
import { cut } from '@inkwell/shared/plain-text';
import { POST_LIMITS } from '@inkwell/shared/post-limits';
import { SITE_CLAIM, SITE_NAME } from '@inkwell/shared/site';
import { postPath } from '@inkwell/shared/slug';
import type { CategoryService } from '../categories/categories.service.ts';
import { markdownToHtml } from '../html/markdown-html.ts';
import { firstPublishing, type StoredPost } from '../posts/posts.converter.ts';
import type { PostService } from '../posts/posts.service.ts';
import { type AuthorCache, toAuthor } from '../users/authors.ts';
import { atomFeed, type FeedEntry } from './feed.ts';
import type { PublishedRepository } from './published.repository.ts';
import { robotsText, SITEMAP_MAX_URLS, sitemap, sitemapIndex } from './sitemap.ts';

/** Entries of a feed. */
export const FEED_SIZE = 50;

/**
 * What machines read: feeds and sitemaps, exactly what is published, and robots.txt. Null stands for an address that does
 * not exist.
 */
export interface FeedService {
  /** The newest 50 posts with their texts, of all categories or of one. */
  feed(categoryId: number | null): Promise<string | null>;
  robots(): string;
  /** Every address; beyond 50,000 an index of months. */
  sitemap(): Promise<string>;
  /** The addresses of one month, `2026-11`. */
  monthSitemap(month: string): Promise<string | null>;
}

interface Dependencies {
  readonly published: PublishedRepository;
  readonly posts: PostService;
  readonly categories: CategoryService;
  readonly authors: AuthorCache;
  readonly siteUrl: string;
  readonly now: () => Date;
  /** Addresses in one file; smaller in tests. */
  readonly maxUrls?: number;
}

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

export function createFeedService(dependencies: Dependencies): FeedService {
  const { published, posts: postService, categories, authors, siteUrl, now, maxUrls = SITEMAP_MAX_URLS } = dependencies;

  const addressesOf = (posts: readonly { id: string; title: string; updatedAt: Date }[]) =>
    posts.map((post) => ({ url: `${siteUrl}${postPath(post)}`, modifiedAt: post.updatedAt.toISOString() }));

  async function publishedTotal(): Promise<number> {
    return (await postService.list(null, {}, { limit: 1, after: null })).total;
  }

  async function entries(posts: readonly StoredPost[], categoryNames: ReadonlyMap<number, string>) {
    const names = await authors.getAll(posts.map(({ authorId }) => authorId));
    return posts.map((post): FeedEntry => {
      const url = `${siteUrl}${postPath(post)}`;
      return {
        // The address without the title, which may change; the entry stays the same (RFC 4287 §4.2.6).
        id: `${siteUrl}/posts/${post.id}`,
        title: post.title,
        url,
        author: personName(toAuthor(post.authorId, names.get(post.authorId), null)),
        category: post.categoryId === null ? null : (categoryNames.get(post.categoryId) ?? null),
        summary: cut(post.preview, POST_LIMITS.excerpt),
        html: markdownToHtml(post.content, { siteUrl, pageUrl: url }),
        publishedAt: firstPublishing(post).toISOString(),
        updatedAt: post.updatedAt.toISOString(),
      };
    });
  }

  return {
    async feed(categoryId) {
      const [posts, all] = await Promise.all([published.newest(FEED_SIZE, categoryId ?? undefined), categories.list()]);
      const category = all.find(({ id }) => id === categoryId);
      if (categoryId !== null && !category) return null;
      return atomFeed({
        title: category ? `${SITE_NAME}: ${category.name}` : SITE_NAME,
        subtitle: category?.description ?? SITE_CLAIM,
        url: category ? `${siteUrl}/feed/${category.id}.xml` : `${siteUrl}/feed.xml`,
        pageUrl: category ? `${siteUrl}/posts?category=${category.id}` : `${siteUrl}/`,
        createdAt: now().toISOString(),
        entries: await entries(posts, new Map(all.map(({ id, name }) => [id, name]))),
      });
    },

    robots: () => robotsText(siteUrl),

    async sitemap() {
      const [total, all] = await Promise.all([publishedTotal(), categories.list()]);
      const fixed = ['/', '/posts', '/categories', ...all.map(({ id }) => `/posts?category=${id}`)].map((path) => ({
        url: `${siteUrl}${path}`,
        modifiedAt: null,
      }));
      if (total + fixed.length <= maxUrls) {
        return sitemap([...fixed, ...addressesOf(await published.addresses(maxUrls - fixed.length))]);
      }

      const first = (await published.firstPublishedAt()) ?? now();
      return sitemapIndex(monthsBetween(first, now()).map((month) => `${siteUrl}/sitemap/${month}.xml`));
    },

    async monthSitemap(month) {
      const [, year, number] = MONTH.exec(month) ?? [];
      if (year === undefined || number === undefined) return null;
      const from = new Date(Date.UTC(Number(year), Number(number) - 1));
      const to = new Date(Date.UTC(Number(year), Number(number)));
      return sitemap(addressesOf(await published.addresses(maxUrls, { from, to })));
    },
  };
}

/** Every month from one time to another, both included: `2025-12`, `2026-01`. */
export function monthsBetween(from: Date, to: Date): string[] {
  const months: string[] = [];
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth()));
  while (month <= to) {
    months.push(month.toISOString().slice(0, 7));
    month.setUTCMonth(month.getUTCMonth() + 1);
  }
  return months;
}
