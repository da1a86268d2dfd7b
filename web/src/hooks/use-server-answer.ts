import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { browserLocation } from '../lib/browser-location.ts';
import { isPathOfApp } from '../lib/unknown-address.ts';

/**
 * Asks the server what an address leads to that the app does not know: only the server knows redirects, and what may have been meant. What it
 * sent itself is its answer.
 * @returns whether the answer is on its way
 */
export function useServerAnswer(): boolean {
  const { pathname, search, hash } = useLocation();
  const isAsking = isPathOfApp(pathname) && navigator.onLine;
  useEffect(() => {
    if (isAsking) browserLocation.reopen(`${pathname}${search}${hash}`);
  }, [isAsking, pathname, search, hash]);
  return isAsking;
}
