import type { Locator, Page } from '@playwright/test';
import { ADMIN, callApi, giveSession, MODERATOR, newPost, openHomeAs, tokenFor, unique } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** A PNG of one pixel. */
const PIXEL = [
  ...Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
];

/** The row of the admin panel with this heading. */
const rowOf = (page: Page, heading: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: heading, exact: true }) });

test('a moderator writes, previews, crashes, recovers and publishes', async ({ browser, request }) => {
  const title = unique('A letter from the coast');
  const context = await browser.newContext();
  const page = await context.newPage();
  await openHomeAs(page, MODERATOR);
  await page.getByRole('link', { name: 'Start Writing' }).click();

  await page.getByRole('button', { name: 'Publish Post' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await expect(page.getByText('Content is required')).toBeVisible();

  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  const content = page.getByRole('textbox', { name: 'Content' });
  await content.fill('The tide writes twice a day.');
  await content.selectText();
  await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: /Bold/ }).click();
  await expect(content.locator('strong')).toHaveText('The tide writes twice a day.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'Preview of the content' }).locator('strong')).toHaveText(
    'The tide writes twice a day.',
  );
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Draft saved in this browser')).toBeVisible();

  // The tab is killed, and another one is opened.
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto('/create-post');
  const notice = again.getByRole('region', { name: 'Unsaved draft' }).filter({ hasText: title });
  await notice.getByRole('button', { name: 'Restore Draft' }).click();
  await expect(again.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
  await expect(again.getByRole('textbox', { name: 'Content' }).locator('strong')).toBeVisible();
  await again.getByRole('button', { name: 'Markdown', exact: true }).click();
  await expect(again.getByRole('textbox', { name: 'Content' })).toHaveValue('**The tide writes twice a day.**');

  await again.getByRole('switch', { name: 'Publish immediately' }).check({ force: true });
  await again.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Lifestyle' });
  await again.getByRole('button', { name: 'Publish Post' }).click();
  await expect(again.getByText('Post created successfully!')).toBeVisible();
  await expect(again).toHaveURL(/\/$/);

  const posts = await callApi(request, 'GET', '/api/posts', await tokenFor(request, MODERATOR));
  expect(posts.filter((post: { title: string }) => post.title === title)).toHaveLength(1);
  await again.goto('/create-post');
  await expect(again.getByRole('button', { name: 'Publish Post' })).toBeVisible();
  await expect(again.getByRole('region', { name: 'Unsaved draft' }).filter({ hasText: title })).toHaveCount(0);
  await context.close();
});

test('a failed picture can be retried in its position, and undo does not restore its placeholder', async ({ page }) => {
  await giveSession(page, MODERATOR);
  await page.goto('/create-post');
  let calls = 0;
  await page.route('**/api/upload', (route) => {
    calls += 1;
    return calls === 2 ? route.fulfill({ status: 503, body: 'busy' }) : route.continue();
  });
  const content = page.getByRole('textbox', { name: 'Content' });
  await expect(content).toHaveAttribute('contenteditable', 'true');
  await content.click();

  await content.evaluate((text, bytes) => {
    const clipboardData = new DataTransfer();
    for (const name of ['one.png', 'two.png', 'three.png']) {
      clipboardData.items.add(new File([Uint8Array.from(bytes)], name, { type: 'image/png' }));
    }
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, PIXEL);
  await page.keyboard.type('Typed on');
  await content.getByRole('button', { name: /^Try again/ }).click();
  await expect(content.getByRole('button', { name: 'Describe this picture' })).toHaveCount(3);
  await page.keyboard.type(' and on.');
  await expect(content.getByText('Typed on and on.')).toBeVisible();

  await expect(async () => {
    await page.keyboard.press('Control+z');
    // Slowly typed text takes many undo steps.
    await expect(content.locator('img')).toHaveCount(0, { timeout: 100 });
  }).toPass({ intervals: [0] });
  // More presses than there are redo steps.
  for (const presses of [20, 1]) {
    for (let press = 0; press < presses; press += 1) await page.keyboard.press('Control+Shift+z');
    await expect(content.getByText('Typed on and on.')).toBeVisible();
    await expect(content.getByRole('button', { name: 'Describe this picture' })).toHaveCount(3);
    await expect(content.getByRole('progressbar')).toHaveCount(0);
  }
});

test('on a phone, the selected tab of the panel is visible, and the tab list shows that it scrolls', async ({
  page,
}) => {
  await giveSession(page, ADMIN);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [tab, hidden] of [
    ['overview', 'after'],
    ['notifications', 'before after'],
    ['analytics', 'before'],
  ]) {
    await page.goto(`/admin?tab=${tab}`);
    // Scrolling stops at whole pixels, so up to one pixel may be cut off.
    await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.98 });
    await expect(page.getByRole('tablist')).toHaveAttribute('data-hidden', `${hidden}`);
  }
});

/** The distinct heights of these elements in pixels. */
const heightsOf = async (elements: Locator) => [
  ...new Set(await elements.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)))),
];

