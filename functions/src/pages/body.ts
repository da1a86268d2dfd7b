import { CATEGORIES_LEAD, type Category } from '@inkwell/shared/categories';
import { counted, longDate, personName, readingTime, shortDate } from '@inkwell/shared/format';
import { CARD_SIZES, COVER_SIZES } from '@inkwell/shared/images';
import type { WrittenField } from '@inkwell/shared/post-fields';
import type { Post, PostCard } from '@inkwell/shared/posts';
import { LANDING_HERO, SITE_NAME } from '@inkwell/shared/site';
import { postPath } from '@inkwell/shared/slug';
import { WELCOME_BACK } from '@inkwell/shared/welcome';
import { articleToHtml } from '../html/article-html.ts';
import { escapeHtml } from '../html/escape.ts';
import { imageMarkup } from '../html/markdown-html.ts';

/*
 * What readers see until the app has started, and all that those see who run no script: plain, semantic HTML in the
 * measures of the app (web/src/styles/served.css), so that nothing jumps when the app takes over.
 */

const HEADER = `<header class="served-header"><nav class="container" aria-label="Main"><a class="served-brand" href="/">${escapeHtml(SITE_NAME)}</a> <a href="/posts">Posts</a> <a href="/categories">Categories</a></nav></header>`;

const page = (main: string, className = 'served-page'): string =>
  `${HEADER}<main class="container ${className}">${main}</main>`;

/**
 * What an article says between category and author, in this order. A field that editors write has its words here, or null, or a
 * place of its own in the article; undecided, it does not compile. The app has the same: post-article.tsx.
 */
const ARTICLE_WORDS: Readonly<
  Record<
    Exclude<WrittenField, 'featuredImage' | 'categoryId' | 'content' | 'isPublished'>,
    ((post: Post) => string) | null
  >
> = {
  title: ({ title }) => `<h1 dir="auto">${escapeHtml(title)}</h1>`,
  excerpt: ({ excerpt }) => (excerpt ? `<p class="served-excerpt" dir="auto">${escapeHtml(excerpt)}</p>` : ''),
};

/** @param above stands before the article, as markup */
export async function articleBody(post: Post, above = ''): Promise<string> {
  const published = post.publishedAt ?? post.createdAt;
  const category = post.category
    ? `<a href="/posts?category=${post.category.id}">${escapeHtml(post.category.name)}</a>`
    : '';
  const words = Object.values(ARTICLE_WORDS).map((wordsOf) => wordsOf?.(post) ?? '');
  const picture = post.featuredImage ? `<div class="served-figure">${coverMarkup(post.featuredImage)}</div>` : '';
  const views = counted(post.viewCount, 'view', 'views');
  return page(
    `${above}<article><header class="served-text"><div class="served-label served-category">${category}</div>${words.join('')}` +
      `<div class="served-author">${portraitMarkup(post.author.profileImageUrl)}<div>` +
      `<p class="served-name">${escapeHtml(personName(post.author))}</p><p class="served-facts">` +
      `<time datetime="${published}">${longDate(published)}</time> <span>${views}</span>${minutesMarkup(post)}</p></div></div></header>` +
      `${picture}<div class="served-text served-content" dir="auto"><div class="markdown markdown-deferred" data-post="${escapeHtml(post.id)}">${await articleToHtml(post.content)}</div></div></article>`,
  );
}

/** What visitors see first of the landing page, then the popular posts; who was signed in before sees a welcome in their place. */
export const homeBody = (popular: readonly PostCard[]): string =>
  page(
    `<section class="served-hero"><p class="served-label">${escapeHtml(LANDING_HERO.kicker)}</p><h1>${escapeHtml(LANDING_HERO.title)}</h1>` +
      `<p class="served-excerpt">${escapeHtml(LANDING_HERO.lead)}</p></section>` +
      `<section><h2>Popular Blogs</h2>${postList(popular)}</section>` +
      `<div class="served-welcome" hidden><p>${escapeHtml(WELCOME_BACK.title)}</p><p>${escapeHtml(WELCOME_BACK.lead)}</p></div>`,
    'served-home',
  );

/** A list with its head, as the app draws it. `total` counts all of its posts, `path` is its own address. */
export const listBody = (
  title: string,
  posts: readonly PostCard[],
  { total, path }: { total: number; path: string },
): string => {
  const all = path === '/posts' ? '' : '<a class="served-button served-quiet" href="/posts">All Posts</a>';
  const head =
    `<header class="served-head"><div><h1 dir="auto">${escapeHtml(title)}</h1>` +
    `<p class="served-count">${counted(total, 'post', 'posts')}</p></div>` +
    `<div class="served-actions">${all}<a class="served-button" href="${path}"><span></span>Refresh</a></div></header>`;
  const cards = posts.map((post, index) => card(post, index === 0)).join('');
  return page(head + (cards && `<ul class="card-grid">${cards}</ul>`));
};

