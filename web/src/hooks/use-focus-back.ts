import { useEffect, useState } from 'react';

/**
 * For a dialog that is mounted when it opens: when it closes, the focus returns to the element that had it before, if
 * that still exists.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [before]);
}
