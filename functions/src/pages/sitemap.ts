import { escapeXml } from '../html/escape.ts';

/** Addresses a single sitemap may hold (sitemaps.org protocol). */
export const SITEMAP_MAX_URLS = 50_000;

export interface SitemapEntry {
  readonly url: string;
  /** ISO 8601; null where the page has no time of its own. */
  readonly modifiedAt: string | null;
}

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** One sitemap. At most 50,000 entries. */
export function sitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ url, modifiedAt }) => {
    const lastmod = modifiedAt ? `<lastmod>${modifiedAt}</lastmod>` : '';
    return `  <url><loc>${escapeXml(url)}</loc>${lastmod}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${XMLNS}">\n${urls.join('\n')}\n</urlset>\n`;
}

/** `robots.txt` (RFC 9309): what needs an account is left out, the sitemap is named. */
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

/** The index that leads to several sitemaps. */
export function sitemapIndex(urls: readonly string[]): string {
  const maps = urls.map((url) => `  <sitemap><loc>${escapeXml(url)}</loc></sitemap>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${XMLNS}">\n${maps.join('\n')}\n</sitemapindex>\n`;
}
