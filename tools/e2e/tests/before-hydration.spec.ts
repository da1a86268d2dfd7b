import { expect, type Page } from '@playwright/test';
import { serveAnotherBuild } from '../support/another-build.ts';
import { openServed } from '../support/delay-calls.ts';
import { framesOf } from '../support/frames.ts';
import { PASSWORD, popularPosts, READER } from '../support/people.ts';
import { expectHydrated, expectWhole, openHydrated, test } from '../support/test.ts';

const SIGN_IN_FORM = /\/assets\/auth-card.*\.js$/;
const ARTICLE_TEXT = /\/assets\/article-markdown.*\.js$/;

for (const [address, fields] of [
  ['/', ['Search blogs', 'Password', 'Email']],
  ['/posts', ['Search all posts', 'Email address']],
  ['/categories', ['Email address', 'Search all posts']],
  ['/nowhere', ['Search blogs']],
] as const) {
  test(`text typed into the served fields of ${address} is kept, with the caret, when the app hydrates the page`, async ({
    page,
  }) => {
    const release = await openServed(page, address);
    const inputOf = (field: string) => page.getByLabel(field, { exact: true }).and(page.locator('input'));
    for (const field of fields) await inputOf(field).pressSequentially('before');
    await page.keyboard.press('ArrowLeft');
    release();
    await expectHydrated(page);

    const last = inputOf(fields[fields.length - 1] ?? '');
    await expect(last).toBeFocused();
    await page.keyboard.type('X');
    await expect(last).toHaveValue('beforXe');
    for (const field of fields.slice(0, -1)) await expect(inputOf(field)).toHaveValue('before');
    if (address !== '/') return;
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    // A form in use is not folded.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(last).toBeVisible();
  });
}

test('a filter chosen in the served results is kept and applied', async ({ page }) => {
  const release = await openServed(page, '/search?q=light');
  const form = page.getByRole('form', { name: 'Filter the results' });
  const filter = form.getByRole('combobox').first();
  await expect(form.getByRole('button', { name: 'Filter' })).toBeAttached();
  await filter.selectOption({ index: 1 });
  const chosen = await filter.inputValue();
  release();

  await expect(page).toHaveURL(new RegExp(`=${encodeURIComponent(chosen)}(?:&|$)`));
  await expect(filter).toHaveValue(chosen);
  await expect(form.getByRole('button', { name: 'Filter' })).toHaveCount(0);
});

