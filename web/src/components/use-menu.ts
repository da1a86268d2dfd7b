import { type KeyboardEvent, useEffect, useRef } from 'react';
import { usePopup } from '../hooks/use-popup.ts';
import { openLayer } from './escape.ts';

/** The keyboard of a button with a menu of buttons, by the ARIA pattern: arrows, Home, End, Escape. */
export function useMenu(focusOptions?: FocusOptions) {
  const { isOpen, setOpen, close, panelId, rootProps, buttonProps } = usePopup();
  const menu = useRef<HTMLDivElement>(null);

  // In a dialog, Escape closes only the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one layer each time it opens
  useEffect(() => {
    if (!isOpen) return;
    menu.current?.querySelector('button')?.focus(focusOptions);
    return openLayer(() => close({ returnFocus: true }));
  }, [isOpen]);

  const open = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpen(true);
  };
  const move = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const index = items.indexOf(document.activeElement as HTMLButtonElement);
    const steps: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 };
    const target = steps[event.key];
    if (target === undefined) return;
    event.preventDefault();
    items.at(target % items.length)?.focus();
  };

  return {
    isOpen,
    close,
    rootProps,
    buttonProps: { ...buttonProps, type: 'button', 'aria-haspopup': 'menu', onKeyDown: open } as const,
    menuProps: { ref: menu, id: panelId, onKeyDown: move },
  };
}
