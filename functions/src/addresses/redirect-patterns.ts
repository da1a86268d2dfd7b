import { carriesRest, REST } from '@inkwell/shared/redirects';
import type { RedirectTarget } from './addresses.repository.ts';

/** A redirect of all addresses that begin alike. */
export interface RedirectPattern extends RedirectTarget {
  /** As it was typed, with its `*`. */
  readonly from: string;
  /** The beginning as it is compared: decoded, in small letters and composed form. */
  readonly prefix: string;
  readonly createdAt: Date;
}

export const comparedPrefix = (prefix: string): string => prefix.toLowerCase().normalize('NFC');

/** The pattern with the longest beginning that a decoded path has; null for none. Takes time in proportion to the patterns. */
export function matchPattern<T extends Pick<RedirectPattern, 'prefix'>>(
  patterns: readonly T[],
  path: string,
): T | null {
  const compared = comparedPrefix(path.endsWith('/') ? path : `${path}/`);
  let best: T | null = null;
  for (const pattern of patterns) {
    if (pattern.prefix.length > (best?.prefix.length ?? 0) && compared.startsWith(pattern.prefix)) best = pattern;
  }
  return best;
}

/**
 * Where a pattern leads from a decoded path that it matches, encoded. Where the target asks for it, what is behind the beginning is appended as
 * segments, each encoded, so that none of them can become a host, a query or a fragment.
 */
export function patternTarget({ prefix, to }: Pick<RedirectPattern, 'prefix' | 'to'>, path: string): string {
  if (!carriesRest(to)) return to;
  const beginnings = prefix.split('/');
  const partial = beginnings.at(-1) ?? '';
  const [first = '', ...others] = path.split('/').slice(beginnings.length - 1);
  // Searched, because small letters and composed forms may be of another length.
  const end =
    [...Array(first.length).keys()].find((n) => comparedPrefix(first.slice(0, n)) === partial) ?? first.length;
  const rest = [first.slice(end), ...others];
  const base = to.slice(0, -`/${REST}`.length);
  // An empty segment after the base would begin the name of a host.
  const from = rest.findIndex((segment) => segment !== '');
  return [base, ...(from < 0 ? [] : rest.slice(from).map(encodeURIComponent))].join('/') || '/';
}
