import {
  ADMIN,
  callApi,
  giveSession,
  linkIn,
  mailedCode,
  mailsTo,
  newReader,
  PASSWORD,
  tokenFor,
} from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('an invited person signs in from the email, confirms the address, accepts, and has the right immediately', async ({
  browser,
  page,
  request,
}) => {
  const person = await newReader(request, 'Ida Invited');
  const admin = await (await browser.newContext()).newPage();
  await giveSession(admin, ADMIN);
  await admin.goto('/admin?tab=users');
  await admin.getByRole('button', { name: 'Invite People' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Invite People' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await dialog.getByRole('combobox', { name: 'Invited as' }).selectOption('Moderator');
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(dialog.getByRole('listitem', { name: person.email })).toContainText('Open');

  await page.goto(linkIn((await mailsTo(request, person.email))[0], '/invitation'));
  await expect(page.getByText('Moderators write and publish all posts')).toBeVisible();
  const card = page.getByRole('region', { name: 'Sign in or create an account' });
  await card.getByRole('tab', { name: 'Sign In' }).click();
  await expect(card.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
  await card.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await card.getByRole('button', { name: 'Sign In', exact: true }).click();

  await expect(page.getByRole('button', { name: 'Send the Link' })).toBeVisible();
  const code = await mailedCode(request, { requestType: 'VERIFY_EMAIL', idToken: person.token });
  const other = await page.context().newPage();
  await other.goto(`/auth/action?mode=verifyEmail&oobCode=${code}`);
  await other.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(other.getByText('is confirmed as your address')).toBeVisible();
  await other.close();
  // The page may have checked automatically when it regained the focus.
  const accept = page.getByRole('button', { name: 'Accept Invitation' });
  await expect(async () => {
    if (!(await accept.isVisible())) await page.getByRole('button', { name: 'I Have Confirmed It' }).click();
    await expect(accept).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await accept.click();

  await page.getByRole('link', { name: 'Start Working' }).click();
  await expect(page.getByRole('heading', { name: 'Moderator Panel' })).toBeVisible();
  const list = await callApi(request, 'GET', '/api/admin/invitations', await tokenFor(request, ADMIN));
  expect(list.find(({ email }: { email: string }) => email === person.email)).toMatchObject({ state: 'accepted' });
});

test('an invited person who signs up from the email accepts without a second one', async ({ page, request }) => {
  const email = `nia.new.${Date.now()}@example.com`;
  const admin = await tokenFor(request, ADMIN);
  await callApi(request, 'POST', '/api/admin/invitations', admin, { email, writing: 'author' });
  // Auth stores whole seconds.
  await page.waitForTimeout(1_000);
  await page.goto(linkIn((await mailsTo(request, email))[0], '/invitation'));

  const card = page.getByRole('region', { name: 'Sign in or create an account' });
  await expect(card.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await card.getByRole('textbox', { name: 'Display Name' }).fill('Nia New');
  await card.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await card.getByRole('textbox', { name: 'Confirm Password' }).fill(PASSWORD);
  await card.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('button', { name: 'Accept Invitation' }).click();

  await expect(page.getByRole('link', { name: 'Start Writing' })).toBeVisible();
});
