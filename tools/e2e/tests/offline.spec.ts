import type { Page } from '@playwright/test';
import { ofAnotherBuild } from '../support/another-build.ts';
import { cut, keptArticles, mend, test, urlOf } from '../support/offline.ts';
import {
  callApi,
  chooseInAccountMenu,
  giveSession,
  MODERATOR,
  type Post,
  popularPosts,
  tokenFor,
} from '../support/people.ts';
import { expect, expectHydrated, expectWhole, openWhole } from '../support/test.ts';

/* The network is cut at each step of a reading session. Opened articles must stay readable. */

const headline = (page: Page) => page.getByRole('heading', { level: 1 });

/** After a reload, Chromium's emulation no longer tells the page that it is offline; only requests fail. */
const NO_NETWORK = /You are offline|The network did not answer/;

/** The message at an address whose files this browser may never have loaded (decision 17). */
const NO_FILES = /You are offline|The network did not answer|Part of the site did not load/;

/** The last block of an article, which shows that the text is complete. */
const lastLine = (page: Page) => page.locator('.markdown > *').last();

/** Opens an article and waits until the worker has stored it. */
async function openKept(page: Page, post: Post): Promise<void> {
  await page.goto(`/posts/${post.id}`);
  await expect(headline(page)).toHaveText(post.title);
  await expect.poll(() => keptArticles(page)).toContain(`/posts/${post.id}`);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/shell.html')) !== undefined)).toBe(true);
}

test('an opened article can be loaded and read offline, within the app', async ({ page, context, line, request }) => {
  const [first, second, third] = await popularPosts(request);
  // The first page opens before a worker exists.
  await openKept(page, first);
  const end = await lastLine(page).innerText();

  await cut(line, context);
  await page.reload();
  await expect(headline(page)).toHaveText(first.title);
  await expect(lastLine(page)).toHaveText(end);
  await expectWhole(page);
  await page.keyboard.press('PageDown');

  // This article was opened through a link in the app, not as a document.
  await mend(line, context);
  await openWhole(page, '/posts');
  await page.getByRole('main').getByRole('link', { name: second.title }).first().click();
  await expect(headline(page)).toHaveText(second.title);
  // The code that renders the text arrives after the article.
  await expect(lastLine(page)).toBeVisible();
  await expect.poll(() => keptArticles(page)).toContain(`/api/posts/${second.id}`);
  await cut(line, context);
  await page.reload();
  await expect(headline(page)).toHaveText(second.title);
  await expect(lastLine(page)).toBeVisible();

  // The first one as if it had been stored two builds ago: its scripts no longer exist.
  const articles = { name: 'inkwell:articles', path: `/posts/${first.id}`, html: '' };
  const stored = await page.evaluate(async ({ name, path }) => {
    return (await (await caches.open(name)).match(path))?.text();
  }, articles);
  articles.html = ofAnotherBuild(stored ?? '').replaceAll('name="inkwell-script" content="/assets/', '$&older-');
  await page.evaluate(async ({ name, path, html }) => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8' };
    await (await caches.open(name)).put(path, new Response(html, { headers }));
  }, articles);
  await page.goto(articles.path);
  await expect(headline(page)).toHaveText(first.title);
  await expectHydrated(page);
  await expect(page.locator('.another-build, #page-styles')).toHaveCount(0);
  await expect(lastLine(page)).toHaveText(end);

  // For an article that was not opened, the app shows why, and loads it on request.
  await page.goto(`/posts/${third.id}`);
  await expect(page.getByRole('alert')).toContainText(NO_NETWORK);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('alert')).toContainText(NO_NETWORK);
  await mend(line, context);
  // After the reload, the emulation does not always report that the network is back.
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Try Again' });
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(headline(page)).toHaveText(third.title, { timeout: 2_000 });
  }).toPass();
});

test('every address is answered offline, and a deploy replaces the stored files', async ({
  page,
  context,
  line,
  request,
}) => {
  const [post] = await popularPosts(request);
  await openKept(page, post);

  await cut(line, context);
  await page.goto('/newsletter/confirm');
  await expect(page.getByText(NO_FILES).first()).toBeVisible();
  await page.goto('/posts');
  await expect(page.getByText(NO_FILES).first()).toBeVisible();
  await mend(line, context);

  // As after a deployment: the next page replaces the stored shell of another build.
  await page.evaluate(async () => {
    const cache = await caches.open('inkwell:shell');
    await cache.put('/shell.html', new Response('<meta name="inkwell-script" content="/assets/app-older.js">'));
  });
  await page.goto('/posts');
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.match('/shell.html'))?.text())?.includes('app-older')))
    .toBe(false);
});

test('drafts, staff pages and personal answers are not stored, and sign-out deletes the articles', async ({
  page,
  line,
  request,
}) => {
  const staff = await tokenFor(request, MODERATOR);
  const [category] = await callApi(request, 'GET', '/api/categories', staff);
  const draft = { title: 'Not yet', content: 'Unfinished.', categoryId: category.id, isPublished: false };
  const { id } = await callApi(request, 'POST', '/api/posts', staff, draft);
  const [post] = await popularPosts(request);
  await giveSession(page, MODERATOR, urlOf(line));
  await openKept(page, post);

  await page.goto(`/posts/${id}`);
  await expect(headline(page)).toHaveText('Not yet');
  await page.goto('/admin');
  await expect(page.getByRole('tab', { name: 'Posts' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  const mayBeKept = [
    '/shell.html',
    '/assets.json',
    '/__/firebase/init.json',
    `/api/posts/${post.id}`,
    `/posts/${post.id}`,
  ];
  expect(kept.filter((path) => !path.startsWith('/assets/') && !mayBeKept.includes(path))).toEqual([]);

  await chooseInAccountMenu(page, 'Log out');
  await expect(page.getByRole('link', { name: 'Join' })).toBeVisible();
  await expect.poll(() => keptArticles(page)).toEqual([]);
  await callApi(request, 'DELETE', `/api/posts/${id}`, staff);
});

test('the editor opens offline with its draft', async ({ page, context, line }) => {
  const title = `Written on a train ${crypto.randomUUID()}`;
  await giveSession(page, MODERATOR, urlOf(line));
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/create-post');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await expect(page.getByText('Draft saved in this browser')).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());

  await cut(line, context);
  await page.reload();

  const notice = page.getByRole('region', { name: 'Unsaved draft' }).filter({ hasText: title });
  await notice.getByRole('button', { name: 'Restore Draft' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
  await page.getByRole('textbox', { name: 'Title' }).fill(`${title}, and on a ship`);
  await expect(page.getByText('Draft saved in this browser')).toBeVisible();
});
