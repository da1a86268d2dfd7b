import { decodedPath } from '@inkwell/shared/addresses';
import { writtenAddress } from '@inkwell/shared/markdown/from-html/runs';
import { POST_DETAIL_LIMITS } from '@inkwell/shared/post-limits';
import type { ImportedPicture } from './records.ts';

/** Resolves the addresses of an old site: internal links and pictures. */
export interface OldAddresses {
  /** The new form of a link: a path for the old site's own addresses, otherwise the address. Null for scripts and other schemes. */
  link(href: string): string | null;
  /** The picture at an address; null for invalid addresses (`data:`, other schemes, too long). */
  picture(src: string, description?: string | null): ImportedPicture | null;
  /** The absolute address (http or https), or a path if the old site's address is unknown; null for others. */
  absolute(href: string): string | null;
}

interface Site {
  /** With http or https, without a trailing slash. */
  readonly addresses: readonly string[];
  /** The address of the text, against which relative addresses are resolved. */
  readonly base?: string | null;
  /** Converts a picture's address, e.g. to that of its full size. */
  readonly fullSize?: (address: string) => string;
  /** The site's own description of a picture, used if the text does not describe it. */
  readonly describe?: (address: string) => string | null;
}

/** Placeholder for an old site whose address is unknown. */
const UNKNOWN = 'https://unknown.invalid';
const GHOST = /^__GHOST_URL__/;
/** The folders of pictures and files on Ghost and WordPress sites. */
const PICTURE_FOLDERS =
  /\/(?:content\/images|wp-content\/uploads)\/(?:sites\/\d+\/)?(?:size\/[wh\d]+\/)?(?:format\/\w+\/)?(.+)$/;
const FILES = /\/(?:content\/(?:files|media|images)|wp-content\/uploads|api\/v1\/file)\//;

const withoutWww = (host: string): string => host.replace(/^www\./, '');

export function createOldAddresses({
  addresses,
  base = null,
  fullSize = (address) => address,
  describe = () => null,
}: Site): OldAddresses {
  const sites = addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address));
  const start = base !== null && URL.canParse(base) ? base : `${sites[0]?.href ?? UNKNOWN}`;

  function parse(href: string): URL | null {
    const written = href.trim().replace(GHOST, UNKNOWN);
    // Browsers remove tabs and line breaks from addresses.
    const clean = written.replace(/[\t\r\n]/g, '');
    if (clean === '' || clean.length > POST_DETAIL_LIMITS.address * 2 || !URL.canParse(clean, start)) return null;
    return new URL(clean, start);
  }

  const isUnknown = (url: URL): boolean => url.origin === UNKNOWN;

  const isOwn = (url: URL): boolean =>
    isUnknown(url) ||
    sites.some(
      (site) =>
        withoutWww(site.host) === withoutWww(url.host) &&
        (site.pathname === '/' || `${url.pathname}/`.startsWith(`${site.pathname.replace(/\/$/, '')}/`)),
    );

  const pathOf = (url: URL): string => `${url.pathname.replace(/^\/{2,}/, '/')}${url.search}${url.hash}`;
  const isWeb = (url: URL): boolean => /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  const shown = (url: URL): string => (isUnknown(url) ? pathOf(url) : url.href);

  return {
    link(href) {
      if (href.trim().startsWith('#')) return href.trim();
      const url = parse(href);
      if (!url) return null;
      if (url.protocol === 'mailto:') return url.href;
      if (!isWeb(url)) return null;
      // Links to files keep their addresses.
      return isOwn(url) && (isUnknown(url) || !FILES.test(url.pathname)) ? pathOf(url) : url.href;
    },

    picture(src, description = null) {
      const parsed = parse(src);
      if (!parsed || !isWeb(parsed)) return null;
      const url = parsed.href === fullSize(parsed.href) ? parsed : (parse(fullSize(parsed.href)) ?? parsed);
      const address = writtenAddress(shown(url));
      if (address.length > POST_DETAIL_LIMITS.address) return null;
      const words = (description || describe(url.href) || '').replace(/\s+/g, ' ').trim();
      return {
        address,
        url: isUnknown(url) ? null : url.href.slice(0, POST_DETAIL_LIMITS.address),
        path: picturePath(url.pathname),
        description: words === '' ? null : words.slice(0, POST_DETAIL_LIMITS.coverDescription),
      };
    },

    absolute(href) {
      const url = parse(href);
      return url && isWeb(url) ? shown(url) : null;
    },
  };
}

/** The path below the folder of pictures, without dot segments. */
function picturePath(pathname: string): string | null {
  const decoded = decodedPath(pathname.replace(/\/{2,}/g, '/'));
  const path = decoded === null ? undefined : (PICTURE_FOLDERS.exec(decoded)?.[1] ?? decoded.slice(1));
  return path === undefined || path === '' || path.length > 1_024 ? null : path;
}
