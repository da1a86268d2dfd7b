import { type RefObject, useEffect } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';

/** What has buttons added to it: code, to copy it, and pictures, to see them large. */
const AIDED = '.markdown-code, img';

/**
 * Adds the buttons that an article has in the app alone, to served elements and to rendered ones alike, once there is time.
 * Where their code does not come the text stays as it is. `text` stands for what `root` shows: another one is looked at anew.
 */
export function useReadingAids(root: RefObject<HTMLElement | null>, text: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons belong to what is shown
  useEffect(() => {
    const element = root.current;
    if (!element?.querySelector(AIDED)) return;
    let remove: (() => void) | undefined;
    let isGone = false;
    whenIdle(() => {
      if (isGone) return;
      import('./reading-aids.ts')
        .then(({ addReadingAids }) => {
          if (!isGone) remove = addReadingAids(element);
        })
        .catch((error: unknown) => console.warn('Articles stay without buttons', error));
    });
    return () => {
      isGone = true;
      remove?.();
    };
  }, [root, text]);
}
