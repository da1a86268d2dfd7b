import type { Category } from '@inkwell/shared/categories';
import { counted, longDate } from '@inkwell/shared/format';
import { COVER_SIZES } from '@inkwell/shared/images';
import type { WrittenField } from '@inkwell/shared/post-fields';
import type { Post, PostCard } from '@inkwell/shared/posts';
import { LANDING_HERO, SITE_NAME } from '@inkwell/shared/site';
import { postPath } from '@inkwell/shared/slug';
import { personName } from '@inkwell/shared/users';
import { escapeHtml } from '../html/escape.ts';
import { imageMarkup, markdownToHtml } from '../html/markdown-html.ts';

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

export function articleBody(post: Post): string {
  const published = post.publishedAt ?? post.createdAt;
  const category = post.category
    ? `<a href="/posts?category=${post.category.id}">${escapeHtml(post.category.name)}</a>`
    : '';
  const words = Object.values(ARTICLE_WORDS).map((wordsOf) => wordsOf?.(post) ?? '');
  const picture = post.featuredImage ? `<div class="served-figure">${coverMarkup(post.featuredImage)}</div>` : '';
  const views = counted(post.viewCount, 'view', 'views');
  return page(
    `<article><header class="served-text"><div class="served-label served-category">${category}</div>${words.join('')}` +
      `<div class="served-author">${portraitMarkup(post.author.profileImageUrl)}<div>` +
      `<p class="served-name">${escapeHtml(personName(post.author))}</p><p class="served-facts">` +
      `<time datetime="${published}">${longDate(published)}</time> <span>${views}</span></p></div></div></header>` +
      `${picture}<div class="served-text served-content" dir="auto"><div class="markdown markdown-deferred" data-post="${escapeHtml(post.id)}">${markdownToHtml(post.content)}</div></div></article>`,
  );
}

/** What visitors see first of the landing page, then the popular posts. */
export const homeBody = (popular: readonly PostCard[]): string =>
  page(
    `<section class="served-hero"><p class="served-label">${escapeHtml(LANDING_HERO.kicker)}</p><h1>${escapeHtml(LANDING_HERO.title)}</h1>` +
      `<p class="served-excerpt">${escapeHtml(LANDING_HERO.lead)}</p></section>` +
      `<section><h2>Popular Blogs</h2>${postList(popular, 'h3')}</section>`,
    'served-home',
  );

export const listBody = (title: string, posts: readonly PostCard[]): string =>
  page(`<h1>${escapeHtml(title)}</h1>${postList(posts, 'h2')}`);

function postList(posts: readonly PostCard[], heading: 'h2' | 'h3'): string {
  const items = posts.map(
    (post) =>
      `<li><${heading}><a href="${escapeHtml(postPath(post))}">${escapeHtml(post.title)}</a></${heading}>` +
      `<p>${escapeHtml(post.preview)}</p><p class="served-byline">${escapeHtml(personName(post.author))}</p></li>`,
  );
  return items.length > 0 ? `<ul class="served-list">${items.join('')}</ul>` : '';
}

export function categoriesBody(categories: readonly Category[]): string {
  const items = categories.map(
    ({ id, name, description, postCount }) =>
      `<li><h2><a href="/posts?category=${id}">${escapeHtml(name)}</a></h2>` +
      `<p>${escapeHtml(description ?? '')}</p><p>${postCount} ${postCount === 1 ? 'post' : 'posts'}</p></li>`,
  );
  return page(`<h1>Categories</h1><ul class="served-list">${items.join('')}</ul>`);
}

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
