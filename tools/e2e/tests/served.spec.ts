import type { Page } from '@playwright/test';
import { delayScripts, openServed } from '../support/delay-calls.ts';
import { framesOf } from '../support/frames.ts';
import { popularPosts } from '../support/people.ts';
import { expect, expectHydrated, test } from '../support/test.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an unknown address links to posts, and its search asks for words', async ({ page }) => {
    for (const path of ['/nowhere', '/tags/nowhere', '/authors/nobody', '/categories/99999']) {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, 404]);
      await expect(page.getByRole('region', { name: 'Newest posts' }).getByRole('link').first()).toBeVisible();
    }
    await page.getByRole('searchbox', { name: 'Search blogs' }).fill('dough');
    await page.getByRole('searchbox', { name: 'Search blogs' }).press('Enter');

    await expect(page).toHaveURL(/\/search\?q=dough$/);
    await page.getByRole('link', { name: 'All posts' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'All Posts' })).toBeVisible();
  });
});

const footer = (page: Page) => page.getByRole('contentinfo');

test('readers keep their position when the app hydrates the page', async ({ page, request }) => {
  const [first, second] = await popularPosts(request);
  const paragraph = page.locator('.markdown > p').nth(7);

  /**
   * Scrolls before the app starts.
   * @returns how many pixels the text moves afterwards
   */
  const moves = async (pixels: number, load: () => Promise<unknown>) => {
    const release = await delayScripts(page);
    await load();
    await paragraph.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    const isScrolled = page.evaluate(
      ([from, by]) =>
        new Promise<void>((resolve) => {
          // The end of the scroll above may be reported only now.
          addEventListener('scrollend', () => Math.sign(window.scrollY - from) === Math.sign(by) && resolve());
        }),
      [before, pixels] as const,
    );
    await page.mouse.wheel(0, pixels);
    await isScrolled;
    const served = await paragraph.boundingBox();
    release();
    await expect(footer(page)).toBeAttached();
    // The router restores positions one commit later.
    await framesOf(page);
    const taken = await paragraph.boundingBox();
    await page.unrouteAll();
    return Math.abs((taken?.y ?? Number.NaN) - (served?.y ?? Number.NaN));
  };

  expect(await moves(300, () => page.goto(`/posts/${first.id}`, { waitUntil: 'commit' }))).toBeLessThan(4);
  expect(await moves(-200, () => page.reload({ waitUntil: 'commit' }))).toBeLessThan(4);
  await page.mouse.wheel(0, 10_000);
  expect(await moves(300, () => page.goto(`/posts/${second.id}`, { waitUntil: 'commit' }))).toBeLessThan(4);
});

test('a reload returns to the comments, below the end of the served page', async ({ page, request }) => {
  const [post] = await popularPosts(request);
  await page.goto(`/posts/${post.id}`);
  await expect(footer(page)).toBeAttached();
  await footer(page).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);

  const release = await delayScripts(page);
  await page.reload({ waitUntil: 'commit' });
  release();

  await expect(footer(page)).toBeAttached();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 600);
});

test('the text of a served article is not loaded twice', async ({ page, request }) => {
  const [post] = await popularPosts(request);

  await page.goto(`/posts/${post.id}`);
  await expect(footer(page)).toBeAttached();
  await expect(page.locator('.markdown')).toBeVisible();

  // Files from the browser's cache have a transfer size of 0.
  const asked = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.transferSize > 0)
      .map(({ name }) => new URL(name).pathname),
  );
  expect(asked.filter((path) => /^\/assets\/post-page-.*\.js$/.test(path))).toHaveLength(1);
  expect(asked.filter((path) => /^\/assets\/(?:article-)?markdown-.*\.js$/.test(path))).toEqual([]);
});

for (const path of ['/posts', '/categories']) {
  for (const width of [320, 1280]) {
    test(`the app hydrates ${path} without changes, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const places = () =>
        page.evaluate(() =>
          [
            'h1',
            'li',
            'li article > div:first-child img',
            'li h2',
            'li p',
            'li:nth-child(2)',
            'li:nth-child(3) h2',
          ].map((part) => {
            // The newest posts load when the reader comes near.
            const found = [...document.querySelectorAll(`main ${part}`)].find(
              (one) => !one.closest('[aria-labelledby="newest"]'),
            );
            const box = found?.getBoundingClientRect();
            return [part, box && [box.x, box.y, box.width, box.height].map(Math.round)];
          }),
        );
      const asked: string[] = [];
      page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));

      const release = await openServed(page, path);
      await expect(page.locator('main li').nth(2)).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const served = await places();
      release();
      await expect(footer(page)).toBeAttached();
      await expectHydrated(page);

      expect(await places()).toEqual(served);
      expect(asked).not.toContain(`/api${path}`);
    });
  }
}

test('the app hydrates a served article without requests or layout shifts', async ({ page, request }) => {
  const [post] = await popularPosts(request);
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));

  const release = await openServed(page, `/posts/${post.id}`);
  const picture = page.locator('article > div img').first();
  await expect(picture).toBeVisible();
  const served = [await page.locator('article h1').boundingBox(), await picture.boundingBox()];
  release();
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  const taken = [await page.locator('article h1').boundingBox(), await picture.boundingBox()];

  expect(asked).not.toContain(`/api/posts/${post.id}`);
  expect(asked).not.toContain(`/api/posts/${post.id}/similar`);
  // A picture that moves by one pixel would count as painted again.
  expect(taken).toEqual(served);
});

test('the cover has the same size before and after the fonts load', async ({ page, request }) => {
  const posts = (await popularPosts(request)).slice(0, 3);
  await page.setViewportSize({ width: 412, height: 823 });
  await page.route('**/*.woff2', (route) => route.abort());
  const picture = page.locator('article > div img').first();
  const top = async () => {
    await expectHydrated(page);
    await expect(picture).toBeVisible();
    return (await picture.boundingBox())?.y ?? Number.NaN;
  };
  const tops: number[] = [];
  for (const { id } of posts) {
    await page.goto(`/posts/${id}`);
    tops.push(await top());
  }
  await page.unroute('**/*.woff2');
  for (const [n, { id }] of posts.entries()) {
    await page.goto(`/posts/${id}`);
    await page.evaluate(() => document.fonts.ready);
    // With another subpixel offset, the picture is cropped differently. The app's picture then counts as a larger one, painted seconds later.
    expect(Math.abs((await top()) - (tops[n] ?? 0)) % 1, id).toBe(0);
  }
});
