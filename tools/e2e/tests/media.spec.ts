import { MODERATOR, signInAndWait, tokenFor } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a stored picture is described once, used again with its description, and deleted when nothing shows it', async ({
  page,
  request,
  ports,
}) => {
  const number = `${Date.now()}`;
  const [kept, unused] = [`kept${number}.png`, `unused${number}.png`];
  const { token } = await tokenFor(ports, request, MODERATOR);
  for (const name of [kept, unused]) {
    const stored = await request.post('/api/upload', {
      headers: { authorization: `Bearer ${token}` },
      multipart: { image: { name, mimeType: 'image/png', buffer: PIXEL } },
    });
    expect(stored.status(), await stored.text()).toBe(200);
  }
  await signInAndWait(page, MODERATOR);
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

  await page.goto('/admin');
  await page.getByRole('link', { name: 'Media', exact: true }).click();
  await page.getByRole('searchbox', { name: 'File name or description' }).fill(`kept${number}`);
  await expect(page.getByText('1 picture found')).toBeVisible();
  await card(kept).getByRole('button', { name: 'Describe' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill(`One blue dot ${number}`);
  await page.getByRole('button', { name: 'Save Description' }).click();
  await expect(card(kept).getByText(`One blue dot ${number}`)).toBeVisible();

  await page.goto('/create-post');
  await page.getByRole('textbox', { name: 'Title' }).fill(`A dot ${number}`);
  await page.getByRole('button', { name: 'Choose from Media' }).click();
  const dialog = page.getByRole('dialog', { name: 'Media' });
  await dialog.getByRole('searchbox').fill(`dot ${number}`);
  await expect(dialog.getByText('1 picture shown')).toBeAttached();
  await expect(dialog.getByRole('button', { name: new RegExp(kept) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Description of the image' })).toHaveValue(`One blue dot ${number}`);
  await expect(page.getByText(/^Draft saved/)).toBeVisible();

  // The unsaved text shows it.
  await page.goto(`/admin/media?q=kept${number}`);
  await expect(card(kept).getByText('Unsaved text')).toBeVisible();
  await card(kept).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Picture' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog', { name: 'Picture in Use' }).getByText(`A dot ${number}`)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`/admin/media?q=unused${number}&show=unused`);
  await card(unused).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Picture' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`Picture ${unused} deleted`)).toBeVisible();
  await expect(page.getByText('No pictures found')).toBeVisible();
});
