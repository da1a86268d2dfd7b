import type { Locator, Page } from '@playwright/test';
import { cut, keptArticles, keptSaved, mend, test, urlOf } from '../support/offline.ts';
import { callApi, chooseInAccountMenu, giveSession, newReader, type Person, tokenFor } from '../support/people.ts';
import { storedHere } from '../support/stored-here.ts';
import { expect } from '../support/test.ts';

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly readingMinutes: number;
  readonly featuredImage: string | null;
  readonly authors: readonly {
    readonly id: string;
    readonly displayName: string | null;
    readonly firstName: string | null;
  }[];
}

const LIST = 'On the train';
const headline = (page: Page) => page.getByRole('heading', { level: 1 });
const blocks = (page: Page): Locator => page.locator('article .markdown > :not(nav)');

/** Saves the open article into the list. The first call creates the list. */
async function saveInto(page: Page, list: string, isNew: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Save to the reading list' }).click();
  await page.getByRole('button', { name: 'Lists' }).click();
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('checkbox', { name: list });
  if (isNew) {
    await dialog.getByLabel('New list').fill(list);
    await page.keyboard.press('Enter');
  } else await box.click();
  await expect(box).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test("a day's reading, online and offline, on two devices", async ({ page, context, line, browser }) => {
  const phone = await (
    await browser.newContext({ baseURL: String(process.env.INKWELL_E2E_URL), viewport: { width: 320, height: 700 } })
  ).newPage();
  // The phone's connection is not cut.
  const { request } = phone;
  const { id: readerId, email } = await newReader(request);
  const person: Person = await tokenFor(request, email);
  const listed: Listed[] = await callApi(request, 'GET', '/api/posts/popular?limit=20', person);
  const [long, ...others] = listed.toSorted((a, b) => b.readingMinutes - a.readingMinutes);
  const [kept, other] = others.filter(({ featuredImage }) => featuredImage?.includes('/o/images'));
  const [by] = kept?.authors ?? [];
  const author = by?.displayName ?? by?.firstName;
  if (!long || !kept || !other || !author) throw new Error('The sample publication has posts with pictures');
  const saved = async () => {
    const { posts } = await callApi(request, 'GET', '/api/bookmarks/saved', person);
    return posts.map(({ postId, lists }: { postId: string; lists: string[] }) => [postId, lists]);
  };

  // In the morning, on the desktop.
  await giveSession(page, email, urlOf(line));
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The reader reads half of a long article.
  await page.goto(`/posts/${long.id}`);
  await expect(blocks(page).first()).toBeVisible();
  const middle = Math.floor((await blocks(page).count()) / 2);
  // The app records that the article was opened after hydration.
  await expect.poll(() => storedHere(page)).toContain(`:\\"${long.id}`);
  await blocks(page)
    .nth(middle)
    .evaluate((block) => block.scrollIntoView());
  await expect.poll(() => storedHere(page)).toMatch(new RegExp(`${long.id}[^}]*block\\W+[1-9]`));
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const placeOfLong = async () => {
    const places: { postId: string; block: number }[] = await callApi(request, 'GET', '/api/reading', person);
    return places.find(({ postId }) => postId === long.id)?.block ?? 0;
  };
  await expect.poll(placeOfLong).toBeGreaterThan(2);

  // The reader saves two posts, and follows their author.
  for (const { id, title } of [other, kept]) {
    await page.goto(`/posts/${id}`);
    await expect(headline(page)).toHaveText(title);
    await saveInto(page, LIST, id === other.id);
  }
  await expect.poll(saved).toEqual([
    [kept.id, [LIST]],
    [other.id, [LIST]],
  ]);
  await page.getByRole('article').getByRole('link', { name: author }).first().click();
  await page.getByRole('button', { name: `Follow ${author}` }).click();
  await expect.poll(async () => (await callApi(request, 'GET', '/api/following', person)).length).toBe(1);

  await page.goto('/reading-list');
  const begun = page.getByRole('region', { name: 'Continue reading' });
  await expect(begun.getByRole('heading', { name: long.title })).toBeVisible();
  await expect
    .poll(() => keptSaved(page))
    .toEqual(expect.arrayContaining([`/api/posts/${kept.id}`, `/api/posts/${other.id}`]));
  await expect
    .poll(async () => (await keptSaved(page)).filter((path) => path.includes('/o/images')).length)
    .toBeGreaterThan(1);

  // Offline, the reader reads and removes a saved post, and saves the long one into the list.
  const answered: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    const method = answer.request().method();
    if (pathname.startsWith('/api/bookmarks/') && method !== 'GET')
      answered.push(`${method} ${pathname} ${answer.ok()}`);
  });
  await cut(line, context);
  await page.getByRole('article').getByRole('link', { name: kept.title, exact: true }).click();
  await expect(headline(page)).toHaveText(kept.title);
  await expect(blocks(page).last()).toBeAttached();
  const picture = page.getByRole('article').locator('img[fetchpriority="high"]');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Saved to the reading list' }).click();
  await expect(page.getByRole('button', { name: 'Save to the reading list' })).toBeVisible();
  await page.goBack();
  await begun.getByRole('button', { name: `Save ${long.title}` }).click();
  await begun.getByRole('button', { name: `Lists of ${long.title}` }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: LIST }).click();
  await page.keyboard.press('Escape');

  // Meanwhile, the reader uses the phone.
  await giveSession(phone, email);
  await phone.goto(`/reading-list?list=${LIST}`);
  await expect(phone.getByRole('heading', { level: 2, name: kept.title })).toBeVisible();
  await phone.getByRole('button', { name: `Save ${other.title}` }).click();
  await expect.poll(saved).toEqual([[kept.id, [LIST]]]);
  await phone.goto('/following');
  await expect(phone.getByRole('button', { name: `Following ${author}` })).toBeVisible();
  await phone.goto(`/posts/${long.id}`);
  await phone.getByRole('button', { name: 'Continue where you stopped' }).focus();
  await phone.keyboard.press('Enter');
  const resumed = phone.locator('article .markdown > :focus');
  await expect(resumed).toBeInViewport();
  const place = await placeOfLong();
  expect(await resumed.evaluate((block) => [...(block.parentElement?.children ?? [])].indexOf(block))).toBeGreaterThan(
    place - 2,
  );

  // Back online, all changes are sent exactly once.
  await mend(line, context);
  await expect.poll(saved).toEqual([[long.id, [LIST]]]);
  await expect
    .poll(() => answered.toSorted())
    .toEqual([`DELETE /api/bookmarks/${kept.id} true`, `PUT /api/bookmarks/${long.id} true`]);
  await page.goto(`/reading-list?list=${LIST}`);
  await phone.goto(`/reading-list?list=${LIST}`);
  for (const device of [page, phone]) {
    await expect(device.getByRole('heading', { level: 2, name: long.title })).toBeVisible();
    await expect(device.getByRole('main').getByText('1 post', { exact: true })).toBeVisible();
  }

  // After sign-out, this browser keeps none of the text.
  await expect.poll(() => keptSaved(page)).toContain(`/api/posts/${long.id}`);
  await chooseInAccountMenu(page, 'Log out');
  await expect(page.getByRole('link', { name: 'Join' })).toBeVisible();
  await expect.poll(async () => [...(await keptArticles(page)), ...(await keptSaved(page))]).toEqual([]);
  const left = await storedHere(page);
  for (const trace of [readerId, email, long.id, long.title, LIST]) expect(left).not.toContain(trace);
  await phone.context().close();
});
