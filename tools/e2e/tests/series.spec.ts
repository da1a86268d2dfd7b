import type { Page } from '@playwright/test';
import { choose } from '../support/choose.ts';
import { giveSession, MODERATOR } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

async function writePost(page: Page, title: string, series: string, isNew: boolean): Promise<void> {
  await page.goto('/create-post');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Content' }).fill('It snows.');
  await page.getByText('Series and authors').click();
  await choose(page.getByRole('combobox', { name: 'Series' }), series, isNew ? `Create "${series}"` : series);
  await expect(page.getByRole('textbox', { name: 'Place in the series' })).toBeVisible();
  await page.getByRole('switch', { name: 'Publish immediately' }).check({ force: true });
  await page.getByRole('button', { name: 'Publish Post' }).click();
  await expect(page.getByText('Post created successfully!')).toBeVisible();
}

test('two posts get a series, which readers follow by keyboard, and staff reorder', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  // Instances cache names and addresses for 30 s, and unknown addresses for a minute.
  test.setTimeout(180_000);
  const number = `${Date.now()}`;
  const series = `Winter ${number}`;
  const [one, two] = [`Snow ${number}`, `Ice ${number}`];
  const path = `/series/winter-${number}`;
  await giveSession(page, MODERATOR);
  await writePost(page, one, series, true);
  await writePost(page, two, series, false);

  // As a reader, by keyboard.
  await expect.poll(async () => (await request.get(path)).status(), { timeout: 60_000 }).toBe(200);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: series, level: 1 })).toBeVisible();
  // The newest posts are below, once they have loaded.
  const titles = page.locator('article:not([aria-labelledby="newest"] *)').getByRole('heading');
  await expect(titles).toHaveText([one, two]);
  await page.getByRole('link', { name: one, exact: true }).click();
  await expect(page.getByText(`Part 1 of ${series}`)).toBeVisible();
  const next = page.getByRole('navigation', { name: 'Series' }).getByRole('link', { name: `Next ${two}` });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: two, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: `Previous ${one}` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: one, level: 1 })).toBeVisible();

  // Without JavaScript.
  const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const reader = await plain.newPage();
  await reader.goto(path);
  await reader.getByRole('link', { name: one, exact: true }).click();
  await expect(reader.getByText(`Part 1 of ${series}`)).toBeVisible();
  await reader.getByRole('link', { name: `Next ${two}` }).click();
  await expect(reader.getByRole('heading', { name: two, level: 1 })).toBeVisible();
  await plain.close();
  expect(await (await request.get(`/feed${path}.xml`)).text()).toContain(one);

  // Staff change the order.
  await page.goto(`/admin/series?q=${number}`);
  await page.getByRole('listitem').filter({ hasText: series }).getByRole('button', { name: 'Posts' }).click();
  const dialog = page.getByRole('dialog', { name: `Posts of ${series}` });
  await dialog.getByRole('button', { name: `Move ${two} up` }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveText([new RegExp(two), new RegExp(one)]);
  await expect
    .poll(
      async () => {
        const html = await (await request.get(path)).text();
        return html.indexOf(`>${two}<`) < html.indexOf(`>${one}<`);
      },
      { timeout: 90_000 },
    )
    .toBe(true);
});
