import { type RefObject, useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Addresses of the app have no dot in their last part, unlike feeds and pictures. An address that begins with two slashes is on another site. */
export const isPathForApp = (path: string): boolean => !/\.[^/]*$|^\/\/|^\/api\//.test(path);

/** The address within the app for a click on a link; null if the browser handles the click (other sites, new tabs, downloads, anchors). */
function placeOf(event: MouseEvent, root: Element): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !root.contains(link) || link.getAttribute('href')?.startsWith('#')) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  return origin === window.location.origin && isPathForApp(pathname) ? `${pathname}${search}${hash}` : null;
}

/** Lets the router follow plain links within `root`, which may be served markup. */
export function useSiteLinks(root: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const follow = (event: MouseEvent) => {
      const place = placeOf(event, element);
      if (place === null) return;
      event.preventDefault();
      const { pathname, search, hash } = window.location;
      void navigate(place, { replace: place === `${pathname}${search}${hash}` });
    };
    element.addEventListener('click', follow);
    return () => element.removeEventListener('click', follow);
  }, [root, navigate]);
}
