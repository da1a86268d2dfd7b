import AxeBuilder from '@axe-core/playwright';
import type { APIRequestContext, Page } from '@playwright/test';
import { ADMIN_PAGES } from '../support/admin-pages.ts';
import { ADMIN, READER, signInAndWait } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const VISITOR_PAGES = [
  '/',
  '/?q=dough',
  '/posts',
  '/search',
  '/search?q=dough',
  '/categories',
  '/series/beginning-with-a-camera',
  '/forgot-password',
  '/reset-password?oobCode=x',
  '/auth/action?mode=verifyEmail&oobCode=x',
  '/newsletter/confirm#token=x',
  '/newsletter/unsubscribe#token=x',
  '/newsletter/choices#token=x',
  '/invitation#token=x',
  '/posts/missing/dough',
  '/nowhere',
  '/tags/nowhere',
  '/privacy',
];
const WRITING_PAGES = [
  '/',
  '/reading-list',
  '/following',
  '/create-post',
  '/writing',
  '/writing/comments',
  '/drafts',
  '/create-category',
];

const PHONE = { width: 320, height: 900 };

/** The rules that depend on colours; all others are the same in both themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

type Problems = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

const inWords = (violations: Problems): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);

/** Switches the theme without transitions. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** Runs axe in the page itself, without frames of other sites: its default mode opens a second page for each run. */
const axe = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);

/** Problems that axe finds on the page in one width and both themes, and whether the page is wider than the screen. */
async function problemsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  const { violations } = await axe(page).withTags(TAGS).analyze();
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  await showIn(page, 'dark');
  const dark = await axe(page).withRules(COLOR_RULES).analyze();
  await showIn(page, 'light');
  return [
    ...inWords(violations),
    ...inWords(dark.violations).map((problem) => `dark: ${problem}`),
    ...(isTooWide ? ['wider than the screen'] : []),
  ].map((problem) => `${width} px: ${problem}`);
}

/** The problems of the page that was loaded on a phone, there and on a desktop. */
async function problemsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  // While the page changes, the check would see a mixture of old and new.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const problems = [...(await problemsAt(page, 320)), ...(await problemsAt(page, 1280))];
  await page.setViewportSize(PHONE);
  return problems;
}

const popularPost = async (request: APIRequestContext): Promise<string> =>
  (await (await request.get('/api/posts/popular?limit=1')).json())[0].id;

/** The pages of the two authors of a post, one of them a guest author. */
async function authorPages(request: APIRequestContext): Promise<string[]> {
  const posts: { authors: { id: string }[] }[] = await (await request.get('/api/posts?limit=40')).json();
  const pair = posts.map(({ authors }) => authors).find((authors) => authors.length > 1);
  return (pair ?? []).map(({ id }) => `/authors/${id}`);
}

const postInSeries = async (request: APIRequestContext): Promise<string> =>
  (await (await request.get('/api/posts?series=beginning-with-a-camera&limit=2')).json())[1].id;

test.use({ viewport: PHONE });
test.setTimeout(180_000);

/** Pages of one test: each staff test signs in, and a long one would keep the others waiting. */
const AT_ONCE = 4;

const inGroups = (pages: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(pages.length / AT_ONCE) }, (_, n) => pages.slice(n * AT_ONCE, (n + 1) * AT_ONCE));

async function expectNoProblems(page: Page, visited: readonly string[]): Promise<void> {
  for (const path of visited) {
    await page.goto(path);
    expect(await problemsOf(page), path).toEqual([]);
  }
}

for (const visited of inGroups(VISITOR_PAGES)) {
  test(`${visited.join(', ')} have no accessibility problems for visitors`, ({ page }) =>
    expectNoProblems(page, visited));
}

test('articles and pages of authors have no accessibility problems for visitors', async ({ page, request }) => {
  const authors = await authorPages(request);
  expect(authors).toHaveLength(2);
  const posts = [await popularPost(request), await postInSeries(request)].map((id) => `/posts/${id}`);
  await expectNoProblems(page, [...authors, ...posts]);
});

test('pages for readers have no accessibility problems', async ({ page, request }) => {
  await signInAndWait(page, READER);
  await page.getByRole('button', { name: 'Account menu' }).click();
  expect(await problemsOf(page), 'account menu').toEqual([]);
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await problemsOf(page), 'profile dialog').toEqual([]);
  await page.keyboard.press('Escape');
  for (const path of ['/', `/posts/${await popularPost(request)}`]) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
    expect(await problemsOf(page), path).toEqual([]);
  }
});

test('pages for writers have no accessibility problems', async ({ page, request }) => {
  const id = await popularPost(request);
  await signInAndWait(page, ADMIN);
  for (const path of [...WRITING_PAGES, `/revisions?post=${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
    expect(await problemsOf(page), path).toEqual([]);
  }
  await page.goto(`/create-post?edit=${id}`);
  await page.getByRole('textbox', { name: 'Content' }).focus();
  expect(await problemsOf(page), 'rich text').toEqual([]);
  await page.getByRole('button', { name: 'Markdown', exact: true }).click();
  expect(await problemsOf(page), 'Markdown').toEqual([]);
});

for (const visited of inGroups([...ADMIN_PAGES, '/admin/comments?view=settings'])) {
  test(`${visited.join(', ')} have no accessibility problems`, async ({ page }) => {
    await signInAndWait(page, ADMIN);
    for (const path of visited) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
      expect(await problemsOf(page), path).toEqual([]);
    }
  });
}
