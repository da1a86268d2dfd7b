import { ADMIN, signInAndWait } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const shots = process.env.NEWSLETTER_SHOTS;

test('an admin writes an issue, sees it as mail, and sends it to everybody once', async ({ page, request }) => {
  test.setTimeout(180_000);
  const subject = `News of the harbour ${Date.now()}`;
  const shot = async (name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  };
  await signInAndWait(page, ADMIN);
  await page.goto('/admin/settings');
  const address = page.getByRole('textbox', { name: 'Postal address' });
  await address.fill('1 Harbour Road, Kiel');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText(/The site has been changed/)).toBeVisible();

  await page.goto('/admin?tab=newsletter');
  await page.getByRole('link', { name: 'Write and Send Issues' }).click();
  await page.getByRole('link', { name: 'New Issue' }).click();
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('button', { name: 'Add Posts' }).click();
  const posts = page.getByRole('dialog', { name: 'Add Posts' });
  await posts.getByRole('checkbox').first().check();
  await shot('posts');
  await posts.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(posts).toHaveCount(0);

  // A kill of the browser's tab takes nothing away.
  await page.waitForTimeout(500);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(subject);
  await expect(page.getByText('Your earlier text was restored.')).toBeVisible();
  await shot('editor');

  await page.getByRole('button', { name: 'Preview as Mail' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.frameLocator('iframe').getByRole('heading', { name: subject })).toBeVisible();
  await shot('preview-desktop');
  for (const view of ['Phone', 'Dark', 'Text']) {
    await preview.getByRole('button', { name: view }).click();
    await page.waitForTimeout(300);
    await shot(`preview-${view.toLowerCase()}`);
  }
  await expect(preview.getByText('Unsubscribe: http')).toBeVisible();
  await preview.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Send...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Issue' });
  await expect(dialog.getByText(/goes to \d+ subscribers/)).toBeVisible();
  await shot('send');
  await dialog.getByRole('button', { name: 'Send Now' }).click();
  await expect(page.getByText(/^Sent on /)).toBeVisible({ timeout: 90_000 });
  await shot('sent');

  const mails: { to: string; message: { subject: string; text: string } }[] = await (
    await request.get('/api/dev/mailbox.json')
  ).json();
  const ours = mails.filter(({ message }) => message.subject === subject);
  expect(ours.length).toBeGreaterThan(0);
  expect(new Set(ours.map(({ to }) => to)).size).toBe(ours.length);

  await page.goto('/admin/newsletter');
  await expect(page.getByRole('link', { name: subject })).toBeVisible();
  await shot('list');
  if (shots) {
    for (const [name, path] of [
      ['list', '/admin/newsletter'],
      ['issue', '/admin/newsletter/issue'],
    ] as const) {
      await page.setViewportSize({ width: 320, height: 700 });
      await page.goto(path);
      await page.waitForTimeout(1_500);
      await shot(`${name}-320`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.waitForTimeout(300);
      await shot(`${name}-320-dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    }
  }
});
