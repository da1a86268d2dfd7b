import { useEffect, useState } from 'react';
import { openLayer } from '../../components/escape.ts';

/** Whether the editor fills the window. The page behind then does not scroll, and Escape ends it. */
export function useFullPage() {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    if (!isWide) return;
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    const closeLayer = openLayer(() => setWide(false));
    return () => {
      closeLayer();
      document.documentElement.style.overflow = overflow;
    };
  }, [isWide]);
  return [isWide, setWide] as const;
}
