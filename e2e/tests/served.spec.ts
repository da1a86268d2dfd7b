import { expect, test } from '../support/test';

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('an article can be read', async ({ page, request }) => {
    const [post] = await (await request.get('/api/posts/popular?limit=1')).json();

    await page.goto(`/posts/${post.id}`);

    await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
    expect((await page.locator('article').innerText()).length).toBeGreaterThan(1_000);
    await expect(page).toHaveURL(/\/posts\/[^/]+\/.+/);
  });
});

test('the app takes over a served article without asking for it again, without errors and without a jump', async ({
  page,
  request,
}) => {
  const [post] = await (await request.get('/api/posts/popular?limit=1')).json();
  const problems: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));

  await page.goto(`/posts/${post.id}`);
  const served = await page.locator('article h1').boundingBox();
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  const taken = await page.locator('article h1').boundingBox();

  expect(asked).not.toContain(`/api/posts/${post.id}`);
  expect(asked).not.toContain(`/api/posts/${post.id}/similar`);
  expect(problems).toEqual([]);
  expect(Math.abs((taken?.x ?? 0) - (served?.x ?? 0))).toBeLessThan(2);
});
