import type { APIRequestContext, Page } from '@playwright/test';
import { delayScripts } from '../support/delay-calls.ts';
import { ADMIN, chooseInAccountMenu, giveSession, popularPosts, READER } from '../support/people.ts';
import { expect, expectWhole, test } from '../support/test.ts';

/* An open page is kept if the network or the app's files fail. Without a service worker; offline.spec.ts has one. */

const CATEGORIES = /\/assets\/categories-page-.*\.js$/;

async function openArticle(page: Page, request: APIRequestContext): Promise<string> {
  const [post] = await popularPosts(request);
  await page.goto(`/posts/${post.id}`);
  await expectWhole(page);
  return post.title;
}

const headline = (page: Page) => page.getByRole('heading', { level: 1 });
const categories = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Categories' });
const alert = (page: Page) => page.getByRole('alert');

/** Counts the documents that the page loads. */
function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (sent) => {
    if (sent.isNavigationRequest() && sent.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}

test('an article stays readable offline, and the requested page opens when the network returns', async ({
  page,
  context,
  request,
}) => {
  const title = await openArticle(page, request);
  await context.setOffline(true);

  await page.keyboard.press('PageDown');
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
  await categories(page).click();

  // Filtered by its text, because the comments show an alert too.
  await expect(alert(page).filter({ hasText: 'The page could not be loaded' })).toContainText('You are offline.');
  await expect(headline(page)).toHaveText(title);
  await context.setOffline(false);
  await expect(headline(page)).toHaveText('Categories');
  await expect(alert(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Toasts' })).toBeAttached();
});

test('a dialog that cannot be loaded leaves the page open, and can be retried', async ({ page, context }) => {
  await giveSession(page, READER);
  await page.goto('/categories');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await context.setOffline(true);

  await page.getByRole('menuitem', { name: 'Profile' }).click();

  await expect(alert(page).filter({ hasText: 'The profile could not be opened' })).toContainText('You are offline.');
  await expect(headline(page)).toHaveText('Categories');
  await context.setOffline(false);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a staff page and a dialog show their frames while their code loads', async ({ page }) => {
  const release = await delayScripts(page, /\/(?:admin-page|profile-dialog)-.*\.js$/);
  await giveSession(page, ADMIN);
  await page.goto('/admin');
  await expect(page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  const frames = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(frames).toHaveCount(1);
  await chooseInAccountMenu(page, 'Profile');
  await expect(frames).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(frames).toHaveCount(1);

  await chooseInAccountMenu(page, 'Profile');
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(frames).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeFocused();
  await expect(headline(page)).toHaveText('Admin Panel');
});

test('a staff page shows that its first files cannot be loaded, and opens once they can', async ({ page }) => {
  let isGone = true;
  await page.route(/\/assets\/staff-layout-.*\.js$/, (route) => (isGone ? route.abort() : route.continue()));
  await giveSession(page, ADMIN);
  await page.goto('/admin');

  await expect(alert(page).filter({ hasText: 'The page could not be loaded' }).first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  isGone = false;
  await expect(headline(page)).toHaveText('Admin Panel');
  await expect(alert(page)).toHaveCount(0);
});

test('a missing file is requested again without leaving the page', async ({ page, request }) => {
  const title = await openArticle(page, request);
  const documents = countDocuments(page);
  await page.route(CATEGORIES, (route) => route.fulfill({ status: 404, body: 'Not found' }));

  await categories(page).click();

  await expect(alert(page)).toContainText('A file is missing on the server.');
  await expect(headline(page)).toHaveText(title);
  // Pressed while the file is missing. Once it is back, the page may load it before the button is pressed.
  const asked = page.waitForRequest(CATEGORIES);
  await alert(page).getByRole('button', { name: /Try/ }).click();
  await asked;
  await expect(headline(page)).toHaveText(title);
  await page.unrouteAll({ behavior: 'wait' });
  // The page retries after growing pauses, or when the browser reports that it is online.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(headline(page)).toHaveText('Categories');
  expect(documents()).toBe(0);
});

test.describe('a page that is older than the site', () => {
  test.beforeEach(async ({ page }) => {
    await page.route(CATEGORIES, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.route('/app.html', async (route) => {
      const html = await (await route.fetch()).text();
      await route.fulfill({ contentType: 'text/html', body: html.replaceAll('/assets/app-', '/assets/app-newer-') });
    });
  });

  test('is replaced once by the new page on navigation', async ({ page, request }) => {
    await openArticle(page, request);
    const documents = countDocuments(page);
    let refusals = 0;
    page.on('console', (message) => {
      if (message.text().includes('ReloadNeededError')) refusals += 1;
    });

    await categories(page).click();

    await expect(page).toHaveURL(/\/categories$/);
    // This page is served. Its document lacks the file, too, and must not reload in a loop.
    await expect(headline(page)).toHaveText('Categories');
    await expect(page.getByText('Part of this page did not load')).toBeVisible();
    await expect.poll(() => refusals).toBeGreaterThan(1);
    expect(documents()).toBe(1);
  });

  test('waits while it contains typed text', async ({ page, request }) => {
    const title = await openArticle(page, request);
    const documents = countDocuments(page);
    await page.getByRole('searchbox').fill('lighthouses');

    await categories(page).click();

    await expect(alert(page)).toContainText('There is a newer version of this site.');
    await expect(headline(page)).toHaveText(title);
    expect(documents()).toBe(0);
    await alert(page).getByRole('button', { name: 'Reload' }).click();
    await expect.poll(documents).toBe(1);
  });
});

test('an article shows that the app cannot be loaded, has working links, and is complete after a reload', async ({
  page,
  request,
}) => {
  const [post] = await popularPosts(request);
  await page.route(/\/assets\/app-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  const notice = page.getByText('Part of this page did not load');

  await page.goto(`/posts/${post.id}`);
  await expect(notice).toBeVisible();
  await expect(headline(page)).toHaveText(post.title);
  await categories(page).click();
  await expect(headline(page)).toHaveText('Categories');
  await expect(notice).toBeVisible();

  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Reload' }).click();
  await expectWhole(page);
  await expect(notice).toHaveCount(0);
});
