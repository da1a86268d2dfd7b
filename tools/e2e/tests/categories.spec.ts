import { ADMIN, callApi, signInAndWait, tokenFor } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const unique = (name: string) => `${name} ${Date.now()}${Math.floor(Math.random() * 1000)}`;

test('an admin renames a category and merges it; its addresses lead on', async ({ page, ports, request }) => {
  const admin = await tokenFor(ports, request, ADMIN);
  const make = (name: string): Promise<{ id: number }> => callApi(request, 'POST', '/api/categories', admin, { name });
  const [before, after, other] = [unique('Herbs'), unique('Spices'), unique('Kitchen')];
  const { id } = await make(before);
  const { id: into } = await make(other);
  await signInAndWait(page, ADMIN);
  await page.goto('/admin/categories');

  const row = (name: string) => page.getByRole('listitem', { name, exact: true });
  await row(before).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(after);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(after)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await row(after).getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('combobox', { name: 'Into' }).selectOption(other);
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await expect(row(after)).toBeHidden();

  await page.goto(`/categories/${id}/${before.toLowerCase().replaceAll(' ', '-')}`);
  await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/categories/${into}/`));
});
