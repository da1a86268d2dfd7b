import { expect, openHydrated, test } from '../support/test.ts';

test('the links of the menu are served, the app keeps them without a request, and on a phone they are in the drawer', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));
  await openHydrated(page, '/categories');
  const link = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'About' });
  await expect(page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Privacy' })).toBeVisible();
  expect(asked).not.toContain('/api/menu');

  await link.focus();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'About us', level: 1 })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('navigation', { name: 'Main, small screen' });
  await expect(drawer.getByRole('link', { name: 'About' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the links of the menu work', async ({ page }) => {
    await page.goto('/posts');

    await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Privacy' }).click();

    await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
  });
});
