import { expect, test } from '../support/test.ts';

test('a visitor searches, clears, and opens a category', async ({ page }) => {
  await page.goto('/');
  const search = page.getByRole('search');
  await expect(page.getByRole('heading', { name: 'Popular Blogs' })).toBeVisible();
  await expect(search.getByRole('button', { name: 'Search' })).toBeDisabled();

  await search.getByRole('searchbox').fill('dough');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible();
  await expect(page.getByText('Showing results for')).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText(/dough/i);

  await search.getByRole('searchbox').fill('xyzzyplugh');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No results found')).toBeVisible();

  await search.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('heading', { name: 'Popular Blogs' })).toBeVisible();
  await expect(search.getByRole('searchbox')).toHaveValue('');

  await page.getByRole('navigation').first().getByRole('link', { name: 'Categories' }).click();
  await page.getByRole('link', { name: 'Photography' }).click();
  await expect(page).toHaveURL(/\/posts\?category=\d+/);
  await expect(page.getByRole('heading', { level: 1, name: 'Photography' })).toBeVisible();
});

test('a visitor scrolls through all posts, opens one, and returns to the same position', async ({ page }) => {
  await page.goto('/posts');
  await expect(page.getByRole('heading', { level: 1, name: 'All Posts' })).toBeVisible();
  const total = Number((await page.getByText(/^\d+ posts$/).textContent())?.split(' ')[0]);
  expect(total).toBeGreaterThan(30);

  await expect(async () => {
    await page.mouse.wheel(0, 4_000);
    await expect(page.getByRole('article')).toHaveCount(total, { timeout: 500 });
  }).toPass({ timeout: 20_000 });

  const card = page.getByRole('article').nth(20);
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  const title = await card.getByRole('heading').innerText();
  await card.getByRole('link', { name: /Read More/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await page.goBack();
  await expect(page.getByRole('article').nth(20)).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 300);
});

test('a visitor is asked to log in before liking and commenting, and can share', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/posts');
  await page
    .getByRole('link', { name: /Read More/ })
    .first()
    .click();
  await expect(page.getByText('Please log in to leave a comment')).toBeVisible();

  await page.getByRole('button', { name: /^Like/ }).click();
  await expect(page.getByText('Please log in to like posts')).toBeVisible();

  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Post link copied to clipboard')).toBeVisible();
  // The newer toast replaces the older one.
  await expect(page.getByText('Please log in to like posts')).toBeHidden();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test('deep links can be opened directly, and a missing post says so', async ({ page, request }) => {
  const [post] = await (await request.get('/api/posts?limit=1')).json();

  await page.goto(`/posts/${post.id}`);
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();

  const answer = await page.goto('/posts/does-not-exist');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Post Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Posts' }).click();
  await expect(page).toHaveURL(/\/posts$/);

  // A link in the app to a deleted post.
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => {
    history.pushState(null, '', '/posts/does-not-exist/what-time-the-dough-knows');
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await expect(page.getByRole('heading', { name: 'Post Not Found' })).toBeVisible();
  const meant = page.getByRole('navigation', { name: 'Did you mean' });
  await meant.getByRole('link', { name: 'The Dough Doesn’t Know What Time It Is' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Dough Doesn’t Know What Time It Is' })).toBeVisible();
});
