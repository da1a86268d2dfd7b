import { callApi, giveSession, newReader, tokenFor } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a reader saves posts, sorts them into lists, also without a network', async ({ page, context, request }) => {
  const { email } = await newReader(request);
  const token = await tokenFor(request, email);
  const saved = async (): Promise<{ postId: string; lists: string[] }[]> =>
    (await callApi(request, 'GET', '/api/bookmarks/saved', token)).posts;
  await page.setViewportSize({ width: 320, height: 800 });
  await giveSession(page, email);

  await page.goto('/posts');
  const first = page.getByRole('article').first();
  const title = (await first.getByRole('heading').textContent()) ?? '';
  const toggle = first.getByRole('button', { name: `Save ${title}` });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(toggle).toBeFocused();
  await expect.poll(async () => (await saved()).length).toBe(1);

  await first.getByRole('link', { name: title, exact: true }).click();
  const lists = page.getByRole('button', { name: 'Lists' });
  await expect(lists.locator('svg')).toBeVisible();
  await lists.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New list').fill('Weekend');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'Weekend' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Lists' })).toBeFocused();

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Reading List' }).click();
  await page.getByRole('link', { name: 'Weekend' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Weekend' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();

  // The post is removed while offline, and the tab is closed before the network is back.
  await context.setOffline(true);
  await page.getByRole('button', { name: `Save ${title}` }).click();
  await expect(page.getByRole('button', { name: `Save ${title}` })).toHaveAttribute('aria-pressed', 'false');
  // Checked before the tab is closed, because its offline emulation ends slightly earlier than the tab.
  expect(await saved()).toMatchObject([{ lists: ['Weekend'] }]);
  await page.close();
  await context.setOffline(false);
  await (await context.newPage()).goto('/posts');
  await expect.poll(saved).toEqual([]);
});
