import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { RichTextProps } from '../rich-text/rich-text.tsx';

type RichPart =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly RichText: ComponentType<RichTextProps> };

/** Loads the rich text editor when it is first needed. Writing is possible without it. */
export function useRichPart(isWanted: boolean): { readonly part: RichPart; readonly retry: () => void } {
  const [part, setPart] = useState<RichPart>({ status: 'waiting' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    if (!isWanted || part.status === 'ready') return;
    let isWaited = true;
    import('../rich-text/rich-text.tsx')
      .then(({ RichText }) => {
        if (isWaited) setPart({ status: 'ready', RichText });
      })
      .catch((error: unknown) => {
        console.warn('The rich text editor could not be loaded', error);
        if (isWaited) setPart({ status: 'failed' });
      });
    return () => {
      isWaited = false;
    };
  }, [isWanted, attempt, part.status === 'ready']);

  const retry = useCallback(() => {
    setPart({ status: 'waiting' });
    setAttempt((count) => count + 1);
  }, []);
  return { part, retry };
}
