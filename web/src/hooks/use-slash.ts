import { useEffect, useRef } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/**
 * Calls back when `/` is pressed outside of fields and dialogs.
 * @param comesFirst runs instead of the callbacks that do not come first
 */
export function useSlash(onSlash: (() => void) | undefined, { comesFirst = false } = {}): void {
  const callback = useRef(onSlash);
  callback.current = onSlash;

  const isOn = onSlash !== undefined;

  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      callback.current?.();
    };
    document.addEventListener('keydown', onKeyDown, { capture: comesFirst });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: comesFirst });
  }, [isOn, comesFirst]);
}
