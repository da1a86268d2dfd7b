import { callApi, giveSession, MODERATOR, tokenFor } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a post is scheduled in the editor, moved in the calendar, and read with a preview link', async ({
  page,
  browser,
  request,
}) => {
  const title = `Planned ${Date.now()}`;
  await giveSession(page, MODERATOR);
  await page.goto('/create-post');
  await page.getByRole('button', { name: 'Markdown', exact: true }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Content' }).fill('To come.');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByLabel('Publish on').fill('2099-11-24T09:00');
  await page.getByRole('button', { name: 'Schedule Post' }).click();
  await expect(page.getByText('Post created successfully!')).toBeVisible();

  await page.goto('/admin/calendar?day=2099-11-23');
  await page.getByRole('gridcell', { name: 'Monday, November 23, 2099' }).press('ArrowRight');
  const day = page.getByRole('region', { name: 'Tuesday, November 24, 2099' });
  await day.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: 'Move' }).press('Enter');
  await page.getByLabel('Publish on').fill('2099-11-26T11:30');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByText('Post Scheduled')).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /November 26, 2099, \d+ post/ })).toContainText(title);

  const person = await tokenFor(request, MODERATOR);
  const [post] = (await callApi(request, 'GET', '/api/admin/posts', person)).filter(
    (one: { title: string }) => one.title === title,
  );
  expect(post).toMatchObject({ status: 'scheduled', isPublished: false });

  await page.goto(`/create-post?edit=${post.id}`);
  await page.getByRole('button', { name: 'Preview Link' }).click();
  await page.getByRole('button', { name: 'Create Link' }).click();
  const address = await page.getByText(/\/preview\/[\w-]{43}$/).textContent();
  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  const answer = await other.goto(address ?? '');
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  await expect(other.getByRole('heading', { name: title })).toBeVisible();
  await expect(other.getByText('To come.')).toBeVisible();

  await page.getByRole('button', { name: 'End Link' }).click();
  await expect(page.getByText('There is no link.')).toBeVisible();
  expect((await other.reload())?.status()).toBe(404);
  await stranger.close();
  await callApi(request, 'DELETE', `/api/posts/${post.id}`, person);
});
