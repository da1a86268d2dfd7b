import type { Locator, Page } from '@playwright/test';
import { chooseInAccountMenu, fillSignIn, giveSession, newReader, openHomeAs, READER } from '../support/people.ts';
import { expect, expectHydrated, openHydrated, test } from '../support/test.ts';

/** Expects the focus on this element, not on the body. */
async function expectFocus(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
}

const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

/** Opens the first post of a list through its link. */
async function openFirstPost(page: Page): Promise<string> {
  await page.goto('/posts');
  await page
    .getByRole('link', { name: /Read More/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: /^Comments \(/ })).toBeVisible();
  return page.url();
}

test('a reader who signs in from a post returns to the same position in it', async ({ page }) => {
  const address = await openFirstPost(page);
  // Content that loads late above the invitation would move it after it was measured.
  await page.waitForLoadState('networkidle');
  const invitation = page.getByText('Please log in to leave a comment');
  await invitation.scrollIntoViewIfNeeded();
  const before = await scrollY(page);
  expect(before).toBeGreaterThan(300);

  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await fillSignIn(page, READER);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('textbox', { name: 'Your comment' })).toBeVisible();
  expect(page.url()).toBe(address);
  await expect.poll(async () => Math.abs((await scrollY(page)) - before)).toBeLessThan(60);
  await expectFocus(page, page.getByRole('main'));

  await chooseInAccountMenu(page, 'Log out');
  await expect(page.getByRole('link', { name: 'Join' })).toBeVisible();
  await expectFocus(page, page.getByRole('main'));
  expect(page.url()).toBe(address);
});

test('the home page shows its first story within 1,200 px of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHomeAs(page, READER);

  const story = page.getByRole('region', { name: 'Latest Stories' }).getByRole('article').first();
  await expect.poll(async () => (await story.boundingBox())?.y).toBeLessThan(1_200);
});

test('a reload restores the third page of All Posts', async ({ page }) => {
  await page.goto('/posts');
  await expect(async () => {
    await page.mouse.wheel(0, 3_000);
    expect(await page.getByRole('article').count()).toBeGreaterThan(30);
  }).toPass({ timeout: 20_000 });
  const card = page.getByRole('article').nth(28);
  await card.scrollIntoViewIfNeeded();
  const title = await card.getByRole('heading').innerText();
  const before = await scrollY(page);

  await page.reload();

  await expect(page.getByRole('heading', { name: title })).toBeInViewport();
  await expect.poll(async () => Math.abs((await scrollY(page)) - before)).toBeLessThan(60);
});

test('the search key works as soon as the app shows the page', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.readyState === 'loading' || document.querySelector('[data-build]')) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }));
    }).observe(document, { childList: true, subtree: true });
  });

  await page.goto('/categories');

  await expectFocus(page, page.getByRole('searchbox', { name: 'Search all posts' }));
});

test('the search opens with a key on every page, has an address, and keeps the focus', async ({ page }) => {
  await openHydrated(page, '/categories');
  await page.keyboard.press('/');
  await expectFocus(page, page.getByRole('searchbox', { name: 'Search all posts' }));
  await page.keyboard.type('dough/x');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/search\?q=dough$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Search Results' })).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText(/dough/i);
  await expectFocus(page, page.getByRole('main'));

  const answer = await page.reload();
  expect(answer?.headers()['x-robots-tag']).toBe('noindex');
  await expect(page.getByRole('article').first()).toContainText(/dough/i);
  await page.getByRole('main').getByRole('button', { name: 'Clear' }).click();
  await expectFocus(page, page.getByRole('searchbox', { name: 'Search blogs' }));
  await expect(page).toHaveURL(/\/search$/);

  await openHydrated(page, '/nowhere');
  await expect(page.getByRole('searchbox')).toHaveCount(1);
  await page.keyboard.press('/');
  await expectFocus(page, page.getByRole('searchbox', { name: 'Search blogs' }));

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/search?q=xyzzyplugh');
  await expect(page.getByText('No results found')).toBeVisible();
  await expectHydrated(page);
  await page.keyboard.press('/');
  await expectFocus(page, page.getByRole('searchbox', { name: 'Search blogs' }));

  await openHydrated(page, '/categories');
  // The listener is in the field's code. On a small screen, the field exists but is hidden.
  await expect(page.getByRole('searchbox', { name: 'Search all posts', includeHidden: true })).toBeAttached();
  await page.keyboard.press('/');
  await expectFocus(page, page.getByRole('searchbox', { name: 'Search all posts' }));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('a toast over a dialog covers nothing, even on a small phone, and can be focused', async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const reader = await newReader(request);
  await openHomeAs(page, reader.email);
  await chooseInAccountMenu(page, 'Profile');
  const dialog = page.getByRole('dialog', { name: 'Profile Settings' });
  const toast = dialog.getByTestId('toast');
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  await dialog.getByRole('textbox', { name: 'Last Name' }).fill('Walker');
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 500, body: 'Something went wrong' }));
  await save.click();
  await expect(toast).toContainText('Something went wrong on our side (error 500).');

  // This click fails if another element covers the button.
  await save.click({ trial: true });
  await dialog.getByRole('button', { name: 'Close' }).first().click({ trial: true });
  await expectFocus(page, save);
  // The button follows everything else in the dialog.
  const close = toast.getByRole('button', { name: 'Close' });
  const isFocused = () => close.evaluate((button) => button === document.activeElement);
  for (let presses = 0; presses < 40 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
  await expectFocus(page, close);
  await page.keyboard.press('Enter');
  await expect(toast).toBeHidden();
  // The focus returns to its position before the toast.
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.unroute('**/api/users/*');
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Toasts' })).toContainText('Profile Updated');
});

test('an unsent comment survives a sign-out in another tab', async ({ page, context, request }) => {
  const reader = await newReader(request);
  await giveSession(page, reader.email);
  const address = await openFirstPost(page);
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Half a thought');

  const other = await context.newPage();
  await other.goto('/');
  await chooseInAccountMenu(other, 'Log out');
  await expect(other.getByRole('link', { name: 'Join' })).toBeVisible();

  await page.bringToFront();
  await expect(page.getByRole('link', { name: 'Join' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await expect(page.getByTestId('toast')).toContainText('Login Required');
  await expect(page.getByTestId('toast')).toContainText('Please log in to comment');

  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await fillSignIn(page, reader.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Your comment' })).toHaveValue('Half a thought');
  expect(page.url()).toBe(address);
});
