import { MODERATOR, signInAndWait } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a post gets a new tag, whose page stays under its old address after a rename', async ({ page, request }) => {
  // Each instance knows the names of tags for up to 30 s.
  test.setTimeout(120_000);
  const number = `${Date.now()}`;
  const [name, title] = [`Lighthouses ${number}`, `On lighthouses ${number}`];
  await signInAndWait(page, MODERATOR);
  await page.goto('/create-post');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Content' }).fill('They turn.');
  const tags = page.getByRole('combobox', { name: 'Tags' });
  await tags.fill(name);
  await tags.press('Enter');
  await page.getByRole('switch', { name: 'Publish immediately' }).check({ force: true });
  await page.getByRole('button', { name: 'Publish Post' }).click();
  await expect(page.getByText('Post created successfully!')).toBeVisible();

  // Without script, as everybody gets it.
  const old = `/tags/lighthouses-${number}`;
  await expect.poll(async () => (await request.get(old)).status(), { timeout: 60_000 }).toBe(200);
  expect(await (await request.get(old)).text()).toContain(title);
  await page.goto(old);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('link', { name })).toBeVisible();

  await page.goto(`/admin/tags?q=${number}`);
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Tag' });
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(`Beacons ${number}`);
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`beacons-${number}`);
  await dialog.getByRole('button', { name: 'Save Tag' }).click();
  await expect(page.getByRole('heading', { name: `Beacons ${number}` })).toBeVisible();

  await expect
    .poll(async () => (await request.get(old, { maxRedirects: 0 })).headers().location, { timeout: 60_000 })
    .toBe(`/tags/beacons-${number}`);
  await page.goto(old);
  await expect(page).toHaveURL(new RegExp(`/tags/beacons-${number}$`));
  await expect(page.getByRole('heading', { name: `Beacons ${number}`, level: 1 })).toBeVisible();
});
