import { bylinePath, separatorBefore } from '@inkwell/shared/bylines';
import { counted, longDate, personName, readingTime } from '@inkwell/shared/format';
import { COVER_SIZES } from '@inkwell/shared/images';
import type { WordsField } from '@inkwell/shared/post-fields';
import type { SeriesNeighbour } from '@inkwell/shared/post-series';
import type { Post, PostCard } from '@inkwell/shared/posts';
import { partOf, SERIES_WORDS } from '@inkwell/shared/series-words';
import type { SitePage } from '@inkwell/shared/site-pages';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { postPath, seriesPath, tagPath } from '@inkwell/shared/slug';
import { articleToHtml } from '../html/article-html.ts';
import { escapeHtml } from '../html/escape.ts';
import { imageMarkup } from '../html/markdown-html.ts';
import type { Preview } from '../previews/previews.service.ts';
import { type Framed, framed } from './markup/frame.ts';
import { CALENDAR, CLOCK, EYE } from './markup/icons.ts';
import { avatar, badge, langOf } from './markup/post-card.ts';

/*
 * What readers see until the app has started; without scripts, they see nothing else. Elements and class names are those of the app's own
 * components, so that nothing changes when the app takes over. Journeys compare the pixels (tools/e2e/tests/pixels.spec.ts).
 */

/**
 * What an article says between category and author, in this order. A field that editors write has its words here, or null, or a
 * place of its own in the article; undecided, it does not compile. The app has the same: post-article.tsx.
 */
const ARTICLE_WORDS: Readonly<Record<WordsField, ((post: Post, site: SiteSettings) => string) | null>> = {
  title: (post, site) =>
    `<h1 class="post-article_title"${langOf(post, site)} dir="auto">${escapeHtml(post.title)}</h1>`,
  excerpt: (post, site) =>
    post.excerpt
      ? `<p class="post-article_excerpt"${langOf(post, site)} dir="auto">${escapeHtml(post.excerpt)}</p>`
      : '',
};

const tagLinks = ({ tags }: Post): string =>
  tags.length === 0
    ? ''
    : `<ul class="post-article_tags" aria-label="Tags">${tags
        .map(
          ({ name, slug }) =>
            `<li><a class="post-article_tag" href="${escapeHtml(tagPath(slug))}" dir="auto">${escapeHtml(name)}</a></li>`,
        )
        .join('')}</ul>`;

const seriesPart = ({ series }: Post): string =>
  series
    ? `<p class="post-article_part">${partOf(series)} <a href="${escapeHtml(seriesPath(series.slug))}" dir="auto">${escapeHtml(series.name)}</a></p>`
    : '';

const neighbourLink = (neighbour: SeriesNeighbour | null, rel: 'prev' | 'next'): string =>
  neighbour
    ? `<a class="post-article_${rel}" href="${escapeHtml(postPath(neighbour))}" rel="${rel}"><span class="post-article_way">${SERIES_WORDS[rel === 'prev' ? 'previous' : 'next']}</span> ` +
      `<span dir="auto">${escapeHtml(neighbour.title)}</span></a>`
    : '';

const seriesLinks = ({ series }: Post): string =>
  series?.previous || series?.next
    ? `<nav class="post-article_series" aria-label="${SERIES_WORDS.label}">${neighbourLink(series.previous, 'prev')}${neighbourLink(series.next, 'next')}</nav>`
    : '';

const fact = (icon: string, text: string): string => `<span class="post-article_fact">${icon} ${text}</span>`;

const bylineMarkup = (post: Post): string =>
  post.authors
    .map((author, n) => {
      const path = bylinePath(author, post);
      const name = escapeHtml(personName(author));
      return (
        separatorBefore(n, post.authors.length) +
        (path ? `<a href="${escapeHtml(path)}" rel="author">${name}</a>` : name)
      );
    })
    .join('');

