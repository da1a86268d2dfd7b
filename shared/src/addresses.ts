import { percentDecoded } from './percent-decoded.ts';

/* Addresses below the root that pages and redirects may take, and reserved ones. */

/** The longest address, decoded. */
export const PATH_LIMIT = 2_000;

/**
 * First segments of the app's routes, of Hosting's rewrites and files, and names kept for later. A test compares them with the router and
 * firebase.json (web/src/app/hosting.dom.test.ts).
 */
export const RESERVED_SEGMENTS: readonly string[] = [
  ...['__', '.well-known', '404.html', 'admin', 'api', 'app.html', 'apple-touch-icon.png', 'assets', 'assets.json'],
  ...[
    'auth',
    'authors',
    'card.png',
    'categories',
    'create-category',
    'create-post',
    'drafts',
    'favicon.ico',
    'favicon.svg',
  ],
  ...[
    'feed',
    'feed.xml',
    'following',
    'forgot-password',
    'icon-192.png',
    'icon-512.png',
    'invitation',
    'llms.txt',
    'manifest.webmanifest',
    'mcp',
  ],
  ...['new', 'newsletter', 'pictures', 'posts', 'preview', 'reading-list', 'reset-password', 'revisions', 'robots.txt'],
  ...['search', 'series', 'shell.html', 'sitemap', 'sitemap.xml', 'social-card.png', 'sw.js', 'tags', 'writing', 'ws'],
];

/**
 * Addresses at which the product answers unless a page or redirect has them, with the kind of answer. They were added late, so sites may already use
 * them, or an owner may want a feed elsewhere.
 */
export const FALLBACK_ADDRESSES: Readonly<Record<string, string>> = {
  '/atom.xml': 'Atom feed',
  '/feed.json': 'JSON feed',
  '/llms-full.txt': 'texts for language models',
  '/rss': 'RSS feed',
  '/rss.xml': 'RSS feed',
};

/**
 * App pages whose documents are empty before the app starts. Hosting sends them to the function `page`, which adds the site's name and look.
 * `shell.html` is for the service worker. The same test compares them.
 */
export const APP_PATHS: readonly string[] = [
  '/shell.html',
  '/__/auth/action',
  '/admin',
  '/admin/activity',
  '/admin/analytics',
  '/admin/authors',
  '/admin/calendar',
  '/admin/categories',
  '/admin/comments',
  '/admin/media',
  '/admin/export',
  '/admin/import',
  '/admin/menu',
  '/admin/pages',
  '/admin/pages/edit',
  '/admin/newsletter',
  '/admin/newsletter/issue',
  '/admin/newsletter/subscribers',
  '/admin/redirects',
  '/admin/reviews',
  '/admin/series',
  '/admin/settings',
  '/admin/tags',
  '/admin/tokens',
  '/admin/webhooks',
  '/auth/action',
  '/create-category',
  '/create-post',
  '/drafts',
  '/following',
  '/forgot-password',
  '/invitation',
  '/newsletter/choices',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/reading-list',
  '/reset-password',
  '/revisions',
  '/search',
  '/writing',
  '/writing/comments',
  '/writing/media',
];

const reserved = new Set(RESERVED_SEGMENTS);

/** Whether a path belongs to the product itself, ignoring case. `/` does. */
export const isReservedPath = (path: string): boolean => {
  const first = comparedPath(path).split('/')[1] ?? '';
  return first === '' || reserved.has(first);
};

/** The product's answer at the path of a page or redirect; null for none. */
export const replacedBy = (path: string): string | null => FALLBACK_ADDRESSES[comparedPath(path)] ?? null;

/** Sections where imported sites may have addresses too, such as Hugo's `/posts/my-text`. */
const SHARED_SECTIONS = new Set(['authors', 'categories', 'posts', 'series', 'tags']);

/** Whether an imported text's address may be inside a section of the product. It redirects where the product itself has nothing. */
export const isSharedPath = (path: string): boolean => {
  const [, section = '', rest = ''] = comparedPath(path).split('/');
  return rest !== '' && SHARED_SECTIONS.has(section);
};

/** A decoded path in the form used for comparison: lowercase and composed (NFC), without a final slash. */
export const comparedPath = (path: string): string => path.toLowerCase().normalize('NFC').replace(/\/+$/, '') || '/';

/** Control characters, backslashes, and characters that change the direction of text. */
const REFUSED = /[\p{Cc}\\\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * The path of a request or address, decoded once. Null for an impossible path: too long, invalid escapes, control characters, empty or dot segments.
 */
export function decodedPath(path: string): string | null {
  if (!path.startsWith('/') || path.length > 6 * PATH_LIMIT) return null;
  const decoded = percentDecoded(path);
  if (decoded === null || decoded.length > PATH_LIMIT || REFUSED.test(decoded) || LONE_SURROGATE.test(decoded))
    return null;
  const segments = decoded.slice(1).replace(/\/$/, '').split('/');
  if (decoded !== '/' && segments.some((segment) => segment === '' || /^\.{1,2}$/.test(segment))) return null;
  return decoded;
}
