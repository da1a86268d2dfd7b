import { escapeHtml, jsonForScript } from '@inkwell/shared/escape';
import { imageSources } from '@inkwell/shared/images';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { feedLinks } from './feed.ts';
import { MARKDOWN_TYPE } from './markdown.ts';
import { SOCIAL_CARD, socialCardPath } from './site-files.ts';

/** Metadata of a page for search engines, chats and feed readers. Texts are unescaped, URLs absolute. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly canonicalUrl: string;
  /** The feed of the page's list; the publication's feed is in the shell. */
  readonly feed?: { readonly base: string; readonly title: string };
  /** The address of the page as Markdown. */
  readonly markdownUrl?: string;
  /** By default the site's own picture. */
  readonly image?: { readonly url: string; readonly alt: string };
  /** The largest picture of the first screen, for preloading. */
  readonly firstPicture?: { readonly url: string; readonly sizes: string };
  /** Only for articles; other pages are of the type `website`. */
  readonly article?: {
    readonly publishedAt: string;
    readonly modifiedAt: string;
    /** The addresses of their pages, or otherwise their names. */
    readonly authors: readonly string[];
    /** Their Fediverse handles, with `@`. */
    readonly creators: readonly string[];
    readonly section: string | null;
    readonly tags: readonly string[];
  };
  /** schema.org objects. */
  readonly structuredData?: readonly object[];
  /** True to exclude the page from search engines. */
  readonly isHidden?: boolean;
  /** The title and description for chats and networks, if different. */
  readonly card?: { readonly title: string; readonly description: string };
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;

/** The tags of `<head>`, one per line: Open Graph, Twitter cards, JSON-LD with schema.org types. */
export function headMarkup(head: PageHead, site: SiteSettings, siteUrl: string): string {
  const card = head.card ?? head;
  const image = head.image ?? { url: site.cardPicture ?? `${siteUrl}${socialCardPath(site)}`, alt: site.name };
  const size = head.image || site.cardPicture ? imageSources(image.url) : SOCIAL_CARD;
  const tags = [
    `<title>${escapeHtml(head.title)}</title>`,
    named('description', head.description),
    `<link rel="canonical" href="${escapeHtml(head.canonicalUrl)}">`,
    ...(head.feed ? feedLinks(head.feed.base, head.feed.title, siteUrl) : []),
    ...(head.markdownUrl
      ? [`<link rel="alternate" type="${MARKDOWN_TYPE}" href="${escapeHtml(head.markdownUrl)}">`]
      : []),
    property('og:site_name', site.name),
    property('og:type', head.article ? 'article' : 'website'),
    property('og:title', card.title),
    property('og:description', card.description),
    property('og:url', head.canonicalUrl),
    property('og:image', image.url),
    property('og:image:alt', image.alt),
    ...(size.width && size.height
      ? [property('og:image:width', String(size.width)), property('og:image:height', String(size.height))]
      : []),
    ...(head.firstPicture ? [preload(head.firstPicture)] : []),
    named('twitter:card', 'summary_large_image'),
    named('robots', head.isHidden || !site.robots.search ? 'noindex' : 'max-image-preview:large'),
    ...(head.article ? articleTags(head.article) : []),
    ...(head.structuredData ?? []).map((data) => `<script type="application/ld+json">${jsonForScript(data)}</script>`),
  ];
  return tags.join('\n    ');
}

/** The tags of an address without its own page: nothing for search engines or link previews. */
export const bareHeadMarkup = (title: string): string =>
  [`<title>${escapeHtml(title)}</title>`, named('robots', 'noindex')].join('\n    ');

/** The tags of a page with a secret address: neither the address nor data for link previews. */
export const hiddenHeadMarkup = (title: string): string =>
  [`<title>${escapeHtml(title)}</title>`, named('robots', 'noindex, nofollow'), named('referrer', 'no-referrer')].join(
    '\n    ',
  );

function preload({ url, sizes }: NonNullable<PageHead['firstPicture']>): string {
  const { src, srcSet } = imageSources(url);
  const copies = srcSet ? ` imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}"` : '';
  return `<link rel="preload" as="image" href="${escapeHtml(src)}"${copies} fetchpriority="high" referrerpolicy="no-referrer">`;
}

function articleTags(article: NonNullable<PageHead['article']>): string[] {
  return [
    property('article:published_time', article.publishedAt),
    property('article:modified_time', article.modifiedAt),
    ...article.authors.map((author) => property('article:author', author)),
    ...article.creators.map((creator) => named('fediverse:creator', creator)),
    ...(article.section ? [property('article:section', article.section)] : []),
    ...article.tags.map((tag) => property('article:tag', tag)),
  ];
}
