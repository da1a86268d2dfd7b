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

/** What redirects have to get along with. Grows while several are checked, because one may follow from those before it. */
export interface Surroundings {
  patterns: readonly RedirectPattern[];
  /** What is at both ends of the redirects, by the ids of the paths. */
  readonly at: Map<string, Redirect | 'other'>;
  /** Redirects of single addresses that lead to an old address of theirs. */
  readonly followers: Redirect[];
}

type Ends = Pick<Redirect, 'from' | 'to'>;

/** Of an address that the contract has checked. */
export function addressIn(from: string) {
  const address = redirectedAddress(from);
  if (!address) throw new Error('not an address to be redirected');
  return address;
}

/** The id of a redirect: that of its path, or of the beginning with its `*`. */
export function idOf(from: string): string {
  const { path, isPattern } = addressIn(from);
  return addressId(isPattern ? `${path}*` : path);
}

/** What the server looks up where a target leads: a path as it is compared, without the rest, or an old query; null for targets elsewhere. */
export function pathIn(to: string): string | null {
  if (!to.startsWith('/')) return null;
  const [written = '', ...query] = (to.split('#')[0] ?? '').split('?');
  const path = decodedPath(carriesRest(to) ? to.slice(0, -REST.length) : written);
  if (path === '/') return oldQueryIn(query.join('?')) ?? path;
  return path === null ? null : comparedPath(path);
}

/** The path of a target where a redirect may stand; null for others. */
export function redirectableTarget(to: string): string | null {
  const path = pathIn(to);
  return path === null || isReservedPath(path) ? null : path;
}

/** What is there under the id of a redirect already. */
export const redirectAt = ({ patterns, at }: Surroundings, id: string): Redirect | 'other' | undefined => {
  const pattern = patterns.find((one) => one.id === id);
  return pattern ? toRedirect(pattern) : at.get(id);
};

/**
 * Why a redirect cannot be stored; null if it can. Readers never take more than one step: neither end may be an end of another redirect.
 * @param replaced the id of the redirect whose place it takes
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

/** Adds a redirect that was accepted to what the next ones have to get along with. */
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
  ...{ id, from, to, status },
  createdAt: createdAt.toISOString(),
});
