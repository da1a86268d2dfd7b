import { escapeXml } from '../html/escape.ts';

/** The limit of one sitemap (sitemaps.org protocol). */
export const SITEMAP_MAX_URLS = 50_000;

export interface SitemapEntry {
  readonly url: string;
  /** ISO 8601; null if the page has no date. */
  readonly modifiedAt: string | null;
}

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export function sitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ url, modifiedAt }) => {
    const lastmod = modifiedAt ? `<lastmod>${modifiedAt}</lastmod>` : '';
    return `  <url><loc>${escapeXml(url)}</loc>${lastmod}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${XMLNS}">\n${urls.join('\n')}\n</urlset>\n`;
}

/** `robots.txt` (RFC 9309), which excludes pages that need an account. */
export const robotsText = (siteUrl: string): string =>
  [
    'User-agent: *',
    'Allow: /',
    'Disallow: /api/',
    'Disallow: /admin',
    'Disallow: /create-post',
    'Disallow: /create-category',
    'Disallow: /drafts',
    'Disallow: /revisions',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');

export function sitemapIndex(urls: readonly string[]): string {
  const maps = urls.map((url) => `  <sitemap><loc>${escapeXml(url)}</loc></sitemap>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${XMLNS}">\n${maps.join('\n')}\n</sitemapindex>\n`;
}
