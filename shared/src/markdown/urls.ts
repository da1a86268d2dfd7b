import { decodeEntities } from './entities.ts';

export type SafeLink =
  /** A place in the same text, without `#`. */
  | { readonly kind: 'fragment'; readonly fragment: string }
  /** A path of the site itself, from `/` on. */
  | { readonly kind: 'internal'; readonly path: string }
  /** Another site, or an address to write to. */
  | { readonly kind: 'external'; readonly href: string };

/** Stands for the site while addresses are read; nothing is ever fetched from it. */
const SITE = 'https://site.invalid';
const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);
const IMAGE_PROTOCOLS = new Set(['http:', 'https:']);

/** Reads an address as browsers do, which drop tabs and line breaks: so no spelling of `javascript:` slips through. */
function parse(href: string): URL | null {
  const address = decodeEntities(href).trim();
  return URL.canParse(address, SITE) ? new URL(address, SITE) : null;
}

const pathOf = (url: URL): string => `${url.pathname}${url.search}${url.hash}`.replace(/^\/{2,}/, '/');

/** The link a text asks for, or null unless it is http, https, mailto or on the site itself. */
export function safeLink(href: string): SafeLink | null {
  const url = parse(href);
  if (!url || !LINK_PROTOCOLS.has(url.protocol)) return null;
  if (url.origin !== SITE) return { kind: 'external', href: url.href };

  const isFragment = decodeEntities(href).trim().startsWith('#');
  return isFragment ? { kind: 'fragment', fragment: url.hash.slice(1) } : { kind: 'internal', path: pathOf(url) };
}

/** The address of a picture, or null unless it is http, https or on the site itself. */
export function safeImageUrl(src: string): string | null {
  const url = parse(src);
  if (!url || !IMAGE_PROTOCOLS.has(url.protocol)) return null;
  return url.origin === SITE ? pathOf(url) : url.href;
}
