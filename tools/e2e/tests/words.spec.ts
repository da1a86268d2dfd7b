import type { Page } from '@playwright/test';
import { seeded } from 'firebase-local/testing/random';
import {
  comeBack,
  killPage,
  lossOf,
  type Mode,
  planOf,
  sitDown,
  typeUpTo,
  type Writer,
} from '../support/killed-writer.ts';
import { giveSession, MODERATOR, newPost, unique } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { TROUBLES } from '../support/troubles.ts';

/* A small, reproducible sample of `npm run kills -w tools/bench`. */

const BASE = 'It began like this.';
const PACE = { gapMs: 30, pauseMs: 300 };
/** One failure of each kind. The bench covers colleagues, other devices and killed browsers. */
const NAMES = ['offline', 'the session has ended (401)', 'answers are lost', 'IndexedDB refuses', 'storage is full'];
const SAMPLE = TROUBLES.filter(({ name }) => NAMES.includes(name));

function writerIn(page: Page, random: () => number, place: Writer['place'], mode: Mode = 'Rich text'): Writer {
  return { page, mode, place, plan: planOf(random, 12), atMs: [] };
}

test('at most one character is lost when a tab is killed, whatever else fails', async ({ context, page, request }) => {
  test.setTimeout(120_000);
  const random = seeded(16);
  await giveSession(page, MODERATOR);

  for (const [index, trouble] of SAMPLE.entries()) {
    const kill = index % 2 === 0 ? 'page' : 'renderer';
    await test.step(`${trouble.name}, ${kill}`, async () => {
      const { id, title } = await newPost(request, { content: BASE, isPublished: false });
      const place = { postId: id, title, base: BASE };
      const writer = writerIn(await context.newPage(), random, place, index % 3 === 0 ? 'Markdown' : 'Rich text');
      await trouble.before?.(writer.page);
      await sitDown(writer);
      await trouble.start?.(writer.page);

      await typeUpTo(writer, 5 + Math.floor(random() * 20), { ...PACE, random });
      const killedAtMs = Date.now();
      await killPage(writer.page, kill);
      await context.setOffline(false);
      const loss = lossOf(writer, await comeBack(context, writer), killedAtMs);

      expect.soft(loss.isIntact, trouble.name).toBe(true);
      const { characters, seconds } = trouble.allowed(kill);
      expect
        .soft(loss.characters <= characters || loss.seconds <= seconds, JSON.stringify({ trouble, loss }))
        .toBe(true);
    });
  }
});

test('another device restores everything that the server has', async ({ context, page, browser }) => {
  const random = seeded(17);
  await giveSession(page, MODERATOR);
  const writer = writerIn(page, random, { postId: null, title: unique('Killed'), base: '' });
  await sitDown(writer);

  await typeUpTo(writer, 20, { ...PACE, random });
  await expect(page.getByText('Draft saved in this browser and on the server')).toBeVisible();
  await typeUpTo(writer, 30, { ...PACE, random });
  const killedAtMs = Date.now();
  await killPage(page, 'page');
  await context.close();
  const device = await browser.newContext();
  await giveSession(await device.newPage(), MODERATOR);
  const loss = lossOf(writer, await comeBack(device, writer), killedAtMs);

  expect(loss.isIntact).toBe(true);
  expect(loss.characters).toBeLessThanOrEqual(10);
  await device.close();
});
