import type { Highlighter } from '@inkwell/shared/markdown/code-colors';
import { startTransition, useEffect, useState } from 'react';

let loaded: Highlighter | null = null;
let loading: Promise<Highlighter> | null = null;

async function load(): Promise<Highlighter> {
  const { createHighlighter } = await import('@inkwell/shared/markdown/code-highlighter');
  loaded ??= createHighlighter();
  return loaded;
}

/**
 * The code highlighter, loaded after the first text that contains code. Null until then, and if loading fails, which is not reported
 * because code is readable without colours.
 */
export function useHighlighter(isWanted: boolean): Highlighter | null {
  const [highlighter, setHighlighter] = useState(() => loaded);
  const isMissing = isWanted && highlighter === null;

  useEffect(() => {
    if (!isMissing) return;
    let isGone = false;
    loading ??= load().finally(() => {
      loading = null;
    });
    loading
      .then((highlight) => {
        if (!isGone) startTransition(() => setHighlighter(() => highlight));
      })
      .catch((error: unknown) => console.warn('The highlighter could not be loaded', error));
    return () => {
      isGone = true;
    };
  }, [isMissing]);

  return highlighter;
}
