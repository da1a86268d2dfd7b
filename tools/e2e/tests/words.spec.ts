import { comeBack, KILLS, lossOf, seeded, TROUBLES, writeUntilKilled } from '../support/killed-writer.ts';
import { MODERATOR, signInAndWait } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/* A small sample of what `npm run words -w tools/bench` does hundreds of times, the same at each run. */

const random = seeded(16);
/** The browser itself is killed by the bench alone: these journeys share one. */
const SAMPLE = TROUBLES.map((trouble, index) => ({ trouble, kill: KILLS[index % 2] ?? 'page' }));

for (const { trouble, kill } of SAMPLE) {
  test(`at most a character is lost when the ${kill} is killed (trouble: ${trouble})`, async ({ context, page }) => {
    await signInAndWait(page, MODERATOR);
    const title = `Killed ${trouble} ${Date.now()}`;
    await page.goto('/create-post');

    const written = await writeUntilKilled(page, { kill, trouble, random, title }, async () => {
      if (trouble === 'offline') await context.setOffline(false);
    });
    const loss = lossOf(written, await comeBack(context, title));

    expect(loss.isIntact).toBe(true);
    expect(loss.characters).toBeLessThanOrEqual(1);
  });
}

test('another device has all but the last ten seconds', async ({ context, page, browser }) => {
  await signInAndWait(page, MODERATOR);
  const title = `Carried over ${Date.now()}`;
  await page.goto('/create-post');

  const written = await writeUntilKilled(page, { kill: 'page', trouble: 'none', random, title }, async () => {});
  await context.close();
  const device = await browser.newContext();
  await signInAndWait(await device.newPage(), MODERATOR);
  const loss = lossOf(written, await comeBack(device, title));

  expect(loss.isIntact).toBe(true);
  expect(loss.seconds).toBeLessThanOrEqual(10);
  await device.close();
});
