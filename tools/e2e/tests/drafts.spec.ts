import type { APIRequestContext, Page } from '@playwright/test';
import { delayCalls } from '../support/delay-calls.ts';
import { choose, contentOf, editorPath, goToEnd, killPage, type Place, textOf } from '../support/killed-writer.ts';
import { callApi, giveSession, MODERATOR, newPost, tokenFor } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/* Saves and discards during an autosave. For kills at random keystrokes see words.spec.ts and tools/bench. */

const BASE = 'It began like this.';

async function newDraft(request: APIRequestContext): Promise<Place & { readonly postId: string }> {
  const { id, title } = await newPost(request, { content: BASE, isPublished: false });
  return { postId: id, title, base: BASE };
}

async function open(page: Page, place: Place): Promise<void> {
  await page.goto(editorPath(place));
  await contentOf(page).waitFor();
  await choose(page, 'Markdown');
  await goToEnd(page);
}

const keptHere = (page: Page) => page.getByText(/^Draft saved in this browser/);
const offer = (page: Page) => page.getByRole('region', { name: 'Unsaved draft' });

test('text typed during a save is restored after a kill, and nothing else is offered', async ({
  context,
  page,
  request,
}) => {
  const person = await tokenFor(request, MODERATOR);
  const place = await newDraft(request);
  await giveSession(page, MODERATOR);
  const writer = await context.newPage();
  await open(writer, place);
  const letGo = await delayCalls(writer, /\/api\/posts\/[^/]+$/, 'PATCH');
  await writer.keyboard.insertText(' Saved.');
  const asked = writer.waitForRequest((call) => call.method() === 'PATCH' && /\/api\/posts\//.test(call.url()));
  await writer.keyboard.press('Control+s');
  await asked;
  await writer.keyboard.insertText(' Since then.');
  await expect(keptHere(writer)).toBeVisible();
  letGo();
  await expect
    .poll(async () => (await callApi(request, 'GET', `/api/posts/${place.postId}`, person)).content)
    .toBe(`${BASE} Saved.`);
  await killPage(writer, 'page');

  await open(page, place);
  await expect(offer(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Restore Draft' }).click();
  expect(await textOf(page)).toBe(`${BASE} Saved. Since then.`);
});

test('an autosave that arrives after the save stores nothing, and the post opens without a draft', async ({
  context,
  page,
  request,
}) => {
  const person = await tokenFor(request, MODERATOR);
  const place = await newDraft(request);
  await giveSession(page, MODERATOR);
  const writer = await context.newPage();
  await open(writer, place);
  const letGo = await delayCalls(writer, /\/api\/drafts\//, 'PUT');
  const sent = writer.waitForRequest((call) => call.method() === 'PUT' && /\/api\/drafts\//.test(call.url()));
  await writer.keyboard.insertText(' First.');
  const late = await sent;
  await writer.keyboard.insertText(' Second.');
  await writer.keyboard.press('Control+s');
  await expect(writer.getByText('Post updated successfully!')).toBeVisible();
  letGo();
  expect((await late.response())?.status()).toBe(410);
  await killPage(writer, 'page');

  expect(
    (
      await request.get(`/api/drafts/${place.postId}`, { headers: { Authorization: `Bearer ${person.token}` } })
    ).status(),
  ).toBe(404);
  await open(page, place);
  expect(await textOf(page)).toBe(`${BASE} First. Second.`);
  await goToEnd(page);
  await page.keyboard.insertText(' Third.');
  await expect(page.getByText('Draft saved in this browser and on the server')).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});
