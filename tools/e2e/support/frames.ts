import type { Page } from '@playwright/test';

/** Waits until the page was painted twice: what it does after a change is on the screen by then. */
export const framesOf = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve()))),
      ),
  );
