import { MODERATOR, signInAndWait } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/* Other instances and the stand-in of Hosting keep answers for a while. */
const SOON = { timeout: 60_000 };

test('a page is written, published, moved and taken back', async ({ page, request }) => {
  // Instances know names and addresses for 30 s, and what leads nowhere for a minute.
  test.setTimeout(180_000);
  const number = `${Date.now()}`;
  const [title, slug] = [`Our house ${number}`, `our-house-${number}`];
  const answerOf = async (path: string) => request.get(path, { maxRedirects: 0 });
  await signInAndWait(page, MODERATOR);
  await page.goto('/admin/pages');
  await page.getByRole('main').getByRole('link', { name: 'New Page' }).last().click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await page.getByRole('textbox', { name: 'Content' }).fill('It has a blue door.');
  await expect(page.getByText(`Readers find the page at /${slug}.`)).toBeVisible();
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await page.getByRole('switch', { name: 'Publish immediately' }).check({ force: true });
  await page.getByRole('button', { name: 'Publish Page' }).click();
  await expect(page.getByText('Page created successfully!')).toBeVisible();

  // Without script, as everybody gets it.
  await expect.poll(async () => (await answerOf(`/${slug}`)).status(), SOON).toBe(200);
  expect(await (await answerOf(`/${slug}`)).text()).toContain('It has a blue door.');

  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  await row.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('posts');
  await page.getByRole('button', { name: 'Update Page' }).click();
  await expect(page.getByText('This address belongs to the site itself')).toBeVisible();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(`home-${number}`);
  await page.getByRole('button', { name: 'Update Page' }).click();
  await expect(page.getByText('Page updated successfully!')).toBeVisible();

  await expect.poll(async () => (await answerOf(`/${slug}`)).headers().location, SOON).toBe(`/home-${number}`);
  await page.goto(`/${slug}`);
  await expect(page).toHaveURL(new RegExp(`/home-${number}$`));
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByText('It has a blue door.')).toBeVisible();

  await page.goto(`/admin/pages?q=${number}`);
  await row.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByText('Page unpublished successfully!')).toBeVisible();
  await expect.poll(async () => (await answerOf(`/home-${number}`)).status(), SOON).toBe(404);

  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Page' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The page is restored as a draft.')).toBeVisible();
  await expect(row.getByText('Draft', { exact: true })).toBeVisible();
});
