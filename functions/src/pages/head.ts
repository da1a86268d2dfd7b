import { imageSources } from '@inkwell/shared/images';
import { SITE_NAME } from '@inkwell/shared/site';
import { escapeHtml, jsonForScript } from '../html/escape.ts';

/** What a page says about itself to search engines, chats and feed readers. All texts are raw, all URLs absolute. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  readonly canonicalUrl: string;
  readonly type: 'website' | 'article';
  /** Null leaves the site's own picture. */
  readonly image: { readonly url: string; readonly alt: string } | null;
  /** The largest picture of the first screen: asked for before styles and scripts are even read. */
  readonly firstPicture: { readonly url: string; readonly sizes: string } | null;
  readonly article: {
    readonly publishedAt: string;
    readonly modifiedAt: string;
    readonly author: string;
    readonly section: string | null;
  } | null;
  /** schema.org objects. */
  readonly structuredData: readonly object[];
  /** True for pages that search engines should not keep. */
  readonly isHidden: boolean;
}

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;

/** The tags for `<head>`, one a line. Open Graph protocol, Twitter cards, JSON-LD of schema.org. */
export function headMarkup(head: PageHead, siteUrl: string): string {
  const image = head.image ?? { url: `${siteUrl}/social-card.png`, alt: SITE_NAME };
  const size = head.image ? imageSources(image.url) : { width: 1200, height: 630 };
  const tags = [
    `<title>${escapeHtml(head.title)}</title>`,
    named('description', head.description),
    `<link rel="canonical" href="${escapeHtml(head.canonicalUrl)}">`,
    property('og:site_name', SITE_NAME),
    property('og:type', head.type),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:url', head.canonicalUrl),
    property('og:image', image.url),
    property('og:image:alt', image.alt),
    ...(size.width && size.height
      ? [property('og:image:width', String(size.width)), property('og:image:height', String(size.height))]
      : []),
    ...(head.firstPicture ? [preload(head.firstPicture)] : []),
    named('twitter:card', 'summary_large_image'),
    ...(head.isHidden ? [named('robots', 'noindex')] : []),
    ...(head.article ? articleTags(head.article) : []),
    ...head.structuredData.map((data) => `<script type="application/ld+json">${jsonForScript(data)}</script>`),
  ];
  return tags.join('\n    ');
}

/** The tags of a page that is for those alone who were given its address: it names neither that nor what chats would show of it. */
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
    property('article:author', article.author),
    ...(article.section ? [property('article:section', article.section)] : []),
  ];
}
