import type { APIRequestContext } from '@playwright/test';
import { accessibilityProblems } from '../support/axe.ts';
import { popularPosts } from '../support/people.ts';
import { expect, openHydrated, test } from '../support/test.ts';

/** A post, and the beginning of the longest word of its title. */
async function somePost(request: APIRequestContext) {
  const [post] = await popularPosts(request);
  const [word = ''] = String(post.title)
    .split(/[^A-Za-z]+/)
    .sort((a, b) => b.length - a.length);
  return { post, beginning: word.slice(0, -1).toLowerCase() };
}

test('a reader finds a post by keyboard, from suggestions', async ({ page, request }) => {
  const { post, beginning } = await somePost(request);
  await openHydrated(page, '/posts');
  const field = page.getByRole('banner').locator('input[type="search"][name="q"]').first();
  await expect(field).toBeVisible();
  await page.keyboard.press('/');
  await expect(field).toBeFocused();

  await page.keyboard.type(beginning);
  const option = page.getByRole('option', { name: post.title });
  await expect(option).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  expect(await accessibilityProblems(page, 'header')).toEqual([]);

  for (let presses = 0; presses < 9 && (await option.getAttribute('aria-selected')) !== 'true'; presses += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 900 } });

  test('a reader narrows the results of a search', async ({ page }) => {
    await page.goto('/search?q=the');
    const filters = page.getByRole('form', { name: 'Filter the results' });
    await expect(page.locator('mark').first()).toBeVisible();
    await filters.getByLabel('Category').selectOption({ index: 1 });
    await filters.getByRole('button', { name: 'Filter' }).click();

    await expect(page).toHaveURL(/\/search\?q=the&category=\d+/);
    await expect(page.getByRole('article').first()).toBeVisible();
    await filters.getByRole('link', { name: 'Remove filters' }).click();
    await expect(page).toHaveURL(/\/search\?q=the$/);
  });

  test('an unknown address suggests the intended post', async ({ page, request }) => {
    const { post } = await somePost(request);
    const old = `/2019/05/${encodeURIComponent(String(post.title).replaceAll(' ', '-'))}.html`;

    expect((await page.goto(old))?.status()).toBe(404);
    const meant = page.getByRole('navigation', { name: 'Did you mean' });
    await meant.getByRole('link', { name: post.title }).click();

    await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
  });
});
