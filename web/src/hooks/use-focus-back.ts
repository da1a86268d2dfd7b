import { useEffect, useState } from 'react';

/** The selected range of an element with editable content; fields keep theirs on their own. */
function rangeIn(element: Element | null): Range | null {
  const selection = document.getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : null;
  return range && element?.contains(range.commonAncestorContainer) ? range : null;
}

/**
 * For a dialog that is mounted when it opens: when it closes, the focus returns to the previously focused element, if that still exists, together
 * with the selection in it. If the browser restored the focus, a text's caret would be at its start, which ProseMirror corrects only on devices that
 * report it within 200 ms.
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