async function articleMarkup(post: Post, site: SiteSettings): Promise<string> {
  const published = post.publishedAt ?? post.createdAt;
  const words = Object.values(ARTICLE_WORDS).map((wordsOf) => wordsOf?.(post, site) ?? '');
  const status = post.isPublished
    ? '<span class="post-article_status post-article_published">Published</span>'
    : '<span class="post-article_status post-article_draft">Draft</span>';
  const caption = post.coverCaption
    ? `<p class="post-article_caption"${langOf(post, site)} dir="auto">${escapeHtml(post.coverCaption)}</p>`
    : '';
  // The largest element on screen is requested first.
  const picture = post.featuredImage
    ? `<div class="post-article_figure">${imageMarkup(post.featuredImage, { alt: escapeHtml(post.coverDescription ?? ''), sizes: COVER_SIZES, attributes: 'class="post-article_picture" fetchpriority="high"' })}</div>${caption}`
    : '';
  const facts = [
    fact(CALENDAR, `<time datetime="${published}">${longDate(published)}</time>`),
    fact(EYE, counted(post.viewCount, 'view', 'views')),
    // As in the app, nothing is shown before the reading time is known.
    ...(post.readingMinutes > 0 ? [fact(CLOCK, readingTime(post.readingMinutes))] : []),
  ];
  return (
    `<article class="container post-article_article"><header class="post-article_head"><div class="post-article_labels">${post.category ? badge(post.category) : ''}${status}</div>` +
    `${words.join('')}${seriesPart(post)}<div class="post-article_byline">${avatar(post.author, 48)}<div><p class="post-article_name">${bylineMarkup(post)}</p>` +
    `<p class="post-article_facts">${facts.join('')}</p></div></div></header>${picture}` +
    `<div class="post-article_text"${langOf(post, site)} dir="auto"><div class="markdown markdown-deferred" data-post="${escapeHtml(post.id)}">${await articleToHtml(post.content)}</div></div>${seriesLinks(post)}${tagLinks(post)}</article>`
  );
}

/** A page of the site, as page-article.tsx draws it: title and text alone. */
const sitePageMarkup = async (page: SitePage, site: SiteSettings): Promise<string> =>
  `<article class="container post-article_article"><header class="post-article_head"><h1 class="post-article_title"${langOf(page, site)} dir="auto">${escapeHtml(page.title)}</h1></header>` +
  `<div class="post-article_text"${langOf(page, site)} dir="auto"><div class="markdown markdown-deferred" data-page="${escapeHtml(page.slug)}">${await articleToHtml(page.content)}</div></div></article>`;

/** The first picture of a list: the largest thing on a phone's screen. */
export const firstCover = (posts: readonly PostCard[]): string | null => posts[0]?.featuredImage ?? null;

/** A post or page for those who have a preview link, with the day on which that ends. */
export function previewBody(site: SiteSettings, { page, post, expiresAt }: Preview): Framed {
  const [noun, { isPublished }] = page ? ['page', page] : ['post', post];
  const note =
    `<p class="container served-note" role="note"><span><strong>Preview.</strong> The ${noun} as it stands now${isPublished ? '' : ', not published yet'}. ` +
    `This link works until <time datetime="${expiresAt}">${longDate(expiresAt)}</time>.</span></p>`;
  return page
    ? framed(async () => note + (await sitePageMarkup(page, site)), { ...WITHOUT_APP, place: null })
    : framed(async () => note + (await articleMarkup(post, site)), WITHOUT_APP);
}

export const noPreviewBody = (): Framed =>
  framed(
    message(
      `<h1>Preview Not Found</h1><p>This preview link has ended or never was one. Ask whoever gave it to you for a new one.</p>`,
    ),
    WITHOUT_APP,
  );

const WITHOUT_APP = { place: '/posts', hasApp: false, hasFooter: false } as const;

const message = (markup: string): string => `<div class="container post-page_message">${markup}</div>`;
