import { ADMIN, signIn } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('an admin redirects an old address, and readers of it arrive', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/admin/redirects');
  const form = page.getByRole('form', { name: 'New redirect' });
  const old = `/old-${Date.now()}`;
  await form.getByLabel('Old address').fill(old);
  await form.getByLabel('New address').fill('/categories');
  await form.getByRole('button', { name: 'Add Redirect' }).click();
  await expect(page.getByText('Redirect added')).toBeVisible();

  await page.goto(`${old.toUpperCase()}/?from=elsewhere`);

  await expect(page).toHaveURL(/\/categories\?from=elsewhere$/);
});
