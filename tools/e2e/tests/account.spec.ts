import { randomUUID } from 'node:crypto';
import { ADMIN, callApi, mailedCode, newReader, PASSWORD, signIn, signInAndWait, tokenFor } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a person signs up while the form checks every password rule, signs out, and signs in again', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto('/');
  await page.getByRole('link', { name: 'Join' }).click();
  const card = page.getByRole('region', { name: 'Sign in or create an account' });
  await expect(card).toHaveAttribute('data-highlighted', 'true');
  await card.getByRole('textbox', { name: 'Display Name' }).fill('Nell Newcomer');
  await card.getByRole('textbox', { name: 'Email' }).fill(email);
  const password = card.getByRole('textbox', { name: 'Password', exact: true });
  const confirmation = card.getByRole('textbox', { name: 'Confirm Password' });
  const submit = card.getByRole('button', { name: 'Create Account' });

  await confirmation.fill('short');
  await password.fill('short');
  for (const rule of ['At least 6 characters', 'One uppercase letter', 'One number', 'One special character']) {
    await expect(card.getByText(rule)).toBeVisible();
  }
  await submit.click();
  await expect(page.getByText('Please ensure your password meets all requirements.')).toBeVisible();

  await password.fill(PASSWORD);
  await submit.click();
  await expect(page.getByText('Passwords do not match. Please try again.')).toBeVisible();

  await confirmation.fill(PASSWORD);
  await submit.click();
  await expect(page.getByText('Account Created!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome to .+, Nell$/ })).toBeVisible();

  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText('Nell Newcomer', { exact: true })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(card).toBeVisible();

  await signIn(page, email);
  await expect(page.getByText('You have successfully signed in.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

test('a wrong password is refused', async ({ page, ports, request }) => {
  const { email } = await newReader(ports, request);

  await signIn(page, email, 'Wrong#2026');

  await expect(page.getByText('Sign In Failed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeHidden();
});

test('a forgotten password is replaced with the code in the mail', async ({ page, ports, request }) => {
  const { email } = await newReader(ports, request);
  await page.goto('/forgot-password');
  await page.getByRole('main').getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(page.getByText('Check Your Email')).toBeVisible();

  const { oobCodes } = await (
    await request.get(`http://127.0.0.1:${ports.auth}/emulator/v1/projects/demo-inkwell/oobCodes`)
  ).json();
  const code = oobCodes.findLast((sent: { email: string; oobCode: string }) => sent.email === email).oobCode;
  await page.goto(`/auth/action?mode=resetPassword&oobCode=${code}`);
  await expect(page).toHaveURL(/\/reset-password\?/);
  await page.getByRole('textbox', { name: 'New Password' }).fill('Another#2026');
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('Another#2026');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText(/Your password has been changed/)).toBeVisible();
  await expect(page).toHaveURL(/\/$/, { timeout: 6_000 });

  await signIn(page, email, 'Another#2026');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

test('an address is confirmed once with the link in its mail', async ({ page, ports, request }) => {
  const reader = await newReader(ports, request);
  const code = await mailedCode(ports, request, { requestType: 'VERIFY_EMAIL', idToken: reader.token });
  const address = `/auth/action?mode=verifyEmail&oobCode=${code}&continueUrl=https%3A%2F%2Felsewhere.test%2F`;

  await page.goto(address);
  await expect(page.getByText(reader.email)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm Email' }).click();

  await expect(page.getByRole('heading', { name: 'Email Confirmed' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/');
  await page.goto(address);
  await expect(page.getByText('This link is invalid, or it has been used already.')).toBeVisible();
});

test('an address is changed with the link in its mail', async ({ page, ports, request }) => {
  const reader = await newReader(ports, request);
  const newEmail = `new-${reader.email}`;
  const code = await mailedCode(ports, request, {
    requestType: 'VERIFY_AND_CHANGE_EMAIL',
    idToken: reader.token,
    newEmail,
  });

  await page.goto(`/auth/action?mode=verifyAndChangeEmail&oobCode=${code}`);
  await expect(page.getByText(newEmail)).toBeVisible();
  await page.getByRole('button', { name: 'Change Email' }).click();
  await expect(page.getByRole('heading', { name: 'Email Changed' })).toBeVisible();

  await signIn(page, newEmail);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

test('a reset link without its code says so', async ({ page }) => {
  await page.goto('/reset-password');

  await expect(page.getByText('Invalid or missing reset code. Please request a new password reset.')).toBeVisible();
});

test('a reader changes the profile and the profile picture', async ({ page, ports, request }) => {
  const reader = await newReader(ports, request);
  await signInAndWait(page, reader.email);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'First Name' }).fill('Margarita');
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 200 } });
  await dialog.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });

  await dialog.getByRole('button', { name: /Save/ }).click();

  await expect(page.getByText('Profile Updated')).toBeVisible();
  await expect(dialog).toBeHidden();
  const user = await callApi(request, 'GET', '/api/auth/user', reader);
  expect(user).toMatchObject({ firstName: 'Margarita' });
  expect(decodeURIComponent(user.profileImageUrl)).toMatch(/images\/\d+-/);
  expect((await request.get(user.profileImageUrl)).status()).toBe(200);
});

test('a blocked account sees a message at its next call and is signed out', async ({ page, ports, request }) => {
  const reader = await newReader(ports, request);
  const admin = await tokenFor(ports, request, ADMIN);
  await signInAndWait(page, reader.email);

  await callApi(request, 'POST', `/api/admin/users/${reader.id}/block`, admin);
  await page.reload();

  await expect(page.getByText('Your account has been blocked. You will be logged out.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Sign in or create an account' })).toBeVisible();
});

test('a reader takes a copy of their data, deletes the account, comes back and keeps it', async ({
  page,
  ports,
  request,
}) => {
  const { email } = await newReader(ports, request);
  await signInAndWait(page, email);
  const openProfile = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
  };
  await openProfile();
  const profile = page.getByRole('dialog', { name: 'Profile Settings' });
  await profile.getByRole('button', { name: 'Copy My Data' }).click();
  const download = page.waitForEvent('download');
  await profile.getByRole('link', { name: 'Download (zip)' }).click({ timeout: 30_000 });
  expect((await download).suggestedFilename()).toBe('my-data.zip');

  await profile.getByRole('button', { name: 'Delete Account' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete Account' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('radio', { name: 'Delete my comments too' }).check();
  await question.getByRole('button', { name: 'Delete Account' }).click();
  const leaving = page.getByRole('dialog', { name: 'Your account is being deleted' });
  await expect(leaving.getByText(/it is deleted for good, with your comments/)).toBeVisible();
  await leaving.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();

  await signIn(page, email);
  await expect(leaving.getByRole('button', { name: 'Keep My Account' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Account Kept')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});
