import { useLocation } from 'react-router';
import { paths } from '../lib/paths.ts';

/** The page from which a reader went to the sign-in card: its address, and the key of its history entry. */
interface ReturnPlace {
  readonly path: string;
  readonly key: string;
}

/** Sign-in pages, to which nobody is returned. */
const WAYS_IN: readonly string[] = [
  paths.home,
  paths.forgotPassword,
  paths.resetPassword,
  '/auth/action',
  '/__/auth/action',
];

/** Whether an address is in this app. Browsers take `//host` and `/\\host` for other sites. */
const isOwnPath = (path: string): boolean =>
  /^\/(?![/\\])/.test(path) && new URL(path, window.location.origin).origin === window.location.origin;

/** Reads the page from the state of a history entry, which an earlier version of the app may have written. */
function placeIn(state: unknown): ReturnPlace | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { from } = state;
  if (typeof from !== 'object' || from === null || !('path' in from) || !('key' in from)) return null;
  const { path, key } = from;
  return typeof path === 'string' && typeof key === 'string' && isOwnPath(path) ? { path, key } : null;
}

/** The page to return to after signing in; null to stay. */
export const useReturnPlace = (): ReturnPlace | null => placeIn(useLocation().state);

/**
 * The state of a link to the sign-in card: the tab to open, and the page to return to, which links between `WAYS_IN`
 * pass on.
 */
export function useSignInState(tab?: 'sign-in' | 'sign-up') {
  const { pathname, search, hash, key, state } = useLocation();
  const from = WAYS_IN.includes(pathname) ? placeIn(state) : { path: `${pathname}${search}${hash}`, key };
  return { ...(tab && { auth: tab }), ...(from && { from }) };
}
