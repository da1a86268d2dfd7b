import { accessibilityProblems } from '../support/axe.ts';
import { ADMIN, giveSession } from '../support/people.ts';
import { storedHere } from '../support/stored-here.ts';
import { expect, test } from '../support/test.ts';

/** Other instances cache settings for 10 s, and pages are cached for up to a minute. */
const FOLLOWS_MS = 75_000;

test('an admin changes name, color and edition of the site, and everybody sees them', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(240_000);
  await giveSession(page, ADMIN);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('The Harbour Post');
  await page.getByRole('textbox', { name: 'Accent in the light theme', exact: true }).fill('#ffff00');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('News from the quay.');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText(/^In the light theme, /)).toBeVisible();
  await page.getByRole('textbox', { name: 'Accent in the light theme', exact: true }).fill('#7a1f2b');
  // The whole preview is its label.
  await page.getByText('Journal', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Journal' })).toBeChecked();

  // Killing the browser's tab loses nothing.
  await expect(page.getByText('Saving...')).toHaveCount(0);
  await expect.poll(() => storedHere(page)).toContain('#7a1f2b');
  await page.reload();
  await expect(name).toHaveValue('The Harbour Post');
  await expect(page.getByRole('textbox', { name: 'Accent in the light theme', exact: true })).toHaveValue('#7a1f2b');

  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('The site was updated. Readers see the change within a minute.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'The Harbour Post, home' }).first()).toBeVisible();

  const served = async (path: string) => (await request.get(path)).text();
  for (const path of ['/', '/posts', '/search', '/nowhere', '/feed.xml', '/manifest.webmanifest']) {
    await expect.poll(() => served(path), { timeout: FOLLOWS_MS, message: path }).toContain('The Harbour Post');
  }
  const context = await browser.newContext({ colorScheme: 'light' });
  const reader = await context.newPage();
  await reader.goto('/');
  await expect(reader).toHaveTitle(/The Harbour Post/);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('News from the quay.');
  const accent = await reader.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
  expect(accent.trim()).toBe('#7a1f2b');

  await reader.goto('/posts');
  const card = reader.getByRole('article').nth(1);
  const [title, cover] = [card.getByRole('heading'), card.locator('> :first-child')];
  const [words, picture] = [await title.boundingBox(), await cover.boundingBox()];
  expect(picture?.width).toBeCloseTo(picture?.height ?? 0, 0);
  expect(picture?.x).toBeGreaterThan((words?.x ?? 0) + (words?.width ?? 0));
  expect(await accessibilityProblems(reader)).toEqual([]);
  await context.close();

  // Other journeys read in Paper.
  await page.getByText('Paper', { exact: true }).click();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect.poll(() => served('/posts'), { timeout: FOLLOWS_MS }).not.toContain('.card-grid:is(');
});
