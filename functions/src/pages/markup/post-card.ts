import type { CategoryRef } from '@inkwell/shared/categories';
import { POPULAR_CARD_COLOR } from '@inkwell/shared/category-icons';
import { compactNumber, initialsOf, personName, readingTime, relativeTime, shortDate } from '@inkwell/shared/format';
import { CARD_SIZES } from '@inkwell/shared/images';
import { lineComment, lineEye, lineHeart } from '@inkwell/shared/line-icons';
import { markedParts } from '@inkwell/shared/marked-ranges';
import type { PostCard } from '@inkwell/shared/posts';
import { type Site, textLanguage } from '@inkwell/shared/site-data';
import { postPath } from '@inkwell/shared/slug';
import { escapeHtml } from '../../html/escape.ts';
import { imageMarkup } from '../../html/markdown-html.ts';
import { categoryMarkup, lineMarkup } from './icons.ts';

/* Posts in lists as post-card.tsx, category-badge.tsx and avatar.tsx draw them. */

export const badge = (category: CategoryRef): string =>
  `<a class="category-badge_badge" data-theme-color="${escapeHtml(category.color ?? 'indigo')}" href="/posts?category=${category.id}">` +
  `${categoryMarkup(category)}${escapeHtml(category.name)}</a>`;

/** @param size in pixels */
export function avatar(person: PostCard['author'], size: number): string {
  const picture = person.profileImageUrl
    ? imageMarkup(person.profileImageUrl, {
        alt: '',
        sizes: `${size}px`,
        attributes: 'class="avatar_picture" loading="lazy"',
      })
    : `<span aria-hidden="true">${escapeHtml(initialsOf(personName(person)))}</span>`;
  return `<span class="avatar_avatar" style="width:${size}px;height:${size}px;font-size:${size * 0.4}px">${picture}</span>`;
}

/** The attribute of texts in another language than the page's. */
export function langOf(post: Pick<PostCard, 'language'>, site: Pick<Site, 'language'>): string {
  const language = textLanguage(post, site);
  return language === undefined ? '' : ` lang="${escapeHtml(language)}"`;
}

interface CardLook {
  readonly dates: 'relative' | 'popular';
  readonly headingLevel: 2 | 3;
  /** How many of the first pictures are likely on screen at once. */
  readonly priorityCount: number;
  readonly site: Pick<Site, 'language'>;
  /** Folded words that are marked in title and preview. */
  readonly marked?: readonly string[];
}

const withMarks = (text: string, words: readonly string[]): string =>
  markedParts(text, words)
    .map((part) => (part.isMarked ? `<mark>${escapeHtml(part.text)}</mark>` : escapeHtml(part.text)))
    .join('');

export const cardGrid = (posts: readonly PostCard[], look: CardLook): string =>
  `<ul class="card-grid">${posts.map((post, index) => `<li>${card(post, look, index < look.priorityCount)}</li>`).join('')}</ul>`;

function card(post: PostCard, { dates, headingLevel, site, marked = [] }: CardLook, isPriority: boolean): string {
  const path = escapeHtml(postPath(post));
  const title = escapeHtml(post.title);
  const published = post.publishedAt ?? post.createdAt;
  const minutes =
    post.readingMinutes > 0 ? `<span class="post-card_minutes">${readingTime(post.readingMinutes)}</span>` : '';
  const count = (icon: string, value: number, noun: string) =>
    `<span class="post-card_count">${icon} ${compactNumber(value)} <span class="visually-hidden">${noun}</span></span>`;
  return (
    `<article class="post-card_card"><div class="post-card_cover">${cover(post, dates === 'popular', isPriority)}</div><div class="post-card_body">` +
    `<div class="post-card_labels">${post.category ? badge(post.category) : ''}${minutes}</div>` +
    `<h${headingLevel} class="post-card_title"${langOf(post, site)} dir="auto"><a class="post-card_link" href="${path}">${withMarks(post.title, marked)}</a></h${headingLevel}>` +
    `<p class="post-card_preview"${langOf(post, site)} dir="auto">${withMarks(post.preview, marked)}</p>` +
    `<div class="post-card_meta">${avatar(post.author, 28)}<span class="post-card_author">${escapeHtml(personName(post.author))}</span>` +
    `<time datetime="${published}">${dates === 'popular' ? shortDate(published) : relativeTime(published)}</time></div>` +
    `<div class="post-card_foot">${count(lineMarkup(lineEye), post.viewCount, 'views')}${count(lineMarkup(lineHeart), post.likesCount, 'likes')}` +
    `${count(lineMarkup(lineComment), post.commentsCount, 'comments')}` +
    `<a class="post-card_more" href="${path}">Read More <span class="visually-hidden">: ${title}</span></a></div></div></article>`
  );
}

function cover({ featuredImage, category }: PostCard, isPopular: boolean, isPriority: boolean): string {
  if (featuredImage) {
    const order = isPriority ? 'loading="eager" fetchpriority="high"' : 'loading="lazy"';
    return imageMarkup(featuredImage, {
      alt: '',
      sizes: CARD_SIZES,
      attributes: `class="post-card_picture" ${order}`,
    });
  }
  const color = category?.color;
  const popular = isPopular && !color ? ` style="background:${POPULAR_CARD_COLOR};color:#fff"` : '';
  return (
    `<span class="post-card_drawn" data-theme-color="${escapeHtml(color ?? 'indigo')}"${popular}>` +
    `${categoryMarkup(category ?? { name: '', icon: null })}</span>`
  );
}
