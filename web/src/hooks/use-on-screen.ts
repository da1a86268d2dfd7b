import { type RefObject, useEffect, useRef } from 'react';

/** Distance below the screen at which the next page is loaded, so that readers rarely reach the end. */
const AHEAD = '600px';

/** Calls back whenever the element comes near the screen; for lists that load more while the reader scrolls. */
export function useOnScreen<E extends Element>(onScreen: () => void, isEnabled: boolean): RefObject<E | null> {
  const element = useRef<E>(null);
  const callback = useRef(onScreen);
  callback.current = onScreen;

  useEffect(() => {
    if (!isEnabled || !element.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) callback.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isEnabled]);

  return element;
}