test('staff lists are dense, with controls of one size; touch screens get larger ones', async ({ browser, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await giveSession(page, ADMIN);
  for (const [address, height, fitting] of [
    ['/admin?tab=posts', 72, 8],
    ['/admin?tab=users', 56, 10],
    ['/admin/activity', 44, 8],
  ] as const) {
    await page.goto(address);
    const rows = page.getByRole('main').locator('li:not(nav li, [aria-hidden])');
    await expect(rows.first()).toBeVisible();
    expect(await heightsOf(rows)).toEqual([height]);
    const ends = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
    expect(ends.filter((end) => end <= 900).length).toBeGreaterThanOrEqual(fitting);
    expect(await heightsOf(rows.getByRole('button'))).toEqual([28]);
  }
  await page.goto('/admin?tab=posts');
  await expect(page.getByRole('button', { name: 'Delete' }).first()).toBeVisible();
  // The frame: the account is above the right edge of the page, the brand above the navigation.
  const edgesOf = (part: Locator) =>
    part.evaluate((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right]);
  const [, right] = await edgesOf(page.getByRole('main').getByRole('tablist'));
  expect((await edgesOf(page.getByRole('button', { name: 'Account menu' })))[1]).toBe(right);
  expect((await edgesOf(page.getByRole('banner').getByRole('link').first()))[0]).toBe(24);
  expect(await heightsOf(page.getByRole('button', { name: 'Refresh' }))).toEqual([36]);
  const remove = page.getByRole('button', { name: 'Delete' }).first();
  const colorOf = () => remove.evaluate((button) => getComputedStyle(button).color);
  const quiet = await colorOf();
  await remove.focus();
  await expect.poll(colorOf).not.toBe(quiet);

  const storageState = await page.context().storageState({ indexedDB: true });
  const phone = await browser.newContext({
    storageState,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const inHand = await phone.newPage();
  await inHand.goto('/admin?tab=posts');
  await inHand
    .getByRole('checkbox', { name: /^Choose/ })
    .first()
    .check();
  const bar = inHand.getByRole('region', { name: 'Selected posts' });
  await expect(bar).toBeInViewport({ ratio: 1 });
  expect(await heightsOf(inHand.getByRole('main').getByRole('listitem').getByRole('button'))).toEqual([44]);
  expect(await heightsOf(inHand.getByRole('main').getByRole('combobox'))).toEqual([44]);
  expect(await heightsOf(bar.getByRole('button'))).toEqual([44]);
  await expect(inHand.getByText('Keyboard')).toBeHidden();
  await phone.close();
});

test('a post is edited in the dialog, unpublished, published and deleted', async ({ page, request }) => {
  const { id, title } = await newPost(request, { title: unique('To be changed'), content: 'Before.' });
  await giveSession(page, MODERATOR);
  await page.goto('/admin?tab=posts');
  await expect(page.getByRole('tab')).toHaveCount(3);

  await rowOf(page, title).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Post' });
  await expect(dialog.getByText("Make changes to your post. Click save when you're done.")).toBeVisible();
  const changed = `${title}, changed`;
  await dialog.getByRole('textbox', { name: 'Title' }).fill(changed);
  await dialog.getByRole('button', { name: 'Update Post' }).click();
  await expect(page.getByText('Post updated successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();

  const row = rowOf(page, changed);
  await row.getByRole('button', { name: 'Unpublish' }).click();
  await page
    .getByRole('dialog', { name: `Unpublish “${changed}”?` })
    .getByRole('button', { name: 'Unpublish' })
    .click();
  await expect(page.getByText('Post unpublished successfully!')).toBeVisible();
  await expect(row.getByText('Draft')).toBeVisible();
  expect((await request.get(`/api/posts/${id}`)).status()).toBe(404);

  await row.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Post published successfully!')).toBeVisible();

  await row.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: `Delete “${changed}”?` });
  await expect(question).toContainText('Are you sure you want to delete this post? This action cannot be undone.');
  await question.getByRole('button', { name: 'Delete Post' }).click();
  await expect(page.getByText('Post deleted successfully!')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('the command palette opens above a text without changing it, and opens pages and posts', async ({ page }) => {
  await giveSession(page, MODERATOR);
  await page.goto('/create-post');
  const palette = page.getByRole('combobox', { name: 'Search or jump to' });
  const content = page.getByRole('textbox', { name: 'Content' });
  await expect(content).toHaveAttribute('contenteditable', 'true');
  await content.fill('The tide writes twice a day.');
  await content.selectText();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Add Link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(content).toBeFocused();
  await page.keyboard.press('Control+Shift+K');
  await expect(palette).toBeFocused();
  // On a slow device, the selection must not depend on how soon the editor is notified.
  await content.evaluate((element) => {
    const stall = () => {
      for (const until = performance.now() + 400; performance.now() < until; );
    };
    element.addEventListener('focus', stall, { once: true });
  });
  await page.keyboard.press('Escape');
  await expect(content).toBeFocused();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('The tide writes twice a day.');
  await page.keyboard.type('It rests.');
  await expect(content).toHaveText('It rests.');

  await page.keyboard.press('Control+Shift+K');
  await palette.fill('calen');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/admin\/calendar$/);

  // On a page for readers, the palette loads, too.
  await page.goto('/posts');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(async () => {
    if (!(await palette.isVisible())) await page.keyboard.press('Control+k');
    await expect(palette).toBeFocused({ timeout: 5_000 });
  }).toPass();
  await palette.fill('how to do nothing');
  await expect(page.getByRole('option', { name: /^How to Do Nothing on a Sunday Published/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/create-post\?edit=/);
});
