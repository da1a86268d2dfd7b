import AxeBuilder from '@axe-core/playwright';
import type { APIRequestContext, Page } from '@playwright/test';
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
  '/forgot-password',
  '/reset-password?oobCode=x',
  '/auth/action?mode=verifyEmail&oobCode=x',
  '/newsletter/confirm#token=x',
  '/newsletter/unsubscribe#token=x',
  '/posts/missing',
  '/nowhere',
];
const WRITING_PAGES = ['/', '/create-post', '/drafts', '/create-category'];
const ADMIN_PAGES = [
  '/admin',
  '/admin?tab=posts',
  '/admin?tab=users',
  '/admin?tab=notifications',
  '/admin?tab=newsletter',
  '/admin?tab=analytics',
  '/admin?tab=storage',
  '/admin/activity',
  '/admin/comments?state=all',
  '/admin/comments?view=settings',
  '/admin/calendar',
];

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

/** Problems that axe finds on the page in both themes, and whether the page is wider than the screen. */
async function problemsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  // A page that changes during the check is seen half old, half new.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  await showIn(page, 'dark');
  const dark = await new AxeBuilder({ page }).withRules(COLOR_RULES).analyze();
  await showIn(page, 'light');
  return [
    ...inWords(violations),
    ...inWords(dark.violations).map((problem) => `dark: ${problem}`),
    ...(isTooWide ? ['wider than the screen'] : []),
  ];
}

const popularPost = async (request: APIRequestContext): Promise<string> =>
  (await (await request.get('/api/posts/popular?limit=1')).json())[0].id;

for (const width of [320, 1280]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    test.setTimeout(180_000);

    test('visitors find no barrier', async ({ page, request }) => {
      for (const path of [...VISITOR_PAGES, `/posts/${await popularPost(request)}`]) {
        await page.goto(path);
        expect(await problemsOf(page), path).toEqual([]);
      }
    });

    test('signed-in people find no barrier', async ({ page, request }) => {
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

    test('writers find no barrier', async ({ page, request }) => {
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

    test('those who run the site find no barrier', async ({ page }) => {
      await signInAndWait(page, ADMIN);
      for (const path of ADMIN_PAGES) {
        await page.goto(path);
        await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
        expect(await problemsOf(page), path).toEqual([]);
      }
    });
  });
}
