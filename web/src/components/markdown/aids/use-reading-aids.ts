import { type RefObject, useEffect } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';

/** Code blocks and pictures get buttons (copy, enlarge); the table of contents marks the current section. */
const AIDED = '.markdown-code, .markdown-contents, img';

/**
 * Adds the buttons that articles have only in the app, to served and rendered elements, when the browser is idle. If their code
 * cannot be loaded, the text stays without them.
 * @param text the text that `root` shows; a change adds the buttons again
 */
export function useReadingAids(root: RefObject<HTMLElement | null>, text: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons belong to the text that is shown
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
        .catch((error: unknown) => console.warn('The buttons of articles could not be loaded', error));
    });
    return () => {
      isGone = true;
      remove?.();
    };
  }, [root, text]);
}
