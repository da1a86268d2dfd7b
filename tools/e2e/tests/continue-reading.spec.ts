import { callApi, newReader, signInAndWait, tokenFor } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('an article is continued on a second device, where it was left', async ({ page, browser, ports, request }) => {
  const { email } = await newReader(ports, request);
  const token = await tokenFor(ports, request, email);
  const posts: { id: string; readingMinutes: number }[] = await callApi(request, 'GET', '/api/posts?limit=20', token);
  const [longest] = posts.toSorted((a, b) => b.readingMinutes - a.readingMinutes);
  const path = `/posts/${longest?.id}`;
  const places = (): Promise<{ block: number }[]> => callApi(request, 'GET', '/api/reading', token);
  await signInAndWait(page, email);

  await page.goto(path);
  const blocks = page.locator('article .markdown > :not(nav)');
  await expect(blocks.first()).toBeVisible();
  const middle = Math.floor((await blocks.count()) / 2);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('inkwell:reading');
  await blocks.nth(middle).evaluate((block) => block.scrollIntoView());
  await expect
    .poll(() =>
      page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('inkwell:reading'))?.[1]),
    )
    .toMatch(/"block":[1-9]/);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(async () => (await places())[0]?.block ?? 0).toBeGreaterThan(2);

  const phone = await (await browser.newContext({ viewport: { width: 320, height: 700 } })).newPage();
  await signInAndWait(phone, email);
  await phone.goto(path);
  const resume = phone.getByRole('button', { name: 'Continue where you stopped' });
  await resume.focus();
  await phone.keyboard.press('Enter');
  await expect(resume).toBeHidden();
  await expect(phone.locator('article .markdown > :focus')).toBeInViewport();
  await phone.context().close();
});
