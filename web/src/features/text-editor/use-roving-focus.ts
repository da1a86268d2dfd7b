import { type KeyboardEvent, useRef, useState } from 'react';

/**
 * The toolbar pattern of the ARIA Authoring Practices: the toolbar is one tab stop, and arrow keys move within it. `current` is the index of the
 * button that Tab focuses; each button calls `setCurrent` when it is focused.
 */
export function useRovingFocus() {
  const [current, setCurrent] = useState(0);
  const ref = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = ref.current?.querySelectorAll<HTMLElement>('button:not([role])') ?? [];
    const count = buttons.length;
    const targets: Record<string, number> = {
      ArrowRight: (current + 1) % count,
      ArrowLeft: (current + count - 1) % count,
      Home: 0,
      End: count - 1,
    };
    const next = targets[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    buttons[next]?.focus();
  };
  return { current, setCurrent, ref, onKeyDown };
}
