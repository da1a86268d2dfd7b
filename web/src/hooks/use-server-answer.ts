import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { browserLocation } from '../lib/browser-location.ts';

/** The router's key of the entry with which a document begins. */
const OF_DOCUMENT = 'default';

/**
 * Asks the server what an address leads to that the app does not know: only the server knows redirects. The page that it sent itself
 * is its answer.
 * @returns whether the answer is on its way
 */
export function useServerAnswer(isUnknown: boolean): boolean {
  const { key, pathname, search, hash } = useLocation();
  const isAsking = isUnknown && key !== OF_DOCUMENT && navigator.onLine;
  useEffect(() => {
    if (isAsking) browserLocation.reopen(`${pathname}${search}${hash}`);
  }, [isAsking, pathname, search, hash]);
  return isAsking;
}
