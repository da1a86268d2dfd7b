import { comparedPath, decodedPath, isReservedPath } from '@inkwell/shared/addresses';
import {
  carriesRest,
  isRestPlaced,
  oldQueryIn,
  REDIRECT_LIMITS,
  REST,
  type Redirect,
  redirectedAddress,
} from '@inkwell/shared/redirects';
import { addressId } from '../addresses/address-id.ts';
import { comparedPrefix, matchPattern, type RedirectPattern } from '../addresses/redirect-patterns.ts';

export type RedirectRefusal = 'taken' | 'toItself' | 'chain' | 'follower' | 'fullPatterns' | 'rest';

/**
 * The existing addresses that redirects must not conflict with. Grows while several redirects are checked, because each may depend on earlier ones.
 */
export interface Surroundings {
  patterns: readonly RedirectPattern[];
  /** The addresses at both ends of the redirects, by path id. */
  readonly at: Map<string, Redirect | 'other'>;
  /** Redirects of single addresses that lead to the old address of one of these. */
  readonly followers: Redirect[];
}

type Ends = Pick<Redirect, 'from' | 'to'>;

/** For an address that the contract has validated. */
export function addressIn(from: string) {
  const address = redirectedAddress(from);
  if (!address) throw new Error('not an address to be redirected');
  return address;
}

/** The id of a redirect: of its path, or of the pattern's beginning with its `*`. */
export function idOf(from: string): string {
  const { path, isPattern } = addressIn(from);
  return addressId(isPattern ? `${path}*` : path);
}

/** The key that the server looks up a target by: a normalized path without `REST`, or an old query; null for external targets. */
export function pathIn(to: string): string | null {
  if (!to.startsWith('/')) return null;
  const [written = '', ...query] = (to.split('#')[0] ?? '').split('?');
  const path = decodedPath(carriesRest(to) ? to.slice(0, -REST.length) : written);
  if (path === '/') return oldQueryIn(query.join('?')) ?? path;
  return path === null ? null : comparedPath(path);
}

/** The path of a target that can have a redirect; otherwise null. */
export function redirectableTarget(to: string): string | null {
  const path = pathIn(to);
  return path === null || isReservedPath(path) ? null : path;
}

/** What already exists under a redirect's id. */
export const redirectAt = ({ patterns, at }: Surroundings, id: string): Redirect | 'other' | undefined => {
  const pattern = patterns.find((one) => one.id === id);
  return pattern ? toRedirect(pattern) : at.get(id);
};

/**
 * Why a redirect cannot be stored; null if it can. Readers never follow more than one redirect, so neither end may be an end of another one.
 * @param replaced the id of the redirect that it replaces
 */
export function refusalOf(around: Surroundings, redirect: Ends, replaced: string | null): RedirectRefusal | null {
  if (!isRestPlaced(redirect)) return 'rest';
  const { path, isPattern } = addressIn(redirect.from);
  const [target, id] = [redirectableTarget(redirect.to), idOf(redirect.from)];
  const leadsTo = pathIn(redirect.to);
  const patterns = around.patterns.filter((one) => one.id !== id && one.id !== replaced);
  const followers = around.followers.filter((one) => one.id !== replaced);
  if (isPattern) {
    if (patterns.length >= REDIRECT_LIMITS.patterns) return 'fullPatterns';
    const leadsHere = (to: string | null) => to !== null && matchPattern([{ prefix: comparedPrefix(path) }], to);
    if (leadsHere(target)) return 'toItself';
    if ([...followers, ...patterns].some((one) => leadsHere(pathIn(one.to)))) return 'follower';
  } else {
    if (around.at.has(id) && id !== replaced) return 'taken';
    if (leadsTo !== null && addressId(leadsTo) === id) return 'toItself';
    if ([...followers, ...patterns].some((one) => pathIn(one.to) === comparedPath(path))) return 'follower';
  }
  if (target === null) return null;
  const there = around.at.get(addressId(target));
  if (there !== undefined) return there !== 'other' && there.id !== replaced ? 'chain' : null;
  return matchPattern(patterns, target) ? 'chain' : null;
}

/** Adds an accepted redirect to the existing ones, for checking the next. */
export function addTo(around: Surroundings, redirect: Redirect): void {
  const { path, isPattern } = addressIn(redirect.from);
  if (isPattern) {
    const pattern = { ...redirect, prefix: comparedPrefix(path), createdAt: new Date(redirect.createdAt) };
    around.patterns = [...around.patterns.filter(({ id }) => id !== redirect.id), { kind: 'redirect', ...pattern }];
  } else {
    around.at.set(redirect.id, redirect);
    around.followers.push(redirect);
  }
}

export const toRedirect = ({ id, from, to, status, createdAt }: RedirectPattern): Redirect => ({
  id,
  from,
  to,
  status,
  createdAt: createdAt.toISOString(),
});
