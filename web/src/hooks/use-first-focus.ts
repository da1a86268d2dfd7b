import { useEffect, useEffectEvent } from 'react';

/**
 * Focuses an element of a page that has just appeared, unless the reader has focused something else.
 * @param isFree whether the focused element may lose the focus; the page itself always may
 */
export function useFirstFocus(
  find: () => HTMLElement | null | undefined,
  isFree?: (focused: Element) => boolean,
): void {
  const focus = useEffectEvent(() => {
    const { activeElement: focused } = document;
    if (!focused || focused === document.body || focused.matches('main') || isFree?.(focused)) {
      find()?.focus({ preventScroll: true });
    }
  });
  useEffect(() => {
    // After a navigation the page itself is focused first.
    const timer = setTimeout(focus);
    return () => clearTimeout(timer);
  }, []);
}
