import type { Page } from '@playwright/test';

/** Waits until the page has been painted twice, so that the result of a change is on the screen. */
export const framesOf = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve()))),
      ),
  );
