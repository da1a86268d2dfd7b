import type { Page } from '@playwright/test';

/**
 * Delays the app's scripts, or some of them, like a slow connection.
 * @returns a function that releases them
 */
export async function delayScripts(page: Page, files = /\/assets\/.*\.js$/): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}
