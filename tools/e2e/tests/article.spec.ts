import type { APIRequestContext, Page } from '@playwright/test';
import { accessibilityProblems } from '../support/axe.ts';
import { openServed } from '../support/delay-calls.ts';
import { expect, expectHydrated, expectWhole, openHydrated, test } from '../support/test.ts';

/** The path of a sample article with several headings and code. */
async function codeArticle(request: APIRequestContext): Promise<string> {
  const [post] = await (await request.get('/api/posts/search?q=table%20queue')).json();
  return `/posts/${post.id}`;
}

const text = (page: Page) => page.locator('.markdown');

/** Lays out everything, also far below the screen, for comparisons. */
const layOutAll = (page: Page) =>
  page.addStyleTag({ content: '.markdown > * { content-visibility: visible !important }' });

/** The elements of the text and their positions, without elements that only the app adds. */
const lookOf = (page: Page) =>
  text(page).evaluate((root) =>
    [...root.querySelectorAll('*')]
      // The position of collapsed content depends on the last layout.
      .filter((part) => part.checkVisibility() && !part.closest('button, [role=status]'))
      .map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [part.localName, getComputedStyle(part).color, x, y + window.scrollY, width, height].join(' ');
      }),
  );

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 900 } });

  test('an article has a collapsed table of contents, links to its headings and highlighted code, and no buttons', async ({
    page,
    request,
  }) => {
    await page.goto(await codeArticle(request));
    await expect(page).toHaveURL(/\/posts\/[^/]+\/.+/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await text(page).innerText()).length).toBeGreaterThan(1_000);
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const last = contents.getByRole('link').last();
    await expect(last).toBeHidden();

    await contents.getByText('Contents').click();
    await last.click();

    const heading = text(page).getByRole('heading').last();
    await expect(heading).toBeInViewport();
    await expect(page).toHaveURL(new RegExp(`#${await heading.getAttribute('id')}$`));
    await expect(text(page).locator('.code-keyword').first()).toBeAttached();
    await expect(text(page).getByRole('button')).toHaveCount(0);
  });
});

for (const width of [320, 1280]) {
  test(`an article looks the same served, hydrated and rendered by the app, ${width} px wide`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const path = await codeArticle(request);
    const release = await openServed(page, path);
    await expect(text(page)).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    await layOutAll(page);
    const served = await lookOf(page);
    await page.evaluate(() => {
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          document.body.dataset.shift = String(Number(document.body.dataset.shift ?? 0) + value);
        }
      }).observe({ type: 'layout-shift' });
    });
    release();
    await expect(page.getByRole('button', { name: 'Copy code' }).first()).toBeVisible();
    expect(await lookOf(page)).toEqual(served);
    expect(await page.evaluate(() => document.body.dataset.shift ?? '0')).toBe('0');

    await openHydrated(page, '/search?q=table%20queue');
    await layOutAll(page);
    await page.locator(`main a[href^="${path}"]`).first().click();
    await expect(text(page).locator('.code-keyword').first()).toBeVisible();
    expect(await lookOf(page)).toEqual(served);
  });
}

test('the address of a section scrolls to it, below the header, by link and by navigation', async ({
  page,
  request,
}) => {
  const path = await codeArticle(request);
  await page.goto(path);
  const heading = text(page).getByRole('heading').nth(2);
  const id = await heading.getAttribute('id');
  const isBelowHeader = () =>
    expect.poll(async () => Math.round((await page.locator(`[id="${id}"]`).boundingBox())?.y ?? 0)).toBeGreaterThan(64);

  await heading.hover();
  await page.getByRole('link', { name: `Link to section ${await heading.innerText()}` }).click();
  await expect(page).toHaveURL(new RegExp(`#${id}$`));
  await isBelowHeader();
  await expect(heading).toBeInViewport();

  await page.goto(`${path}#${id}`);
  await expectWhole(page);
  await expect(heading).toBeInViewport();
  await isBelowHeader();
});

