import { type RefObject, useEffect } from 'react';

/**
 * Keeps the height that an on-screen keyboard covers in `--keyboard` of an element, because browsers lay pages out
 * behind it.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: view } = window;
    if (!view) return;
    const measure = () => {
      // An enlarged page is smaller than the screen without any keyboard.
      const covered = view.scale > 1.05 ? 0 : document.documentElement.clientHeight - view.height - view.offsetTop;
      element.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    measure();
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
    };
  }, [element]);
}
