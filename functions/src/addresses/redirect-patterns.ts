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
 * Where a pattern leads from a decoded path that it matches, encoded. Where the target asks for it, the segments behind the beginning are appended,
 * each encoded, so that none of them can become a host, a query or a fragment.
 */
export function patternTarget({ prefix, to }: Pick<RedirectPattern, 'prefix' | 'to'>, path: string): string {
  if (!carriesRest(to)) return to;
  // Counted, because small letters and composed forms may be of another length.
  const rest = path.split('/').slice(prefix.split('/').length - 1);
  const base = to.slice(0, -`/${REST}`.length);
  return [base, ...rest.map(encodeURIComponent)].join('/') || '/';
}
