/* Addresses below the root that pages and redirects may take, and those that they may not. */

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
 * Addresses at which the product answers unless a page or redirect has them, and with what. They came late, so sites may have used them before;
 * an owner may also want a feed elsewhere.
 */
export const FALLBACK_ADDRESSES: Readonly<Record<string, string>> = {
  '/atom.xml': 'Atom feed',
  '/feed.json': 'JSON feed',
  '/llms-full.txt': 'texts for language models',
  '/rss': 'RSS feed',
  '/rss.xml': 'RSS feed',
};

/**
 * Pages of the app whose documents have no content before it has started; Hosting sends them to the function `page`, which says what the
 * site is called and how it looks. `shell.html` is for the service worker. The same test compares them.
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

/** Whether a path belongs to the product itself, in any case of letters. `/` does. */
export const isReservedPath = (path: string): boolean => {
  const first = comparedPath(path).split('/')[1] ?? '';
  return first === '' || reserved.has(first);
};

/** What the product would answer with at the path of a page or redirect; null for nothing. */
export const replacedBy = (path: string): string | null => FALLBACK_ADDRESSES[comparedPath(path)] ?? null;

/** Sections in which sites of before have addresses too, such as Hugo's `/posts/my-text`. */
const SHARED_SECTIONS = new Set(['authors', 'categories', 'posts', 'series', 'tags']);

/** Whether an address of an imported text may be below a section of the product: it leads on where nothing of ours is. */
export const isSharedPath = (path: string): boolean => {
  const [, section = '', rest = ''] = comparedPath(path).split('/');
  return rest !== '' && SHARED_SECTIONS.has(section);
};

/** A decoded path as it is compared: in small letters and composed form (NFC), without a slash at its end. */
export const comparedPath = (path: string): string => path.toLowerCase().normalize('NFC').replace(/\/+$/, '') || '/';

/** Controls, backslashes, and signs that turn the direction of what follows. */
const REFUSED = /[\p{Cc}\\\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * The path of a request or of an address, decoded once. Null for one that names nothing: too long, invalid escapes, controls, empty or dot
 * segments.
 */
export function decodedPath(path: string): string | null {
  if (!path.startsWith('/') || path.length > 6 * PATH_LIMIT) return null;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (decoded.length > PATH_LIMIT || REFUSED.test(decoded) || LONE_SURROGATE.test(decoded)) return null;
  const segments = decoded.slice(1).replace(/\/$/, '').split('/');
  if (decoded !== '/' && segments.some((segment) => segment === '' || /^\.{1,2}$/.test(segment))) return null;
  return decoded;
}
