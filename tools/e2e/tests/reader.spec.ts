import { ADMIN, callApi, giveSession, MODERATOR, newPost, newReader, openHomeAs, tokenFor } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// Sequentially: a broadcast reaches everybody, and its toast would replace the toast of a reply.
test.describe.configure({ mode: 'default' });

test('a reader likes, comments, and deletes the comment', async ({ page, request }) => {
  const post = await newPost(request);
  const { email } = await newReader(request);
  await giveSession(page, email);
  await page.goto(`/posts/${post.id}`);

  const like = page.getByRole('button', { name: /^Like/ });
  const liked = page.waitForResponse((answer) => answer.url().endsWith('/like'));
  await like.click();
  await liked;
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toContainText('1');
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await like.click();
  await expect(like).toContainText('0');

  await expect(page.getByRole('button', { name: 'Post Comment' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Your comment' }).fill('<script>alert(1)</script> **said** plainly');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await expect(page.getByText('Comment added successfully')).toBeVisible();
  await expect(page.getByText('<script>alert(1)</script> **said** plainly')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete comment' }).click();
  await expect(page.getByText('Comment deleted successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Comments (0)' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();
  await expect(page.getByRole('listitem', { name: /^Comment by/ })).toBeFocused();
});

test('a reply notifies its recipient with a link, and an unsent reply survives a closed page', async ({
  browser,
  request,
}) => {
  const moderator = await tokenFor(request, MODERATOR);
  const post = await newPost(request, { content: 'A paragraph that takes room.\n\n'.repeat(40) });
  const reader = await newReader(request);
  const path = `/api/posts/${post.id}/comments`;
  const { id: parentId } = await callApi(request, 'POST', path, reader, { content: 'Where does this lead?' });
  for (const n of [1, 2, 3]) await callApi(request, 'POST', path, moderator, { content: `Early ${n}`, parentId });
  const page = await (await browser.newContext()).newPage();
  // Toasts appear only for notifications created after the socket authenticated.
  const isLive = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framesent'));
  await openHomeAs(page, reader.email);
  await isLive;
  await expect(page.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible();

  const answer = await callApi(request, 'POST', path, moderator, { content: 'Far away', parentId });

  // With Enter, because a pointer would wait for the end of the animation, and the toast disappears after five seconds.
  await page.getByTestId('toast').getByRole('link', { name: 'Show' }).press('Enter');
  const entry = page.locator(`#comment-${answer.id}`);
  await expect(entry).toBeFocused();
  await expect(entry).toBeInViewport();
  await entry.getByRole('button', { name: /^Reply to/ }).click();
  await page.keyboard.type('Half an ans');
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^Your reply/ })).toHaveValue('Half an ans');
  await expect(entry).toBeInViewport();
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(page.getByRole('listitem', { name: /^Reply by/ }).filter({ hasText: 'Half an ans' })).toBeFocused();
  await page.context().close();
});

test('a broadcast reaches a reader immediately, as a toast and in the bell', async ({ browser, request }) => {
  const { email } = await newReader(request);
  const reader = await (await browser.newContext()).newPage();
  const admin = await (await browser.newContext()).newPage();
  await openHomeAs(reader, email);
  await giveSession(admin, ADMIN);
  const title = `Maintenance ${Date.now()}`;

  await admin.goto('/admin?tab=notifications');
  await admin
    .getByRole('button', { name: /Send Notification/ })
    .first()
    .click();
  const dialog = admin.getByRole('dialog', { name: 'Send Notification to All Users' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Inkwell rests from 2 to 3.');
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('warning');
  await dialog.getByRole('button', { name: /Send/ }).click();
  await expect(admin.getByText('Notification sent to all users!')).toBeVisible();

  await expect(reader.getByText(title).first()).toBeVisible({ timeout: 3_000 });
  await expect(reader.getByTestId('toast')).toHaveText(/^warning/);
  const bell = reader.getByRole('button', { name: /Notifications, \d+ unread/ });
  await expect(bell).toBeVisible();
  await bell.click();
  const entry = reader.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: new RegExp(title) });
  await entry.click();
  await expect(entry).not.toContainText('(unread)');
});
