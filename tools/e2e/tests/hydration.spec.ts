import type { APIRequestContext } from '@playwright/test';
import { giveSession, MODERATOR, popularPosts, READER } from '../support/people.ts';
import { expect, expectHydrated, test } from '../support/test.ts';

/** The pages that the server renders with the app. */
const PAGES: Readonly<Record<string, (request: APIRequestContext) => Promise<string>>> = {
  'the landing page': async () => '/',
  'all posts': async () => '/posts',
  'posts of a category': async () => '/posts?category=1',
  categories: async () => '/categories',
  'a category': async () => '/categories/1',
  'a series': async () => '/series/beginning-with-a-camera',
  'an author': async (request) => {
    const posts = await popularPosts(request);
    // The guest author of the sample publication has a biography in Markdown.
    return `/authors/${posts.flatMap(({ authors }) => authors).find(({ id }) => id.startsWith('guest-'))?.id}`;
  },
  'a search': async () => '/search?q=light',
  'an article': async (request) => {
    const [post] = await popularPosts(request);
    return `/posts/${post.id}`;
  },
  'an article of a series': async (request) => {
    const posts = await (await request.get('/api/posts?series=beginning-with-a-camera')).json();
    return `/posts/${posts[1].id}`;
  },
  'a page of the site with a table': async () => '/privacy',
  'an unknown address': async () => '/nowhere',
  'an unknown tag': async () => '/tags/nowhere',
  'a missing post': async () => '/posts/nowhere/dough',
};

const READERS = [
  { who: 'a visitor', email: null, width: 320, timezoneId: 'America/Los_Angeles', colorScheme: 'dark' },
  { who: 'a reader', email: READER, width: 768, timezoneId: 'Asia/Kolkata', colorScheme: 'light' },
  { who: 'staff', email: MODERATOR, width: 1280, timezoneId: 'Pacific/Auckland', colorScheme: 'dark' },
] as const;

for (const { who, email, width, timezoneId, colorScheme } of READERS) {
  test.describe(`for ${who} in ${timezoneId}`, () => {
    test.use({ timezoneId, colorScheme, viewport: { width, height: 900 } });

    for (const [name, addressOf] of Object.entries(PAGES)) {
      // Signed-in readers get their home page at this address.
      if (name === 'the landing page' && email) continue;
      test(`the app hydrates ${name} without a mismatch, ${width} px wide`, async ({ page, request }) => {
        const troubles: string[] = [];
        // For an unknown address, the app checks whether a post exists in the meantime, which fails with 404.
        const isExpected = (text: string) => address.includes('nowhere') && text.includes('404');
        page.on('console', (message) => {
          if (message.type() === 'error' && !isExpected(message.text())) troubles.push(message.text());
        });
        page.on('pageerror', (error) => troubles.push(error.message));
        const address = await addressOf(request);
        if (email) await giveSession(page, email);
        await page.addInitScript(() => {
          document.addEventListener('DOMContentLoaded', () => {
            for (const served of document.querySelectorAll('main *')) served.setAttribute('data-was-served', '');
          });
        });

        await page.goto(address);
        const served = await page.locator('[data-was-served]').count();
        await expectHydrated(page);
        await expect(
          email
            ? page.getByRole('button', { name: 'Account menu' })
            : page.getByRole('link', { name: 'Join', exact: true }),
        ).toBeVisible();

        expect(troubles).toEqual([]);
        expect(served).toBeGreaterThan(5);
        // Only parts that depend on the viewer are replaced, such as the welcome for visitors.
        expect(await page.locator('[data-was-served]').count()).toBeGreaterThan(served - 6);
      });
    }
  });
}
