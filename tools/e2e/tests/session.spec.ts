import { expect, test } from '../support/test.ts';

test('a seed reader signs in, and stays signed in after a reload', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto('/');
  await page.getByLabel('Email', { exact: true }).first().fill('reader@inkwell.test');
  await page.getByLabel('Password', { exact: true }).first().fill('Inkwell#2026');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Sign In', exact: true }).click();

  await expect(page.getByText('Welcome back!')).toBeVisible();
  await expect(page.getByText('Published Posts')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Published Posts')).toBeVisible();
  expect(refused).toEqual([]);
});
