import { useEffect } from 'react';

/** Whoever takes something away may put the focus elsewhere themselves, within this time. */
const GRACE_MS = 100;

function pathOf(element: Element | null): Element[] {
  const path: Element[] = [];
  for (let it = element; it && it !== document.body; it = it.parentElement) path.push(it);
  return path;
}

/**
 * When what has the focus is taken away or switched off, browsers drop the focus to the top of the page. It then goes to the
 * nearest thing around it that can have it: a dialog, an entry of a list, at least the page's main part.
 */
export function FocusKeeper() {
  useEffect(() => {
    /** What had the focus last, and all that is around it. */
    let path: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;

    const catchFocus = () => {
      timer = undefined;
      const [last, ...around] = path;
      if (!last || document.activeElement !== document.body) return;
      if (last.isConnected && !last.matches(':disabled')) return;
      around
        .find((it): it is HTMLElement => it instanceof HTMLElement && it.isConnected && it.matches('[tabindex]'))
        ?.focus({
          preventScroll: true,
        });
    };
    const remember = () => {
      path = pathOf(document.activeElement);
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) timer ??= setTimeout(catchFocus, GRACE_MS);
    });

    remember();
    document.addEventListener('focusin', remember);
    // A click beside everything leaves the focus on purpose. It is looked at before anything is taken away because of it.
    document.addEventListener('click', remember, { capture: true });
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('click', remember, { capture: true });
    };
  }, []);

  return null;
}
