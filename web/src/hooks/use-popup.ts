import { type FocusEvent, useEffect, useId, useRef, useState } from 'react';

/**
 * A button and the panel that it opens. Escape closes the panel and returns the focus to the button; clicking or focusing something outside closes it
 * too.
 */
export function usePopup() {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  const close = ({ returnFocus }: { returnFocus: boolean }) => {
    setOpen(false);
    if (returnFocus) button.current?.focus();
  };

  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    // The document listens, because the focus may have moved to the page.
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape' || !(target instanceof Node)) return;
      if (target !== document.body && !root.current?.contains(target)) return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPointerDown, { signal: controller.signal });
    document.addEventListener('keydown', onKeyDown, { signal: controller.signal });
    return () => controller.abort();
  }, [isOpen]);

  return {
    isOpen,
    setOpen,
    close,
    panelId,
    rootProps: {
      ref: root,
      onBlur: (event: FocusEvent) => {
        if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) setOpen(false);
      },
    },
    buttonProps: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': panelId,
      onClick: () => setOpen(!isOpen),
    },
  };
}
