import { useEffect } from 'react';

/** Code that removes the focused element may move the focus itself within this time. */
const GRACE_MS = 100;

function pathOf(element: Element | null): Element[] {
  const path: Element[] = [];
  for (let it = element; it && it !== document.body; it = it.parentElement) path.push(it);
  return path;
}

/**
 * When the focused element is removed or disabled, browsers move the focus to the top of the page. This component moves
 * it to the nearest focusable ancestor instead: a dialog, a list entry, or at least the main part of the page.
 */
export function FocusKeeper() {
  useEffect(() => {
    /** The element that had the focus last, and its ancestors. */
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
    // A click on the empty page moves the focus on purpose. The target is read in the capture phase, before a handler
    // can remove it.
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
