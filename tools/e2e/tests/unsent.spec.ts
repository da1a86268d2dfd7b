import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { killBrowser } from '../support/kill-browser.ts';
import { giveSession, newPost, newReader } from '../support/people.ts';
import { storedHere } from '../support/stored-here.ts';
import { expect, test } from '../support/test.ts';

/* Unsent text of fields outside the post editor. */

const boxOf = (page: Page) => page.getByRole('textbox', { name: 'Your comment' });

test('a comment survives a browser that is killed as soon as it has stored the last letter', async ({
  request,
  launchOptions,
  baseURL,
}) => {
  test.skip(process.platform === 'win32', 'kills by what `ps` lists');
  const profile = mkdtempSync(join(tmpdir(), 'inkwell-killed-'));
  const launch = () => chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: baseURL ?? '' });
  try {
    const path = `/posts/${(await newPost(request)).id}`;
    const reader = await newReader(request);
    const before = await launch();
    const page = await before.newPage();
    await giveSession(page, reader.email);
    await page.goto(path);
    await boxOf(page).pressSequentially('Half a thought, and a little more', { delay: 10 });
    await expect.poll(() => storedHere(page)).toContain('Half a thought, and a little more');

    killBrowser(profile);
    await before.close().catch(() => undefined);
    rmSync(join(profile, 'SingletonLock'), { force: true });
    const after = await launch();
    const again = await after.newPage();
    await again.goto(path);

    await expect(boxOf(again)).toHaveValue('Half a thought, and a little more', { timeout: 20_000 });
    await again.getByRole('button', { name: 'Post Comment' }).click();
    await expect(again.getByText('Comment added successfully')).toBeVisible();
    await again.reload();
    await expect(boxOf(again)).toHaveValue('');
    await after.close();
  } finally {
    // A failed expectation may have left a running browser.
    killBrowser(profile);
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});

test('two tabs on one post each restore their own text', async ({ page, context, request }) => {
  const path = `/posts/${(await newPost(request)).id}`;
  await giveSession(page, (await newReader(request)).email);
  await page.goto(path);
  await boxOf(page).fill('Of the first tab');
  const other = await context.newPage();
  await other.goto(path);
  await expect(other.getByText(/^No comments yet/)).toBeVisible();
  await expect(boxOf(other)).toHaveValue('');
  await boxOf(other).fill('Of the second tab');
  await boxOf(page).fill('Of the first tab, still');
  await other.reload();
  await expect(boxOf(other)).toHaveValue('Of the second tab');

  await page.close();
  await other.getByRole('button', { name: 'Post Comment' }).click();

  await expect(other.getByText('Comment added successfully')).toBeVisible();
  await expect(boxOf(other)).toHaveValue('');
  await expect(boxOf(other)).toBeFocused();
  await other.reload();
  await expect(boxOf(other)).toHaveValue('Of the first tab, still');
});
