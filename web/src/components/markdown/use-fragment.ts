import { type RefObject, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Brings the place that the address names into view when the text has come after the page, as after a navigation within the app:
 * the router looked for it in vain then, and began at the top. Where somebody is further down already, they stay.
 */
export function useFragment(root: RefObject<HTMLElement | null>): void {
  const { hash } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: later fragments find the text there, and are the browser's
  useLayoutEffect(() => {
    if (hash === '' || window.scrollY > 0) return;
    const places = [...(root.current?.querySelectorAll('[id]') ?? [])];
    places.find(({ id }) => hash === `#${id}` || hash === `#${encodeURIComponent(id)}`)?.scrollIntoView();
  }, []);
}
