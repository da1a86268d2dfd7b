import { ADMIN, callApi, MODERATOR, newReader, signInAndWait, tokenFor } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a reader likes, comments, and deletes the comment', async ({ page, ports, request }) => {
  const moderator = await tokenFor(ports, request, MODERATOR);
  const post = await callApi(request, 'POST', '/api/posts', moderator, {
    title: 'A post to talk about',
    content: 'Say something.',
    isPublished: true,
  });
  const { email } = await newReader(ports, request);
  await signInAndWait(page, email);
  await page.goto(`/posts/${post.id}`);

  const like = page.getByRole('button', { name: /^Like/ });
  await like.click();
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

test('on a slow connection, pressing Like never removes a like', async ({ page, ports, request }) => {
  const moderator = await tokenFor(ports, request, MODERATOR);
  const post = await callApi(request, 'POST', '/api/posts', moderator, {
    title: 'A post on a slow line',
    content: 'Wait for it.',
    isPublished: true,
  });
  const { email } = await newReader(ports, request);
  await signInAndWait(page, email);
  await page.goto(`/posts/${post.id}`);
  const like = page.getByRole('button', { name: /^Like/ });
  await like.click();
  await expect(like).toContainText('1');
  await page.route('**/like-status', () => {});
  const sent = page.waitForRequest((it) => it.method() === 'POST' && it.url().endsWith('/like'));
  const asked = page.waitForRequest('**/like-status');

  await page.reload();
  await asked;
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await like.click();

  expect((await sent).postDataJSON()).toEqual({ liked: true });
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toContainText('1');
});

test('a profile picture that cannot be stored is refused with a reason', async ({ page, ports, request }) => {
  const { email } = await newReader(ports, request);
  await signInAndWait(page, email);
  await page.route(`http://127.0.0.1:${ports.storage}/**`, (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.route(`http://localhost:${ports.storage}/**`, (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  const photo = page.getByLabel('Profile photo');

  await photo.setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Please select an image file.')).toBeVisible();
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 200 } });
  await photo.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('button', { name: 'Remove Photo' })).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();

  await expect(dialog.getByText('Failed to upload profile image')).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText(/^The storage for pictures does not work/)).toBeVisible();
});

