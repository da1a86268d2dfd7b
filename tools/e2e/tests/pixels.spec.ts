import { expect, type Page } from '@playwright/test';
import { delayScripts } from '../support/delay-scripts.ts';
import { framesOf } from '../support/frames.ts';
import { PASSWORD, READER } from '../support/people.ts';
import { NOT_TAKEN_OVER, test } from '../support/test.ts';

/** The first screen, once its pictures are loaded. */
async function firstScreen(page: Page): Promise<string> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const shown = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
  });
  // Animations stay: those that follow the scrolling would be shown as at their end.
  return (await page.screenshot({ animations: 'allow', caret: 'hide' })).toString('base64');
}

/** Chromium blends the edges of round pictures differently each time it paints them, by up to 5 of 255 steps. */
const BLENDING = 5;

/** The number of pixels that differ between two screenshots, and the box around them. Runs in the browser, which can read PNG. */
const differences = (page: Page, before: string, after: string) =>
  page.evaluate(
    async ([one, other, tolerated]) => {
      const pixelsOf = async (png: string) => {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        context?.drawImage(bitmap, 0, 0);
        return context?.getImageData(0, 0, bitmap.width, bitmap.height) as ImageData;
      };
      const [a, b] = [await pixelsOf(one as string), await pixelsOf(other as string)];
      if (a.width !== b.width || a.height !== b.height)
        return { count: -1, box: [a.width, a.height, b.width, b.height] };
      let count = 0;
      const box = [a.width, a.height, -1, -1] as [number, number, number, number];
      for (let index = 0; index < a.data.length; index += 4) {
        const channels = [0, 1, 2].map((part) => Math.abs((a.data[index + part] ?? 0) - (b.data[index + part] ?? 0)));
        if (Math.max(...channels) <= Number(tolerated)) continue;
        count += 1;
        const [x, y] = [(index / 4) % a.width, Math.floor(index / 4 / a.width)];
        box.splice(0, 4, Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y));
      }
      return { count, box: count === 0 ? [] : box };
    },
    [before, after, BLENDING] as const,
  );

const PAGES = {
  'the landing page': async () => '/',
} as const;

for (const [name, addressOf] of Object.entries(PAGES)) {
  for (const width of [412, 1280]) {
    test(`the first screen of ${name} looks the same served and rendered by the app, ${width} px wide`, async ({
      page,
    }, info) => {
      await page.setViewportSize({ width, height: 900 });
      const address = await addressOf(page);
      const release = await delayScripts(page);

      await page.goto(address, { waitUntil: 'commit' });
      await expect(page.locator(`:is(${NOT_TAKEN_OVER}) h1`)).toBeVisible();
      const served = await firstScreen(page);
      release();
      await expect(page.locator(NOT_TAKEN_OVER)).toHaveCount(0);
      await expect(page.getByRole('contentinfo')).toBeAttached();
      await expect(
        page.getByRole('searchbox', { name: 'Search all posts', includeHidden: true }).first(),
      ).toBeAttached();
      const drawn = await firstScreen(page);

      const found = await differences(page, served, drawn);
      if (found.count !== 0) {
        await info.attach('served', { body: Buffer.from(served, 'base64'), contentType: 'image/png' });
        await info.attach('drawn', { body: Buffer.from(drawn, 'base64'), contentType: 'image/png' });
      }
      expect(found).toEqual({ count: 0, box: [] });
    });
  }
}

for (const [address, fields] of [
  ['/', ['Search all posts', 'Search blogs', 'Password', 'Email']],
  ['/posts', ['Search all posts', 'Email address']],
  ['/categories', ['Email address', 'Search all posts']],
  ['/nowhere', ['Search blogs']],
] as const) {
  test(`text typed into the served fields of ${address} stays, with the caret, when the app takes over`, async ({
    page,
  }) => {
    const release = await delayScripts(page);
    await page.goto(address, { waitUntil: 'commit' });
    const inputOf = (field: string) => page.getByLabel(field, { exact: true }).and(page.locator('input'));
    for (const field of fields) await inputOf(field).pressSequentially('before');
    await page.keyboard.press('ArrowLeft');
    release();
    await expect(page.locator(NOT_TAKEN_OVER)).toHaveCount(0);

    const last = inputOf(fields[fields.length - 1] ?? '');
    await expect(last).toBeFocused();
    await page.keyboard.type('X');
    await expect(last).toHaveValue('beforXe');
    for (const field of fields.slice(0, -1)) await expect(inputOf(field)).toHaveValue('before');
    if (address === '/')
      await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  });
}

test('a form that was filled and sent in the served page signs in when the app takes over', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('Email', { exact: true }).fill(READER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  release();

  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

test('a button that was pressed in the served page is pressed again when the app takes over', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  release();

  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
});

test('Join in the served page opens the form for new accounts when the app takes over', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/posts', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Join' }).click();
  release();

  await expect(page.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible();
});

test('a press on a button below the first screen counts too', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/posts', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Email address' }).fill('no address');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  release();

  await expect(page.getByText('Please enter a valid email address.').first()).toBeVisible();
});

test('a press during which the app takes over counts', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The app waits for the sign-in form before it takes over.
  const asked = page.waitForRequest(/\/assets\/auth-card.*\.js$/);
  await page.route(/\/assets\/auth-card.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('tab', { name: 'Sign Up' }).hover();
  await asked;
  await page.mouse.down();
  release();
  await expect(page.locator(NOT_TAKEN_OVER)).toHaveCount(0);
  await page.mouse.up();

  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
});

test('the landing page does not shift on a slow connection', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 900 });
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Object.assign(window, { shifts: window.shifts + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // Shown late, with everything else in place.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = page.waitForRequest(/\/assets\/auth-card.*\.js$/);
  await page.route(/\/assets\/auth-card.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });

  await page.goto('/', { waitUntil: 'commit' });
  await asked;
  await page.evaluate(() => document.fonts.ready);
  await framesOf(page);
  release();
  await expect(page.locator(NOT_TAKEN_OVER)).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await page.evaluate(() => document.fonts.ready);
  await framesOf(page);

  // The header's buttons become 3 pixels wider with their font.
  expect(await page.evaluate(() => window.shifts)).toBeLessThan(0.001);
});

declare global {
  interface Window {
    shifts: number;
  }
  interface PerformanceEntry {
    readonly value: number;
  }
}
