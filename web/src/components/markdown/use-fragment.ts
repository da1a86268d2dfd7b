import { type RefObject, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls to the fragment of the address once the text is rendered. After a navigation within the app, the router could not find
 * the element yet and scrolled to the top. Does nothing if the reader has scrolled down.
 */
export function useFragment(root: RefObject<HTMLElement | null>): void {
  const { hash } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser handles later fragments
  useLayoutEffect(() => {
    if (hash === '' || window.scrollY > 0) return;
    const places = [...(root.current?.querySelectorAll('[id]') ?? [])];
    places.find(({ id }) => hash === `#${id}` || hash === `#${encodeURIComponent(id)}`)?.scrollIntoView();
  }, []);
}