test('a reply notifies its recipient with a link, and an unsent reply survives a closed page', async ({
  browser,
  ports,
  request,
}) => {
  const moderator = await tokenFor(ports, request, MODERATOR);
  const post = await callApi(request, 'POST', '/api/posts', moderator, {
    title: 'A post with a long thread',
    content: Array.from({ length: 40 }, () => 'A paragraph that takes room.').join('\n\n'),
    isPublished: true,
  });
  const reader = await newReader(ports, request);
  const path = `/api/posts/${post.id}/comments`;
  const { id: parentId } = await callApi(request, 'POST', path, reader, { content: 'Where does this lead?' });
  for (const n of [1, 2, 3]) await callApi(request, 'POST', path, moderator, { content: `Early ${n}`, parentId });
  const page = await (await browser.newContext()).newPage();
  // Toasts show what was created since the socket said who listens.
  const isLive = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framesent'));
  await signInAndWait(page, reader.email);
  await isLive;
  await expect(page.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible();

  const answer = await callApi(request, 'POST', path, moderator, { content: 'Far away', parentId });

  await page.getByTestId('toast').getByRole('link', { name: 'Show' }).click();
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

test('staff hide a reported comment, and readers no longer receive any of it', async ({ page, ports, request }) => {
  const [admin, reader] = await Promise.all([tokenFor(ports, request, ADMIN), newReader(ports, request)]);
  const [post] = await callApi(request, 'GET', '/api/posts?limit=1', null);
  const word = `offence${Date.now()}`;
  const { id } = await callApi(request, 'POST', `/api/posts/${post.id}/comments`, reader, { content: word });
  await callApi(request, 'POST', `/api/comments/${id}/report`, admin, { reason: 'It insults.' });
  await signInAndWait(page, ADMIN);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Look at comments' }).click();
  const row = page.getByRole('list', { name: 'Comments' }).getByRole('listitem').filter({ hasText: word });
  await row.focus();

  await page.keyboard.press('h');
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Please be kind');
  await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();

  await expect(row).toContainText('Hidden because: Please be kind');
  await expect(row).toBeFocused();
  for (const path of [`/api/posts/${post.id}/comments`, `/api/comments/${id}`, `/posts/${post.id}`, '/feed.xml']) {
    expect(await (await request.get(path)).text(), path).not.toContain(word);
  }
});

test('a visitor subscribes to the newsletter, confirms, and unsubscribes', async ({ page, ports, request }) => {
  const email = `letters-${Date.now()}@example.com`;
  // A page whose list does not grow while the footer is on screen.
  await page.goto('/categories');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('textbox').fill('no address');
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('Please enter a valid email address.').first()).toBeVisible();

  await footer.getByRole('textbox').fill(email);
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await expect(footer.getByText('Thank you for subscribing!')).toBeVisible();

  const mail = await (await request.get('/api/dev/mailbox.json')).text();
  const links = [...mail.matchAll(/https?:\/\/[^\s"'<>\\]+\/newsletter\/(confirm|unsubscribe)#token=[\w.~%-]+/g)].map(
    ([link]) => link,
  );
  const mine = mail.indexOf(email);
  expect(mine).toBeGreaterThanOrEqual(0);
  const confirmation = links.find((link) => link.includes('/confirm#'));
  await page.goto(new URL(confirmation ?? '').href.replace(/^https?:\/\/[^/]+/, ''));
  await page.getByRole('button', { name: 'Confirm Subscription' }).click();
  await expect(page.getByRole('link', { name: 'Explore Posts' })).toBeVisible();

  const admin = await tokenFor(ports, request, ADMIN);
  const subscribers = await callApi(request, 'GET', '/api/admin/newsletter/subscribers?limit=100', admin);
  expect(subscribers.find((subscriber: { email: string }) => subscriber.email === email)).toMatchObject({
    isConfirmed: true,
  });
});

// In series, because a broadcast also appears in the other journey.
test.describe
  .serial('broadcasts', () => {
    test('a broadcast reaches a reader at once, as a toast and in the bell', async ({ browser, ports, request }) => {
      const { email } = await newReader(ports, request);
      const reader = await (await browser.newContext()).newPage();
      const admin = await (await browser.newContext()).newPage();
      await signInAndWait(reader, email);
      await signInAndWait(admin, ADMIN);
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
      const entry = reader
        .getByRole('region', { name: 'Notifications' })
        .getByRole('button', { name: new RegExp(title) });
      await entry.click();
      await expect(entry).not.toContainText('(unread)');
    });

    test('the sender of a broadcast sees first that it was sent, even if the socket is faster', async ({ page }) => {
      await signInAndWait(page, ADMIN);
      await page.goto('/admin?tab=notifications');
      const toasts = page.getByTestId('toast');

      for (const isAnswerHeld of [false, true]) {
        const title = `Seen by its sender ${Date.now()}`;
        await page.route('**/api/notifications', async (route) => {
          if (route.request().method() !== 'POST' || !isAnswerHeld) return route.continue();
          const answer = await route.fetch();
          await expect(toasts).toContainText(title);
          await route.fulfill({ response: answer });
        });
        await page.getByRole('button', { name: 'Send Notification' }).click();
        const dialog = page.getByRole('dialog', { name: 'Send Notification to All Users' });
        await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
        await dialog.getByRole('textbox', { name: 'Message' }).fill('Words.');
        await dialog.getByRole('button', { name: 'Send Notification' }).click();

        await expect(toasts).toContainText('Notification sent to all users!');
        await page.waitForTimeout(2_000);
        await expect(toasts).toContainText('Notification sent to all users!');
        await toasts.getByRole('button', { name: 'Close' }).click();
        await page.unroute('**/api/notifications');
      }
    });
  });

test('two tabs agree on who is signed in', async ({ context, page, ports, request }) => {
  const { email } = await newReader(ports, request);
  await signInAndWait(page, email);
  const other = await context.newPage();
  await other.goto('/posts');
  await expect(other.getByRole('button', { name: 'Account menu' })).toBeVisible();

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();

  await expect(other.getByRole('button', { name: 'Account menu' })).toBeHidden();
});
