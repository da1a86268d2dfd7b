import { ADMIN, callApi, signInAndWait, tokenFor } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('the links of the menu are served, and the app keeps them without asking', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));
  await page.goto('/categories');
  await expect(page.locator('.served-page')).toHaveCount(0);
  const link = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'About' });
  await expect(page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Privacy' })).toBeVisible();
  expect(asked).not.toContain('/api/menu');

  await link.focus();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'About us', level: 1 })).toBeVisible();
});

test('two admins add a link at once, and both links stay', async ({ page, request, ports }) => {
  const number = Date.now() % 1_000_000;
  const [mine, theirs] = [`Shop ${number}`, `Press ${number}`];
  const other = await tokenFor(ports, request, ADMIN);
  const settings = '/api/admin/settings';
  const before = (await callApi(request, 'GET', settings, other)).menu.footer;
  await signInAndWait(page, ADMIN);
  await page.goto('/admin/menu');
  await page.getByRole('button', { name: 'New link in the footer' }).click();
  await page.getByRole('textbox', { name: /^Text/ }).fill(mine);
  await page.getByRole('textbox', { name: /^Address/ }).fill('/about');

  const footer = [...before, { label: theirs, address: '/privacy' }];
  await callApi(request, 'PATCH', settings, other, { menu: { footer }, base: { menu: { footer: before } } });
  await page.getByRole('button', { name: 'Save Link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two Changes of the Footer' });
  await expect(dialog.getByText(`${theirs} (/privacy)`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge Both' }).click();

  await expect(page.getByRole('dialog')).toHaveCount(0);
  const links = page.getByRole('navigation', { name: 'Footer' });
  for (const name of [mine, theirs]) await expect(links.getByRole('link', { name })).toBeVisible();
  // Other journeys have the footer of before.
  await callApi(request, 'PATCH', settings, other, { menu: { footer: before } });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the links of the menu work', async ({ page }) => {
    await page.goto('/posts');

    await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Privacy' }).click();

    await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
  });
});

test('on a phone, the links of the menu are in the drawer', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/search');

  await page.getByRole('button', { name: 'Open menu' }).click();

  const drawer = page.getByRole('navigation', { name: 'Main, small screen' });
  await expect(drawer.getByRole('link', { name: 'About' })).toBeVisible();
});
