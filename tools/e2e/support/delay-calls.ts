import type { Page } from '@playwright/test';

/**
 * Delays requests, of one method if it is given.
 * @returns a function that releases them
 */
export async function delayCalls(page: Page, pattern: RegExp, method?: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    if (method && route.request().method() !== method) return route.fallback();
    await released;
    await route.continue().catch(() => undefined);
  });
  return () => release();
}

/** Delays the app's scripts, or some of them, like a slow connection. */
export const delayScripts = (page: Page, files = /\/assets\/.*\.js$/) => delayCalls(page, files);

/** Opens a page without waiting for the app's scripts, or some of them. @returns a function that releases them */
export async function openServed(page: Page, path: string, files?: RegExp): Promise<() => void> {
  const release = await delayScripts(page, files);
  await page.goto(path, { waitUntil: 'commit' });
  return release;
}