test('a picture opens large by keyboard without a network, and returns the focus', async ({ page, request }) => {
  const [post] = await (await request.get('/api/posts/search?q=how%20write%20here')).json();
  await page.setViewportSize({ width: 500, height: 900 });
  await page.goto(`/posts/${post.id}`);
  await text(page).locator('figure img').scrollIntoViewIfNeeded();
  const button = text(page).getByRole('button', { name: /^Enlarge picture: Drawing of a small railcar/ });
  await expect(button).toBeAttached();
  await page.context().setOffline(true);

  await button.focus();
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: /^Drawing of a small railcar/ });
  await expect(dialog.getByText("A picture's caption")).toBeVisible();
  expect(await dialog.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('a wide screen shows the text early, its contents next to it all the way, and a cover that opens whole by keyboard', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openHydrated(page, await codeArticle(request));
  const first = await text(page).locator('> p').first().boundingBox();
  expect(first?.y).toBeLessThan(1_000);
  const button = page.getByRole('article').first().getByRole('button', { name: 'Enlarge picture', exact: true });
  const cover = page.locator('main article img[fetchpriority="high"]').first();
  expect((await cover.boundingBox())?.height).toBeLessThanOrEqual(420);

  await button.focus();
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Picture' }).locator('img');
  await expect
    .poll(() => shown.evaluate((it: HTMLImageElement) => it.clientWidth / it.clientHeight))
    .toBeCloseTo(16 / 9, 1);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  const contents = text(page).getByRole('navigation', { name: 'Contents' });
  await text(page).getByRole('heading', { level: 2 }).nth(2).scrollIntoViewIfNeeded();
  await expect(contents.getByRole('link').first()).toBeInViewport({ ratio: 1 });
  const [left, right] = [await contents.boundingBox(), first];
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
});

test('Like, Save and Share stay within reach while reading on phone and desktop, and cover no focus', async ({
  page,
  request,
}) => {
  await page.goto(await codeArticle(request));
  const article = page.getByRole('article').first();
  const actions = [/^Like/, /^Save/, 'Share'].map((name) => article.getByRole('button', { name }));
  await expectHydrated(page);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    for (const section of [1, 3]) {
      await text(page).getByRole('heading').nth(section).scrollIntoViewIfNeeded();
      for (const action of actions) await expect(action).toBeInViewport({ ratio: 1 });
    }

    // From the first link on, focused elements are above these buttons. Code blocks may be higher than the screen.
    await text(page).getByRole('link').first().focus();
    const top = (await actions[0]?.boundingBox())?.y ?? 0;
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      const shownTo = await page.evaluate(() => {
        const focused = document.activeElement?.closest('.markdown') ? document.activeElement : null;
        const box = focused?.getBoundingClientRect();
        return box ? box.y + Math.min(box.height, 44) : 0;
      });
      expect(shownTo).toBeLessThanOrEqual(top);
    }
  }
});

test('a passage that is selected with the mouse is quoted with Tab and Enter', async ({ page, request }) => {
  await openHydrated(page, await codeArticle(request));
  const passage = text(page).getByRole('paragraph').nth(2);
  await passage.scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: /^Comments/ })).toBeAttached();
  const box = await passage.boundingBox();
  const line = { x: (box?.x ?? 0) + 4, y: (box?.y ?? 0) + 12 };
  await page.mouse.move(line.x, line.y);
  await page.mouse.down();
  await page.mouse.move(line.x + 200, line.y, { steps: 4 });
  await page.mouse.up();
  const quote = page.getByRole('button', { name: 'Quote in Comment' });
  await expect(quote).toBeInViewport({ ratio: 1 });
  expect(await accessibilityProblems(page, 'main')).toEqual([]);

  await page.keyboard.press('Tab');
  await expect(quote).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByText('Please log in to comment')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' }).last()).toBeInViewport();
});
