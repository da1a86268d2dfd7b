import type { APIRequestContext, Browser, Page } from '@playwright/test';
import {
  ADMIN,
  callApi,
  giveSession,
  identityCall,
  linkIn,
  MODERATOR,
  mailedCode,
  mailsTo,
  newReader,
  type Person,
  tokenFor,
  unique,
} from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/* A day in a newsroom, from inviting writers to the published page. */

/** A person who was invited by the owner, confirms the address and accepts. invitations.spec.ts tests both pages. */
async function invited(request: APIRequestContext, name: string): Promise<Person> {
  const person = await newReader(request, name);
  const owner = await tokenFor(request, ADMIN);
  await callApi(request, 'POST', '/api/admin/invitations', owner, { email: person.email, writing: 'contributor' });
  const [mail] = await mailsTo(request, person.email);
  const [, token] = /token=([^&]+)/.exec(linkIn(mail, '/invitation')) ?? [];
  const oobCode = await mailedCode(request, { requestType: 'VERIFY_EMAIL', idToken: person.token });
  await identityCall(request, 'update', { oobCode });
  const known = await tokenFor(request, person.email);
  await callApi(request, 'POST', '/api/invitations/accept', known, { token });
  return known;
}

async function pageOf(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await giveSession(page, email);
  return page;
}

async function write(page: Page, title: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Content' }).fill(text);
}

const strip = (page: Page) => page.getByRole('region', { name: 'Review' });

test('a contributor is invited, writes, is helped by an editor, and is published', async ({ browser, request }) => {
  test.slow();
  const title = unique('The ferry that waits');
  const writer = await invited(request, 'Nadia Writer');
  const desk = await pageOf(browser, writer.email);

  await desk.goto('/');
  await desk.getByRole('link', { name: 'Write', exact: true }).click();
  await expect(desk.getByRole('heading', { name: 'My Posts' })).toBeVisible();
  await desk.getByRole('link', { name: 'Write New Post' }).click();
  await write(desk, title, 'The ferry leaves when it is full. The captain counts twice.');
  await desk.getByRole('button', { name: 'Submit for Review...' }).click();
  const asked = desk.getByRole('dialog', { name: 'Submit for Review' });
  await asked.getByRole('textbox', { name: 'Note for staff (optional)' }).fill('Is the end too short?');
  await asked.getByRole('button', { name: 'Save and Submit' }).click();
  await expect(strip(desk).getByRole('status')).toContainText('Submitted by you');

  const editor = await pageOf(browser, MODERATOR);
  await editor.goto('/admin/reviews');
  const row = editor.getByRole('listitem').filter({ hasText: title });
  await row.getByRole('button', { name: 'Start Review' }).click();
  await expect(row.getByText('Yours')).toBeVisible();
  await row.getByRole('link', { name: 'Open' }).click();
  await expect(strip(editor)).toContainText('Is the end too short?');
  const text = editor.getByRole('textbox', { name: 'Content' });
  await expect(text).toContainText('The captain counts twice.');
  await text.click();
  await editor.keyboard.press('ControlOrMeta+a');
  await editor.getByRole('button', { name: 'Note on the Selected Words' }).click();
  await editor.getByRole('textbox', { name: 'Note on the passage' }).fill('How many does he count?');
  await editor.getByRole('button', { name: 'Add Note' }).click();
  await expect(editor.getByText('1 open note')).toBeVisible();
  // Without the settings panel, the margin has room for the note.
  const settings = editor.getByRole('button', { name: 'Settings', exact: true });
  await settings.click();
  const beside = editor.getByRole('region', { name: 'Notes beside the text' }).getByRole('listitem');
  await expect(beside).toContainText('How many does he count?');
  await expect(async () => {
    const [note, passage] = await Promise.all([beside.boundingBox(), text.locator('p').first().boundingBox()]);
    expect(Math.abs((note?.y ?? 0) - (passage?.y ?? 0))).toBeLessThan(24);
    expect(note?.x).toBeGreaterThanOrEqual((passage?.x ?? 0) + (passage?.width ?? 0));
  }).toPass();
  await settings.click();
  await strip(editor).getByRole('button', { name: 'Return...' }).click();
  const back = editor.getByRole('dialog', { name: 'Return to Its Authors' });
  await back.getByRole('textbox').fill('One number, please.');
  await back.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(strip(editor)).toContainText('Returned');

  await desk.goto('/writing');
  const own = desk.getByRole('listitem').filter({ has: desk.getByRole('heading', { name: title, exact: true }) });
  await expect(own.getByText('Returned', { exact: true })).toBeVisible();
  await own.getByRole('link', { name: 'Edit' }).click();
  await expect(strip(desk)).toContainText('One number, please.');
  await desk.getByRole('button', { name: /^Answer the note by/ }).click();
  await desk.getByRole('textbox', { name: 'Your answer' }).fill('Forty, always.');
  await desk.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(desk.getByRole('list', { name: 'Answers' })).toContainText('Forty, always.');
  await desk
    .getByRole('textbox', { name: 'Content' })
    .fill('The ferry leaves when it is full. The captain counts to forty, twice.');
  await strip(desk).getByRole('button', { name: 'Submit Again...' }).click();
  await desk
    .getByRole('dialog', { name: 'Submit for Review' })
    .getByRole('button', { name: 'Save and Submit' })
    .click();
  await expect(strip(desk).getByRole('status')).toContainText('Submitted by you');

  await editor.goto('/admin/reviews');
  await row.getByRole('link', { name: 'Open' }).click();
  await expect(editor.getByRole('list', { name: 'Answers' })).toContainText('Forty, always.');
  await editor.getByRole('button', { name: /^Resolve the note by/ }).click();
  await expect(editor.getByText('No open notes')).toBeVisible();
  await strip(editor).getByRole('button', { name: 'Publish' }).click();
  await expect(editor.getByText('Post updated successfully!')).toBeVisible();

  const reader = await (await browser.newContext()).newPage();
  const posts = await callApi(request, 'GET', '/api/posts', null);
  const { id } = posts.find((post: { title: string }) => post.title === title);
  await reader.goto(`/posts/${id}`);
  await expect(reader.getByText('The captain counts to forty, twice.')).toBeVisible();
  await expect(reader.getByRole('link', { name: 'Nadia Writer' }).first()).toBeVisible();
  await callApi(request, 'POST', `/api/posts/${id}/comments`, await tokenFor(request, MODERATOR), {
    content: 'I have been number forty-one.',
  });
  await desk.goto('/writing/comments');
  await expect(desk.getByRole('listitem').filter({ hasText: title })).toContainText('I have been number forty-one.');
});
