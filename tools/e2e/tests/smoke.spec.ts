import { expect, test } from '../support/test.ts';

test('a visitor sees popular posts on the landing page and reads one', async ({ page }) => {
  await page.goto('/');

  const article = page.getByRole('article').first();
  await expect(article).toBeVisible();
  await article.locator('a[href^="/posts/"]').first().click();

  await expect(page).toHaveURL(/\/posts\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('an unknown address shows the fallback page, even when it is opened directly', async ({ page }) => {
  const answer = await page.goto('/no-such-page');

  expect(answer?.status()).toBe(404);
  await expect(page.getByText('404 Page Not Found')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Newest posts' }).getByRole('article').first()).toBeVisible();
});
