import { escapeXml } from '@inkwell/shared/escape';
import type { SiteSettings } from '@inkwell/shared/site-settings';
import { contentSignal } from '../settings/content-signal.ts';

/** The limit of one sitemap (sitemaps.org protocol). */
const SITEMAP_MAX_URLS = 50_000;
/** The protocol allows 50 MB, an answer of a function 32 MB. With addresses of usual length, 50,000 take 8 MB. */
const SITEMAP_MAX_BYTES = 10_000_000;

export interface SitemapEntry {
  readonly url: string;
  /** ISO 8601; null if the page has no date. */
  readonly modifiedAt: string | null;
}

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** The first entries that fit. */
export function sitemap(entries: readonly SitemapEntry[]): string {
  const urls: string[] = [];
  let bytes = 0;
  for (const { url, modifiedAt } of entries) {
    const lastmod = modifiedAt ? `<lastmod>${modifiedAt}</lastmod>` : '';
    const line = `  <url><loc>${escapeXml(url)}</loc>${lastmod}</url>`;
    bytes += Buffer.byteLength(line) + 1;
    if (urls.length === SITEMAP_MAX_URLS || bytes > SITEMAP_MAX_BYTES) break;
    urls.push(line);
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${XMLNS}">\n${urls.join('\n')}\n</urlset>\n`;
}

/** Crawlers that, by their own account, collect texts to train models or read pages to answer questions. */
const CRAWLERS = {
  training: [
    'Amazonbot',
    'Applebot-Extended',
    'Bytespider',
    'CCBot',
    'ClaudeBot',
    'Google-Extended',
    'GPTBot',
    'meta-externalagent',
  ],
  answers: [
    'ChatGPT-User',
    'Claude-SearchBot',
    'Claude-User',
    'DuckAssistBot',
    'OAI-SearchBot',
    'Perplexity-User',
    'PerplexityBot',
  ],
} as const;

/**
 * `robots.txt` (RFC 9309), which excludes pages that need an account, and crawlers that an admin has forbidden. Search engines stay allowed, because
 * they must be able to read that a page is excluded.
 */
export const robotsText = (siteUrl: string, robots: SiteSettings['robots']): string => {
  const signal = contentSignal(robots);
  const refused = (['answers', 'training'] as const).flatMap((use) => (robots[use] ? [] : CRAWLERS[use]));
  return [
    'User-agent: *',
    ...(signal === null ? [] : [`Content-Signal: ${signal}`]),
    'Allow: /',
    'Disallow: /api/',
    'Disallow: /admin',
    'Disallow: /create-post',
    'Disallow: /create-category',
    'Disallow: /drafts',
    'Disallow: /revisions',
    'Disallow: /writing',
    '',
    ...(refused.length === 0 ? [] : [...refused.map((name) => `User-agent: ${name}`), 'Disallow: /', '']),
    ...(robots.search ? [`Sitemap: ${siteUrl}/sitemap.xml`, ''] : []),
  ].join('\n');
};

export function sitemapIndex(urls: readonly string[]): string {
  const maps = urls.map((url) => `  <sitemap><loc>${escapeXml(url)}</loc></sitemap>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${XMLNS}">\n${maps.join('\n')}\n</sitemapindex>\n`;
}
