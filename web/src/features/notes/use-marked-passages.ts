import type { Quote } from '@inkwell/shared/quotes';
import { useEffect } from 'react';
import { editedElement, quotedRanges } from './passages.ts';

/** As styles name it. */
const NAME = 'notes';

/** Text that is drawn anew within this time is looked through once. */
const PAUSE_MS = 200;

/** Marks passages in rich text, without changing the text: browsers that cannot (before 2025) show them in the list alone. */
export function useMarkedPassages(quotes: readonly Quote[]): void {
  useEffect(() => {
    if (quotes.length === 0 || typeof Highlight === 'undefined') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = () => {
      const element = editedElement();
      const isRich = element && !(element instanceof HTMLTextAreaElement);
      CSS.highlights.set(NAME, new Highlight(...(isRich ? quotedRanges(element, quotes) : [])));
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(mark, PAUSE_MS);
    };
    soon();
    // Rich text loads late, is replaced by the other mode, and is drawn anew while somebody types.
    const observer = new MutationObserver(soon);
    observer.observe(editedElement()?.closest('form') ?? document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      CSS.highlights.delete(NAME);
    };
  }, [quotes]);
}
