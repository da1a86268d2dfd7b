import { useLocation } from 'react-router';
import { paths } from '../lib/paths.ts';

/** Where somebody was who went to sign in: the address, and the key by which the place on that page is known. */
interface ReturnPlace {
  readonly path: string;
  readonly key: string;
}

/** Pages that are ways to sign in themselves: nobody wants to come back to them. */
const WAYS_IN: readonly string[] = [
  paths.home,
  paths.forgotPassword,
  paths.resetPassword,
  '/auth/action',
  '/__/auth/action',
];

/** An address of this app. Anything that a browser would take for another site is none, such as `//host` or `/\\host`. */
const isOwnPath = (path: string): boolean =>
  /^\/(?![/\\])/.test(path) && new URL(path, window.location.origin).origin === window.location.origin;

/** Reads a place from the state of a history entry, which is what this app or its former versions put there. */
function placeIn(state: unknown): ReturnPlace | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { from } = state;
  if (typeof from !== 'object' || from === null || !('path' in from) || !('key' in from)) return null;
  const { path, key } = from;
  return typeof path === 'string' && typeof key === 'string' && isOwnPath(path) ? { path, key } : null;
}

/** Where to go back to after signing in, or null to stay. */
export const useReturnPlace = (): ReturnPlace | null => placeIn(useLocation().state);

/**
 * The state of a link that leads to the sign-in card: which tab it opens, and where the reader is now. Links between the ways
 * in pass on where the reader came from.
 */
export function useSignInState(tab?: 'sign-in' | 'sign-up') {
  const { pathname, search, hash, key, state } = useLocation();
  const from = WAYS_IN.includes(pathname) ? placeIn(state) : { path: `${pathname}${search}${hash}`, key };
  return { ...(tab && { auth: tab }), ...(from && { from }) };
}
