import type { BrowserContext, Page } from '@playwright/test';
import { type Line, openLine } from 'firebase-local/testing/line';
import { test as base, productUrl } from './test.ts';

/** The product's address on a connection that can be cut, because a browser's offline emulation does not affect service workers. */
export const urlOf = ({ host }: Line): string => `http://${host}`;

/** A browser with service workers, on its own connection, which can be cut. */
export const test = base.extend<{ line: Line }>({
  line: async ({ playwright: _playwright }, use) => {
    const line = await openLine(new URL(productUrl()).host);
    await use(line);
    line.close();
  },
  baseURL: async ({ line }, use) => use(urlOf(line)),
  serviceWorkers: 'allow',
});

export async function cut(line: Line, context: BrowserContext): Promise<void> {
  line.cut();
  await context.setOffline(true);
}

export async function mend(line: Line, context: BrowserContext): Promise<void> {
  line.mend();
  await context.setOffline(false);
}

const keptIn = (page: Page, name: string): Promise<string[]> =>
  page.evaluate(async (cacheName) => {
    const cache = await caches.open(cacheName);
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  }, name);

/** The paths of the articles that the worker has stored. */
export const keptArticles = (page: Page): Promise<string[]> => keptIn(page, 'inkwell:articles');

/** The paths of the saved posts and their pictures that the worker has stored. */
export const keptSaved = (page: Page): Promise<string[]> => keptIn(page, 'inkwell:saved');
