import { type KeyboardEvent, useRef, useState } from 'react';

/**
 * One stop for the Tab key, arrows within: the toolbar pattern of the ARIA Authoring Practices. `current` is the button that
 * Tab leads to; a button calls `setCurrent` with its place when it gets the focus.
 */
export function useRovingFocus() {
  const [current, setCurrent] = useState(0);
  const ref = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = ref.current?.querySelectorAll('button') ?? [];
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
