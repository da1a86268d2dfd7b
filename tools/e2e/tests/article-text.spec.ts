import type { Page } from '@playwright/test';
import { accessibilityProblems } from '../support/axe.ts';
import { openServed } from '../support/delay-calls.ts';
import { callApi, MODERATOR, newPost, popularPosts, tokenFor } from '../support/people.ts';
import { expect, expectWhole, openWhole, test } from '../support/test.ts';

const PICTURE = 'https://pictures.invalid/v0/b/k/o/images%2F1-gone-1600x900.webp?alt=media';

/** Five blocks, because later blocks are laid out lazily. */
const TEXT = `#### The harbour

Words with a note[^1], [a link](https://example.com/harbour), and the same note again[^1].

![A lighthouse on a cliff](${PICTURE} "The lighthouse at dawn")

| Name | Height |
|:-----|-------:|
| Old | 12 m |

[^1]: What is to be said of it.

    In two paragraphs.`;

/** The elements of the text and their positions, without elements that only scripts add. */
const shownIn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.markdown *')]
      .filter((element) => !(element instanceof HTMLImageElement) && !element.classList.contains('markdown-missing'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const names = ['id', 'href', 'role', 'aria-label', 'tabindex', 'scope'];
        const attributes = names.map((name) => element.getAttribute(name)).filter(Boolean);
        return [element.localName, ...attributes, ...[x, y, width, height].map(Math.round)].join(' ');
      }),
  );

/** Navigates like a link, to a post that is not yet in any list. */
const goWithinApp = (page: Page, path: string) =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test.describe('an article with headings, notes, a table and a missing picture', () => {
  let path = '';

  test.beforeEach(async ({ request }) => {
    path = `/posts/${(await newPost(request, { content: TEXT })).id}`;
  });

  test.afterEach(async ({ request }) => callApi(request, 'DELETE', `/api${path}`, await tokenFor(request, MODERATOR)));

  for (const width of [320, 1280]) {
    test(`looks the same served, hydrated and rendered by the app, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const release = await openServed(page, path);
      await expect(page.locator('.markdown-notes')).toBeAttached();
      await page.evaluate(() => document.fonts.ready);
      const served = await shownIn(page);

      release();
      await expectWhole(page);
      await expect(page.getByText('A lighthouse on a cliff')).toBeAttached();
      const taken = await shownIn(page);
      await openWhole(page, '/categories');
      await goWithinApp(page, path);
      await expect(page.locator('.markdown .markdown-notes')).toBeAttached();
      await expect(page.getByText('A lighthouse on a cliff')).toBeAttached();
      await page.evaluate(() => window.scrollTo(0, 0));

      expect(served.length).toBeGreaterThan(20);
      expect(taken).toEqual(served);
      await expect.poll(() => shownIn(page)).toEqual(served);
      expect(await accessibilityProblems(page, '.markdown')).toEqual([]);
    });
  }

  test('links to its notes and back, including by keyboard', async ({ page }) => {
    await openWhole(page, path);

    await page.locator('#footnote-1-ref-2').focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#footnote-1')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await expect(page.locator('#footnote-1-ref-2')).toBeFocused();
    await expect(page).toHaveURL(/#footnote-1-ref-2$/);
  });

  test('is printed without the rest of the page, black on white, with the addresses of its links', async ({ page }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Share', includeHidden: true })).toBeAttached();

    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const part of ['banner', 'contentinfo', 'navigation', 'button', 'textbox'] as const) {
      await expect(page.getByRole(part)).toHaveCount(0);
    }
    const shown = await page.evaluate(() => {
      const link = document.querySelector('.markdown a[href^="http"]');
      const { color, backgroundColor } = getComputedStyle(document.body);
      return [color, backgroundColor, link && getComputedStyle(link, '::after').content];
    });
    expect(shown).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)', '" (https://example.com/harbour)"']);
  });
});

/** The font size of an article in pixels, and the average number of characters in its full lines. */
const typeOf = (page: Page) =>
  page.evaluate(() => {
    const lines: number[] = [];
    for (const paragraph of document.querySelectorAll('.markdown > p')) {
      let end = 0;
      let bottom: number | null = null;
      const words = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      for (let text = words.nextNode(); text; text = words.nextNode()) {
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/\S+\s*/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.trimEnd().length);
          const box = range.getBoundingClientRect();
          if (bottom !== null && box.top > bottom) {
            lines.push(end);
            end = 0;
          }
          bottom = box.top + box.height / 2;
          end += word.length;
        }
      }
    }
    const style = getComputedStyle(document.querySelector('.markdown > p') ?? document.body);
    return { px: style.fontSize, characters: lines.reduce((sum, line) => sum + line, 0) / lines.length };
  });

test('lines of articles have 65 to 70 characters of 20 px, and 18 px on phones', async ({ page, request }) => {
  const [post] = await popularPosts(request);
  await page.goto(`/posts/${post.id}`);
  await page.evaluate(() => document.fonts.ready);
  await page.setViewportSize({ width: 1280, height: 900 });
  const wide = await typeOf(page);
  await page.setViewportSize({ width: 412, height: 900 });

  expect(wide.px).toBe('20px');
  expect(wide.characters).toBeGreaterThan(65);
  expect(wide.characters).toBeLessThan(70);
  expect((await typeOf(page)).px).toBe('18px');
});