test('a form submitted in the served page signs in when the app hydrates it', async ({ page }) => {
  const release = await openServed(page, '/');
  await page.getByLabel('Email', { exact: true }).fill(READER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  release();

  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

test('on a phone the form is folded in the served page, and a press on Use Email unfolds it when the app hydrates it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await openServed(page, '/');
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toBeAttached();
  await expect(email).toBeHidden();
  await page.getByRole('button', { name: 'Use Email' }).click();
  release();

  await expect(email).toBeFocused();
  await email.fill(READER);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(email).toBeVisible();
  await expect(email).toHaveValue(READER);
});

test('Join in the served page opens the form for new accounts when the app hydrates it', async ({ page }) => {
  const release = await openServed(page, '/posts');
  await page.getByRole('link', { name: 'Join' }).click();
  release();

  await expect(page.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible();
});

/** Sets the document's title to `It was empty` at the first frame without a headline. */
const lookForEmptyFrames = (page: Page) =>
  page.addInitScript(() => {
    const look = () => {
      const root = document.getElementById('root');
      if (root && document.readyState !== 'loading' && !root.querySelector('h1')) document.title = 'It was empty';
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

test('a page from another build is rendered again, keeps typed text and the last press, and is never empty', async ({
  page,
}) => {
  await serveAnotherBuild(page, '/posts');
  await lookForEmptyFrames(page);
  const release = await openServed(page, '/posts');
  await page.getByRole('textbox', { name: 'Email address' }).fill('no address');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  release();

  await expect(page.getByText('Please enter a valid email address.').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue('no address');
  await expect(page.locator('#page-styles')).toHaveCount(0);
  await expect(page).toHaveTitle(/^All Posts/);
});

test('pages from another build look the same without script; with script, the text of an article is rendered again too', async ({
  page,
  browser,
  request,
}) => {
  const [post] = await popularPosts(request);
  const address = new URL((await request.get(`/posts/${post.id}`)).url()).pathname;
  /** The appearance of the parts of a page, except for what only another build has. */
  const looksOf = (shown: Page) =>
    shown.locator('header, h1, main a, .markdown > :not(.another-build)').evaluateAll((parts) =>
      parts.map((part) => {
        const { left, width, height } = part.getBoundingClientRect();
        return [left, width, height, getComputedStyle(part).color];
      }),
    );
  const ofAnother = (shown: Page) => shown.locator('.another-build');
  const withoutScript = await browser.newPage({ javaScriptEnabled: false });
  for (const path of ['/', address]) {
    await withoutScript.goto(path);
    const looks = await looksOf(withoutScript);
    await serveAnotherBuild(withoutScript, path);
    await withoutScript.goto(path);
    await expect(withoutScript.locator('#page-styles')).toHaveCount(1);
    // The style sheets of Hosting's build may differ in any way.
    await withoutScript.locator('head > style:not([id])').evaluateAll((sheets) => {
      for (const sheet of sheets) sheet.remove();
    });
    expect(await looksOf(withoutScript)).toEqual(looks);
  }
  await withoutScript.close();

  await serveAnotherBuild(page, address);
  await lookForEmptyFrames(page);
  // Until it loads, the served text is kept.
  const asked = page.waitForRequest(ARTICLE_TEXT);
  const release = await openServed(page, address, ARTICLE_TEXT);
  await asked;
  await expect(ofAnother(page)).toBeVisible();
  release();

  await expect(ofAnother(page)).toHaveCount(0);
  await expect(page.locator('#page-styles')).toHaveCount(0);
  await expect(page.locator('.markdown > *').first()).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${post.title}`));
});

test('a button pressed in the served page, below the first screen, is pressed again when the app hydrates it', async ({
  page,
}) => {
  const release = await openServed(page, '/posts');
  await page.getByRole('textbox', { name: 'Email address' }).fill('no address');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  release();

  await expect(page.getByText('Please enter a valid email address.').first()).toBeVisible();
});

test('a press during hydration counts', async ({ page }) => {
  // The app waits for the sign-in form before it hydrates the page.
  const asked = page.waitForRequest(SIGN_IN_FORM);
  const release = await openServed(page, '/', SIGN_IN_FORM);
  await page.getByRole('tab', { name: 'Sign Up' }).hover();
  await asked;
  await page.mouse.down();
  release();
  await expectHydrated(page);
  await page.mouse.up();

  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
});

test('a press while the page is being hydrated counts once', async ({ page }) => {
  await page.addInitScript(() => {
    const press = () => {
      const root = document.getElementById('root');
      // React has started, but not finished.
      if (root && Object.keys(root).some((key) => key.startsWith('__reactContainer'))) {
        root.querySelector<HTMLElement>('[aria-label="Colors"]')?.click();
      } else setTimeout(press);
    };
    document.addEventListener('DOMContentLoaded', press);
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await openHydrated(page, '/posts');

  await expect(page.getByRole('button', { name: 'Use light colors' })).toBeVisible();
});

test('a part that does not load removes nothing, and is loaded again', async ({ page }) => {
  let isGone = true;
  await page.route(/\/assets\/(?:header-search|auth-card).*\.js$/, (route) =>
    isGone ? route.abort() : route.continue(),
  );
  await page.goto('/');
  const email = page.getByLabel('Email', { exact: true });
  // Hidden, as the page has its own.
  const headerSearch = page.getByRole('searchbox', { name: 'Search all posts', includeHidden: true });
  await expect(page.getByText('Part of this page did not load.')).toBeVisible();
  await email.fill('ada@example.com');
  await expect(headerSearch).toBeAttached();

  isGone = false;
  await expectHydrated(page);

  await expect(email).toHaveValue('ada@example.com');
  await expect(headerSearch).toBeAttached();
  await expect(page.getByText('Part of this page did not load.')).toHaveCount(0);
});

test('the landing page does not shift on a slow connection', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 900 });
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Object.assign(window, { shifts: window.shifts + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The form appears late, but nothing else moves.
  const asked = page.waitForRequest(SIGN_IN_FORM);
  const release = await openServed(page, '/', SIGN_IN_FORM);
  await asked;
  await page.evaluate(() => document.fonts.ready);
  await framesOf(page);
  release();
  await expectWhole(page);
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
