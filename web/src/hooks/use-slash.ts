import { useLayoutEffect, useRef } from 'react';

const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select';

/** Whether a field handles a key. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS));

/** Whether a key without a modifier may act on the page: it was pressed outside fields and dialogs, and nothing has handled it. */
export const isOpenForKeys = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  !isTyping(event.target) &&
  !document.querySelector('[aria-modal="true"]');

/**
 * Calls back when `/` is pressed outside fields and dialogs.
 * @param comesFirst takes precedence over callbacks without it
 */
export function useSlash(onSlash: (() => void) | undefined, { comesFirst = false } = {}): void {
  const callback = useRef(onSlash);
  callback.current = onSlash;

  const isOn = onSlash !== undefined;

  // An effect may run long after the field is shown, and a key pressed in between would be lost.
  useLayoutEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isOpenForKeys(event)) return;
      event.preventDefault();
      callback.current?.();
    };
    document.addEventListener('keydown', onKeyDown, { capture: comesFirst });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: comesFirst });
  }, [isOn, comesFirst]);
}