/** The first picture of a list: the largest thing on a phone's screen. */
export const firstCover = (posts: readonly PostCard[]): string | null => posts[0]?.featuredImage ?? null;

/** Nothing, as in the app, where nobody has counted yet. */
const minutesMarkup = ({ readingMinutes }: PostCard, className?: string): string =>
  readingMinutes > 0 ? `<span${className ? ` class="${className}"` : ''}>${readingTime(readingMinutes)}</span>` : '';

/** What stays of a card's picture where there is none is the colour of its category. */
function card(post: PostCard, isFirst: boolean): string {
  const path = escapeHtml(postPath(post));
  const title = escapeHtml(post.title);
  const published = post.publishedAt ?? post.createdAt;
  const color = escapeHtml(post.category?.color ?? 'indigo');
  const cover = post.featuredImage
    ? imageMarkup(post.featuredImage, {
        alt: '',
        sizes: CARD_SIZES,
        attributes: isFirst ? 'fetchpriority="high"' : 'loading="lazy"',
      })
    : `<span class="served-drawn" data-theme-color="${color}"></span>`;
  const badge = post.category
    ? `<a class="served-badge" data-theme-color="${color}" href="/posts?category=${post.category.id}" dir="auto">${escapeHtml(post.category.name)}</a>`
    : '';
  return (
    `<li><article class="served-card"><div class="served-cover">${cover}</div><div class="served-words"><div class="served-labels">${badge}${minutesMarkup(post, 'served-minutes')}</div>` +
    `<h2 dir="auto"><a href="${path}">${title}</a></h2><p class="served-preview" dir="auto">${escapeHtml(post.preview)}</p>` +
    `<div class="served-meta"><span class="served-face"></span><b dir="auto">${escapeHtml(personName(post.author))}</b>` +
    `<time datetime="${published}">${shortDate(published)}</time></div>` +
    `<div class="served-meta served-foot"><span>${counted(post.viewCount, 'view', 'views')}</span>` +
    `<a class="served-more" href="${path}">Read More <span class="visually-hidden">: ${title}</span></a></div></div></article></li>`
  );
}

function postList(posts: readonly PostCard[]): string {
  const items = posts.map(
    (post) =>
      `<li><h3 dir="auto"><a href="${escapeHtml(postPath(post))}">${escapeHtml(post.title)}</a></h3>` +
      `<p dir="auto">${escapeHtml(post.preview)}</p><p class="served-byline">${escapeHtml(personName(post.author))}</p></li>`,
  );
  return items.length > 0 ? `<ul class="served-list">${items.join('')}</ul>` : '';
}

export function categoriesBody(categories: readonly Category[]): string {
  const items = categories.map(
    ({ id, name, color, description, postCount }) =>
      `<li><div class="served-category-card" data-theme-color="${escapeHtml(color ?? 'indigo')}"><span></span>` +
      `<h2 dir="auto"><a href="/posts?category=${id}">${escapeHtml(name)}</a></h2>` +
      `${description ? `<p class="served-preview" dir="auto">${escapeHtml(description)}</p>` : ''}` +
      `<p class="served-tone">${counted(postCount, 'post', 'posts')}</p></div></li>`,
  );
  const head = `<header class="served-head"><div><h1>Categories</h1><p class="served-lead">${escapeHtml(CATEGORIES_LEAD)}</p></div></header>`;
  return page(`${head}<ul class="served-categories">${items.join('')}</ul>`, 'served-page served-categories-page');
}

/** A post for those who have a preview link, with the day on which that ends. */
export const previewBody = (post: Post, expiresAt: string): Promise<string> =>
  articleBody(
    post,
    `<p class="served-text served-note" role="note"><strong>Preview.</strong> The post as it stands now${post.isPublished ? '' : ', not published yet'}. ` +
      `This link works until <time datetime="${expiresAt}">${longDate(expiresAt)}</time>.</p>`,
  );

export const noPreviewBody = (): string =>
  page(
    `<h1>Preview Not Found</h1><p>This preview link has ended or never was one. Ask whoever gave it to you for a new one.</p>`,
  );

export const notFoundBody = (): string =>
  page(
    `<h1>Post Not Found</h1><p>The post you're looking for doesn't exist or has been removed.</p>` +
      `<p><a href="/posts">Back to Posts</a></p>`,
  );

/**
 * As large as the app's, so that the picture below keeps its place: moved, it would be painted as a new one. Lazy, because that
 * picture needs the line to itself.
 */
const portraitMarkup = (url: string | null): string =>
  `<span class="served-portrait">${url ? imageMarkup(url, { alt: '', sizes: '48px', attributes: 'loading="lazy"' }) : ''}</span>`;

/** The picture above the article: the largest thing on screen, so it is asked for first. */
const coverMarkup = (url: string): string =>
  imageMarkup(url, { alt: '', sizes: COVER_SIZES, attributes: 'fetchpriority="high"' });
