import { type ComponentType, lazy } from 'react';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** Asks once more for stylesheets that failed: the loader of chunks asks for each only once. */
function askForFailedStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (!link.sheet) link.replaceWith(link.cloneNode());
  }
}

/**
 * A component in a chunk of its own that the page can do without for a while. Where the chunk cannot be loaded it is asked for
 * again, when the network returns and ever more seldom: what somebody is reading must not give way to an error for it.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        return { default: await load() };
      } catch (error) {
        console.error('Part of the page could not be loaded', error);
      }
      await new Promise((resolve) => {
        setTimeout(resolve, waitMs);
        addEventListener('online', resolve, { once: true });
      });
      askForFailedStyles();
    }
  });
