import { decodeEntities } from './entities.ts';

export type SafeLink =
  /** An id in the same text, without `#`. */
  | { readonly kind: 'fragment'; readonly fragment: string }
  /** A path on this site, including the first `/`. */
  | { readonly kind: 'internal'; readonly path: string }
  /** Another site or an email address. */
  | { readonly kind: 'external'; readonly href: string };

/** A placeholder for this site while addresses are parsed; never fetched. */
const SITE = 'https://site.invalid';
const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);
const IMAGE_PROTOCOLS = new Set(['http:', 'https:']);

/** Parses an address as browsers do, which remove tabs and line breaks, so that every spelling of `javascript:` is detected. */
function parse(href: string): URL | null {
  const address = decodeEntities(href).trim();
  return URL.canParse(address, SITE) ? new URL(address, SITE) : null;
}

const pathOf = (url: URL): string => `${url.pathname}${url.search}${url.hash}`.replace(/^\/{2,}/, '/');

/** The target of a link; null unless it is http, https, mailto or on this site. */
export function safeLink(href: string): SafeLink | null {
  const url = parse(href);
  if (!url || !LINK_PROTOCOLS.has(url.protocol)) return null;
  if (url.origin !== SITE) return { kind: 'external', href: url.href };

  const isFragment = decodeEntities(href).trim().startsWith('#');
  return isFragment ? { kind: 'fragment', fragment: url.hash.slice(1) } : { kind: 'internal', path: pathOf(url) };
}

/** The address of a picture; null unless it is http, https or on this site. */
export function safeImageUrl(src: string): string | null {
  const url = parse(src);
  // A name and password in the address would be sent to its host.
  if (!url || !IMAGE_PROTOCOLS.has(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.origin === SITE ? pathOf(url) : url.href;
}
