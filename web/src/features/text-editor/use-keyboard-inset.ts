import { type RefObject, useEffect } from 'react';

/** Stores the height covered by an on-screen keyboard in `--keyboard` of an element, because browsers lay out pages behind the keyboard. */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: view } = window;
    if (!view) return;
    const measure = () => {
      // A zoomed page is smaller than the screen even without a keyboard.
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
