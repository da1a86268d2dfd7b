import { useEffect, useState } from 'react';

/** The selected range of an element whose text is edited in place; fields keep theirs by themselves. */
function rangeIn(element: Element | null): Range | null {
  const selection = document.getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : null;
  return range && element?.contains(range.commonAncestorContainer) ? range : null;
}

/**
 * For a dialog that is mounted when it opens: when it closes, the focus returns to the element that had it before, if
 * that still exists, and with it what was selected there. Left to the browser, a text that gets the focus back has its
 * caret at its start, and ProseMirror corrects that only on a device that needs less than 200 ms to tell it.
 */
export function useFocusBack(): void {
  const [before] = useState(() => ({ element: document.activeElement, range: rangeIn(document.activeElement) }));
  useEffect(() => {
    return () => {
      const { element, range } = before;
      if (!(element instanceof HTMLElement && element.isConnected)) return;
      element.focus({ preventScroll: true });
      if (!range || !element.contains(range.commonAncestorContainer)) return;
      const selection = document.getSelection();
      selection?.removeAllRanges();
      selection?.addRange(range);
    };
  }, [before]);
}
