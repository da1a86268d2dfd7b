import { carriesRest, REST } from '@inkwell/shared/redirects';
import type { RedirectTarget } from './addresses.repository.ts';

/** A redirect of all addresses with the same beginning. */
export interface RedirectPattern extends RedirectTarget {
  /** As typed, with its `*`. */
  readonly from: string;
  /** The beginning in the form used for comparison: decoded, lowercase and composed. */
  readonly prefix: string;
  readonly createdAt: Date;
}

export const comparedPrefix = (prefix: string): string => prefix.toLowerCase().normalize('NFC');

/** The longest pattern that matches a decoded path; null if none does. Takes time in proportion to the number of patterns. */
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
 * The encoded target of a pattern for a decoded path that matches it. If the target ends with `REST`, the rest of the path is appended as segments.
 * Each is encoded, so that none can become a host, a query or a fragment.
 */
export function patternTarget({ prefix, to }: Pick<RedirectPattern, 'prefix' | 'to'>, path: string): string {
  if (!carriesRest(to)) return to;
  const beginnings = prefix.split('/');
  const partial = beginnings.at(-1) ?? '';
  const [first = '', ...others] = path.split('/').slice(beginnings.length - 1);
  // Searched for, because the lowercase and composed forms can have a different length.
  const end =
    [...Array(first.length).keys()].find((n) => comparedPrefix(first.slice(0, n)) === partial) ?? first.length;
  const rest = [first.slice(end), ...others];
  const base = to.slice(0, -`/${REST}`.length);
  // After the base, an empty segment would start a host name.
  const from = rest.findIndex((segment) => segment !== '');
  return [base, ...(from < 0 ? [] : rest.slice(from).map(encodeURIComponent))].join('/') || '/';
}
