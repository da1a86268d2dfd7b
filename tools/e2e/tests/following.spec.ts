import { callApi, giveSession, newReader, tokenFor } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a reader follows a tag, and is notified once of new posts', async ({ page, request }) => {
  const { email } = await newReader(request);
  await page.setViewportSize({ width: 320, height: 800 });
  const token = await tokenFor(request, email);
  const tags: { slug: string; name: string }[] = await callApi(request, 'GET', '/api/tags?limit=1', token);
  const [tag] = tags;
  if (!tag) throw new Error('the sample publication has no tags');
  await page.goto(`/tags/${tag.slug}`);
  await page.getByRole('link', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Sign in or create an account' })).toBeInViewport();
  await giveSession(page, email);

  await page.goto(`/tags/${tag.slug}`);
  const follow = page.getByRole('button', { name: `Follow ${tag.name}` });
  await follow.focus();
  await page.keyboard.press('Enter');
  const following = page.getByRole('button', { name: `Following ${tag.name}` });
  await expect(following).toHaveAttribute('aria-pressed', 'true');
  await expect(following).toBeFocused();
  await expect
    .poll(async () => (await callApi(request, 'GET', '/api/following', token)).length, { timeout: 10_000 })
    .toBe(1);

  const admin = await tokenFor(request, 'admin@inkwell.test');
  const title = `Told once ${Date.now()}`;
  await callApi(request, 'POST', '/api/posts', admin, { title, content: 'Text', isPublished: true, tags: [tag.name] });
  expect((await request.post('/api/dev/schedule/work')).ok()).toBe(true);
  const looks = await Promise.all([1, 2, 3].map(() => callApi(request, 'POST', '/api/following/look', token)));
  expect(looks.some(({ newPosts }) => newPosts === 1)).toBe(true);

  await page.goto('/following');
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByText(/^New post by /).first()).toBeVisible();
  const told: { kind: string }[] = await callApi(request, 'GET', '/api/notifications', token);
  expect(told.filter(({ kind }) => kind === 'following')).toHaveLength(1);
  await page.keyboard.press('Escape');

  await page.goto('/');
  const forYou = page.getByRole('heading', { name: 'For you' });
  // The page grows as its parts load.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(forYou).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await expect(page.getByRole('heading', { level: 3, name: title }).last()).toBeVisible();
});
