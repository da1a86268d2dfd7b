import { useEffect, useState } from 'react';

/** For a dialog that is made when it opens: when it goes, what had the focus before gets it back, if it is still there. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [before]);
}
