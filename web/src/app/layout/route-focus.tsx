import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.tsx';

/** Long enough for a page to set its title after a navigation. */
const TITLE_SETTLE_MS = 150;

/**
 * After a navigation, and when a session begins or ends, the focus moves to the new page and screen readers hear its
 * title; otherwise the focus would stay on an element that is gone. Filters and tabs that only change the query are not
 * navigations.
 */
export function RouteFocus({ mainId }: { readonly mainId: string }) {
  const { pathname } = useLocation();
  const { status } = useSession();
  const isSignedIn = status === 'signed-in' ? true : status === 'visitor' ? false : null;
  const previous = useRef({ pathname, isSignedIn });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [announcement, setAnnouncement] = useState('');

  const beginAtPage = useCallback(() => {
    document.getElementById(mainId)?.focus({ preventScroll: true });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnnouncement(document.title), TITLE_SETTLE_MS);
  }, [mainId]);

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (previous.current.pathname === pathname) return;
    previous.current.pathname = pathname;
    beginAtPage();
  }, [pathname, beginAtPage]);

  useEffect(() => {
    const before = previous.current.isSignedIn;
    if (isSignedIn === null || isSignedIn === before) return;
    previous.current.isSignedIn = isSignedIn;
    if (before === null) return;
    // Landing page and home page share an address, so the router sees no navigation.
    if (pathname === paths.home) window.scrollTo(0, 0);
    if (document.activeElement === document.body) beginAtPage();
  }, [isSignedIn, pathname, beginAtPage]);

  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {announcement}
    </div>
  );
}
