import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Long enough for a page to name itself after the navigation. */
const TITLE_SETTLE_MS = 150;

/**
 * After a navigation the keyboard begins at the new page, and screen readers hear its title; without this they would stay
 * on a link that is gone. Filters and tabs that only change the query are not navigations.
 */
export function RouteFocus({ mainId }: { readonly mainId: string }) {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    document.getElementById(mainId)?.focus({ preventScroll: true });
    const timer = setTimeout(() => setAnnouncement(document.title), TITLE_SETTLE_MS);
    return () => clearTimeout(timer);
  }, [pathname, mainId]);

  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {announcement}
    </div>
  );
}
