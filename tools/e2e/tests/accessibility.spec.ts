import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
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
const ADMIN_PAGES = [
  '/',
  '/create-post',
  '/drafts',
  '/create-category',
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

/** Problems that axe finds on the page as it stands, and whether it is wider than the screen. */
async function problemsOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
    ...(isTooWide ? ['wider than the screen'] : []),
  ];
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 1280]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });
      test.setTimeout(120_000);

      test('visitors find no barrier', async ({ page, request }) => {
        const [post] = await (await request.get('/api/posts/popular?limit=1')).json();
        for (const path of [...VISITOR_PAGES, `/posts/${post.id}`]) {
          await page.goto(path);
          expect(await problemsOf(page), path).toEqual([]);
        }
      });

      test('signed-in people and staff find no barrier', async ({ page, request }) => {
        const [post] = await (await request.get('/api/posts/popular?limit=1')).json();
        await signInAndWait(page, width === 320 ? READER : ADMIN);
        await page.getByRole('button', { name: 'Account menu' }).click();
        expect(await problemsOf(page), 'account menu').toEqual([]);
        await page.getByRole('menuitem', { name: 'Profile' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await problemsOf(page), 'profile dialog').toEqual([]);
        await page.keyboard.press('Escape');
        for (const path of width === 320
          ? ['/', '/drafts', `/posts/${post.id}`]
          : [...ADMIN_PAGES, `/revisions?post=${post.id}`]) {
          await page.goto(path);
          await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
          expect(await problemsOf(page), path).toEqual([]);
        }
        if (width === 320) return;
        await page.goto(`/create-post?edit=${post.id}`);
        await page.getByRole('textbox', { name: 'Content' }).focus();
        expect(await problemsOf(page), 'rich text').toEqual([]);
        await page.getByRole('button', { name: 'Markdown', exact: true }).click();
        expect(await problemsOf(page), 'Markdown').toEqual([]);
      });
    });
  }
}
