import { type RefObject, useEffect, useRef, useState } from 'react';

/** Space next to the open tab, so that its neighbour hints at more tabs. */
const NEIGHBOR_PX = 56;

/** The ends of the strip at which tabs are out of sight. */
function hiddenEnds({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const ends = [scrollLeft > 1 && 'before', scrollLeft + clientWidth < scrollWidth - 1 && 'after'];
  return ends.filter(Boolean).join(' ');
}

/**
 * For a strip of tabs that scrolls if they do not fit: keeps the open tab visible without moving the page, and sets `data-hidden` to the ends with
 * hidden tabs.
 */
export function useTabStrip<T extends HTMLElement = HTMLDivElement>(
  current: string,
): { ref: RefObject<T | null>; 'data-hidden'?: string } {
  const ref = useRef<T>(null);
  const [hidden, setHidden] = useState('');

  useEffect(() => {
    const strip = ref.current;
    if (!strip) return;
    const look = () => setHidden(hiddenEnds(strip));
    const sizes = new ResizeObserver(look);
    sizes.observe(strip);
    strip.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      strip.removeEventListener('scroll', look);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab was opened
  useEffect(() => {
    const strip = ref.current;
    const tab = strip?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current]');
    if (!strip || !tab) return;
    const start = tab.getBoundingClientRect().left - strip.getBoundingClientRect().left + strip.scrollLeft;
    const end = start + tab.offsetWidth;
    if (start - NEIGHBOR_PX < strip.scrollLeft) strip.scrollLeft = start - NEIGHBOR_PX;
    else if (end + NEIGHBOR_PX > strip.scrollLeft + strip.clientWidth) {
      strip.scrollLeft = end + NEIGHBOR_PX - strip.clientWidth;
    }
  }, [current]);

  return { ref, ...(hidden && { 'data-hidden': hidden }) };
}
