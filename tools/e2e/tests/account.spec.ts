import { randomUUID } from 'node:crypto';
import { runJobsUntil } from '../support/jobs.ts';
import {
  callApi,
  chooseInAccountMenu,
  mailedCode,
  newReader,
  openHomeAs,
  PASSWORD,
  signIn,
} from '../support/people.ts';
import { expect, stackPorts, test } from '../support/test.ts';

test('a person signs up on a small phone, signs out, is refused with a wrong password, and stays signed in', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  const email = `${randomUUID()}@example.com`;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Sign in or create an account' });
  await card.getByRole('tab', { name: 'Sign Up' }).click();
  await card.getByRole('textbox', { name: 'Display Name' }).fill('Nell Newcomer');
  await card.getByRole('textbox', { name: 'Email' }).fill(email);
  const password = card.getByRole('textbox', { name: 'Password', exact: true });
  const confirmation = card.getByRole('textbox', { name: 'Confirm Password' });
  await confirmation.fill('short');
  await password.fill('short');
  for (const rule of ['At least 6 characters', 'One uppercase letter', 'One number', 'One special character']) {
    await expect(card.getByText(rule)).toBeVisible();
  }
  await password.fill(PASSWORD);
  await page.keyboard.press('Tab');
  await expect(card.getByRole('button', { name: 'Show' }).first()).toBeFocused();
  await confirmation.fill(PASSWORD);
  await card.getByRole('button', { name: 'Create Account' }).click();

  // The heading greets the person by name, the page is at its top, and the toast covers no button.
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome to .+, Nell$/ })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();
  const toast = page.getByTestId('toast');
  await expect(toast).toContainText('Account Created!');
  for (const name of [/^Notifications/, 'Account menu']) {
    const covered = await page.getByRole('button', { name }).boundingBox();
    expect((await toast.boundingBox())?.y).toBeGreaterThan((covered?.y ?? 0) + (covered?.height ?? 0));
  }

  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText('Nell Newcomer', { exact: true })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(card).toBeVisible();

  await signIn(page, email, 'Wrong#2026');
  await expect(page.getByText('Sign In Failed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeHidden();
  await card.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await card.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('You have successfully signed in.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(page.getByText('Published Posts')).toBeVisible();
  expect(refused).toEqual([]);
});

test('a forgotten password is replaced with the code in the email', async ({ page, request }) => {
  const { email } = await newReader(request);
  await page.goto('/forgot-password');
  await page.getByRole('main').getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(page.getByText('Check Your Email')).toBeVisible();

  const { oobCodes } = await (
    await request.get(`http://127.0.0.1:${stackPorts().auth}/emulator/v1/projects/demo-inkwell/oobCodes`)
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

test('an address is confirmed once with the link in its email', async ({ page, request }) => {
  const reader = await newReader(request);
  const code = await mailedCode(request, { requestType: 'VERIFY_EMAIL', idToken: reader.token });
  const address = `/auth/action?mode=verifyEmail&oobCode=${code}&continueUrl=https%3A%2F%2Felsewhere.test%2F`;

  await page.goto(address);
  await expect(page.getByText(reader.email)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm Email' }).click();

  await expect(page.getByRole('heading', { name: 'Email Confirmed' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/');
  await page.goto(address);
  await expect(page.getByText('This link is invalid, or it has been used already.')).toBeVisible();
});

test('an address is changed with the link in its email', async ({ page, request }) => {
  const reader = await newReader(request);
  const newEmail = `new-${reader.email}`;
  const code = await mailedCode(request, {
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

test('a reader changes the profile and the profile picture', async ({ page, request }) => {
  const reader = await newReader(request);
  await openHomeAs(page, reader.email);
  await chooseInAccountMenu(page, 'Profile');
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

test('a reader takes a copy of their data, deletes the account, comes back and keeps it', async ({ page, request }) => {
  const { email } = await newReader(request);
  await openHomeAs(page, email);
  const openProfile = async () => {
    await chooseInAccountMenu(page, 'Profile');
  };
  await openProfile();
  const profile = page.getByRole('dialog', { name: 'Profile Settings' });
  await profile.getByRole('tab', { name: 'Account' }).click();
  await profile.getByRole('button', { name: 'Download My Data' }).click();
  const link = profile.getByRole('link', { name: 'Download (zip)' });
  await runJobsUntil(request, link);
  const download = page.waitForEvent('download');
  await link.click();
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
