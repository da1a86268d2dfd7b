import { readFile } from 'node:fs/promises';
import { runJobsUntil } from '../support/jobs.ts';
import { ADMIN, giveSession } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('an admin imports a Ghost site in the browser, its post is published, and the export contains it', async ({
  page,
  request,
}) => {
  const title = `From the old site ${Date.now()}`;
  const post = {
    id: `p${Date.now()}`,
    title,
    slug: `old-${Date.now()}`,
    type: 'post',
    status: 'published',
    visibility: 'public',
    html: '<p>Words that came along.</p>',
    published_at: '2024-05-01T10:00:00.000Z',
  };
  const secret = {
    ...post,
    id: `${post.id}s`,
    title: `${title}, for members`,
    slug: `${post.slug}-s`,
    visibility: 'members',
  };
  const file = JSON.stringify({
    db: [{ meta: { exported_on: 1, version: '6.2.0' }, data: { posts: [post, secret] } }],
  });
  await giveSession(page, ADMIN);
  await page.goto('/admin/import');

  await page
    .getByLabel('Export (JSON)', { exact: true })
    .setInputFiles({ name: 'ghost.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Check File' }).click();

  await expect(page.getByRole('heading', { name: 'Contents of ghost.json' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Contents' })).toContainText('2 posts');
  await expect(page.getByRole('list', { name: 'To review' })).toContainText('Not public, imported as a draft: 1 time');
  await page.getByRole('button', { name: 'Start Import' }).click();
  await runJobsUntil(request, page.getByRole('heading', { name: 'ghost.json is imported' }));

  await page.goto(`/search?q=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: title, exact: true }).first().click();
  await expect(page.getByText('Words that came along.')).toBeVisible();

  await page.goto('/admin/export');
  await page.getByRole('button', { name: /Create an? (?:New )?Export/ }).click();
  const link = page.getByRole('link', { name: 'Download (zip)' });
  await runJobsUntil(request, link);
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const bytes = await readFile(await download.path());
  // File names in a zip are not compressed.
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.includes('publication.json')).toBe(true);
  expect(bytes.includes('posts/')).toBe(true);
});
