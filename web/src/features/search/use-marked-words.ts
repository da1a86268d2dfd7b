import { type RefObject, useEffect } from 'react';
import { markedRanges } from './marked-ranges.ts';

const NAME = 'found-words';

/**
 * Marks words in what an element shows, by highlights (CSS Custom Highlight API), so that cards stay as they are elsewhere. Browsers without
 * highlights show the results unmarked.
 */
export function useMarkedWords(container: RefObject<HTMLElement | null>, words: readonly string[] | undefined): void {
  useEffect(() => {
    if (!container.current || !words || words.length === 0 || !('highlights' in CSS)) return;
    const texts = document.createTreeWalker(container.current, NodeFilter.SHOW_TEXT);
    const ranges: Range[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const [start, end] of markedRanges(node.textContent ?? '', words)) {
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, end);
        ranges.push(range);
      }
    }
    CSS.highlights.set(NAME, new Highlight(...ranges));
    return () => void CSS.highlights.delete(NAME);
  }, [container, words]);
}
