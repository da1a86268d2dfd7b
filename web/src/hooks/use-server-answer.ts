import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { browserLocation } from '../lib/browser-location.ts';
import { isPathOfApp } from '../lib/unknown-address.ts';

/**
 * Asks the server about an address that the app does not know, because only the server knows redirects and suggestions. If the server sent the page
 * itself, that was its answer.
 * @returns whether the answer is pending
 */
export function useServerAnswer(): boolean {
  const { pathname, search, hash } = useLocation();
  const isAsking = isPathOfApp(pathname) && navigator.onLine;
  useEffect(() => {
    if (isAsking) browserLocation.reopen(`${pathname}${search}${hash}`);
  }, [isAsking, pathname, search, hash]);
  return isAsking;
}
