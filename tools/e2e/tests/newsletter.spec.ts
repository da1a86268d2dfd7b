import type { APIRequestContext, Page } from '@playwright/test';
import { runJobsUntil } from '../support/jobs.ts';
import { ADMIN, giveSession, type LocalMail, linkIn, mailsTo } from '../support/people.ts';
import { storedHere } from '../support/stored-here.ts';
import { expect, test } from '../support/test.ts';

const shots = process.env.NEWSLETTER_SHOTS;

/** Subscribes through the footer's form, and confirms through the email. */
async function subscribe(page: Page, request: APIRequestContext, email: string): Promise<void> {
  await page.goto('/categories');
  const footer = page.getByRole('contentinfo');
  await footer.getByLabel('Email address').fill(email);
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await expect(footer.getByText('Please check your email')).toBeVisible();
  await page.goto(linkIn((await mailsTo(request, email))[0], '/newsletter/confirm'));
  await page.getByRole('button', { name: 'Confirm Subscription' }).click();
  await expect(page.getByText(email)).toBeVisible();
}

test('an admin writes an issue, previews it as an email, and sends it to everybody once; a subscriber changes choices and unsubscribes', async ({
  browser,
  page,
  request,
}) => {
  test.setTimeout(180_000);
  const subject = `News of the harbour ${Date.now()}`;
  const email = `mia-${Date.now()}@example.com`;
  const shot = async (name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  };
  const reader = await (await browser.newContext()).newPage();
  await subscribe(reader, request, email);

  await giveSession(page, ADMIN);
  await page.goto('/admin/settings#mail');
  await expect(page.getByRole('heading', { name: 'Mail', exact: true })).toBeFocused();
  await page.getByRole('switch', { name: 'Mail the best new posts once a week' }).click();
  await page.getByRole('combobox', { name: 'Hour of the digest' }).selectOption('07:00');
  await expect(page.getByText('No digest is sent without the postal address.')).toBeVisible();
  await shot('settings');
  await page.getByRole('combobox', { name: 'Public archive' }).selectOption('on');
  await page.getByRole('link', { name: 'postal address' }).click();
  await expect(page.getByRole('textbox', { name: 'Postal address' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Postal address' }).fill('1 Harbour Road, Kiel');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText(/The site was updated/)).toBeVisible();

  await page.goto('/admin?tab=newsletter');
  await page.getByRole('link', { name: 'Issues and Subscribers' }).click();
  // The local stack does not query DNS, and the page says so.
  await page.getByText('Sender not checked').click();
  await expect(page.getByText(/this is a local stack/).first()).toBeVisible();
  await shot('sender');
  await page.getByRole('link', { name: 'New Issue' }).click();
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('button', { name: 'Add Posts' }).click();
  const posts = page.getByRole('dialog', { name: 'Add Posts' });
  await posts.getByRole('checkbox').first().check();
  await shot('posts');
  await posts.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(posts).toHaveCount(0);

  // Killing the browser's tab loses nothing.
  await expect.poll(() => storedHere(page)).toContain(subject);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(subject);
  await expect(page.getByText('Your earlier text was restored.')).toBeVisible();
  await shot('editor');

  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.frameLocator('iframe').getByRole('heading', { name: subject })).toBeVisible();
  await shot('preview-desktop');
  for (const view of ['Phone', 'Dark', 'Text']) {
    await preview.getByRole('button', { name: view }).click();
    if (shots) await page.waitForTimeout(300);
    await shot(`preview-${view.toLowerCase()}`);
  }
  await expect(preview.getByText('Unsubscribe: http')).toBeVisible();
  await preview.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Send Test' }).click();
  await expect
    .poll(async () => (await mailsTo(request, ADMIN)).some(({ message }) => message.subject.includes(subject)))
    .toBe(true);

  await page.getByRole('button', { name: 'Send...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Issue' });
  await expect(dialog.getByText(/goes to \d+ subscribers/)).toBeVisible();
  await shot('send');
  await dialog.getByRole('button', { name: 'Send Now' }).click();
  await runJobsUntil(request, page.getByText(/^Sent on /));
  await shot('sent');

  const mails: LocalMail[] = await (await request.get('/api/dev/mailbox.json')).json();
  const ours = mails.filter(({ message }) => message.subject === subject);
  expect(ours.length).toBeGreaterThan(0);
  expect(new Set(ours.map(({ to }) => to)).size).toBe(ours.length);
  const mail = ours.find(({ to }) => to === email);
  await page.goto('/admin/newsletter');
  await expect(page.getByRole('link', { name: subject })).toBeVisible();
  await shot('list');

  await reader.goto(/View in browser: (\S+)/.exec(mail?.message.text ?? '')?.[1] ?? '');
  await expect(reader.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  await reader.getByRole('link', { name: 'All issues' }).click();
  await expect(reader.getByRole('heading', { level: 1, name: 'Newsletter' })).toBeVisible();
  await expect(reader.getByRole('link', { name: subject })).toBeVisible();

  await reader.goto(linkIn(mail, '/newsletter/choices'));
  await reader.getByRole('checkbox', { name: /at most once a week/ }).check();
  await expect(reader.getByText(/newsletter and weekly digest by email/).first()).toBeVisible();
  if (shots) await reader.screenshot({ path: `${shots}/choices.png`, fullPage: true });
  await reader.getByRole('button', { name: 'Save Choices' }).click();
  await expect(reader.getByRole('heading', { name: 'Your choices are saved' })).toBeFocused();
  await reader.goto(linkIn(mail, '/newsletter/unsubscribe'));
  await reader.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(reader.getByRole('heading', { name: 'You are unsubscribed' })).toBeFocused();
  await reader.goto(linkIn(mail, '/newsletter/choices'));
  await expect(reader.getByText('This link does not work')).toBeVisible();
});

test('an admin imports people who consented elsewhere, finds one with the consent, and removes that person', async ({
  page,
  request,
}) => {
  const name = `ines-${Date.now()}`;
  const csv = `email,source\n${name}@example.com,Harbour fair\nnobody\n`;
  await giveSession(page, ADMIN);
  await page.goto('/admin/newsletter/subscribers');
  await page.getByRole('button', { name: 'Import CSV' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' });
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(dialog.getByText('people.csv: 2 addresses')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Yes, they confirmed it elsewhere' }).check();
  await dialog.getByRole('textbox', { name: 'Where do these addresses come from?' }).fill('Old provider');
  await dialog.getByLabel('When did they confirm?').fill('2026-05-04');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await runJobsUntil(request, page.getByText('1 person was subscribed'));
  await expect(page.getByText(/1 row was refused/)).toBeVisible();

  await page.getByLabel('Beginning of the email address').fill(name);
  const row = page.getByRole('list', { name: 'Subscribers' }).getByRole('listitem').filter({ hasText: name });
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: `Consents of ${name}@example.com` }).click();
  await expect(row.getByText(/Harbour fair/)).toBeVisible();
  await row.getByRole('button', { name: `Remove ${name}@example.com` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No address starts with this')).toBeVisible();
});
