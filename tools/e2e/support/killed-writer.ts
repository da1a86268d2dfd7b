import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/* Writes a post as a person does, is killed in the middle of it, and tells how much of it is still there. */

/** What goes wrong on the way to the server while somebody writes. */
export const TROUBLES = [
  'none',
  'offline',
  'failing',
  'refused',
  'lost answers',
  'signed out',
  'storage full',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** What ends the writing: the tab closed without a word, its process killed, or the whole browser (which the caller does). */
export const KILLS = ['page', 'renderer', 'browser'] as const;
export type Kill = (typeof KILLS)[number];

/** Numbers from 0 up to, and without, 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS = 'tide writes twice a day and nobody reads it but the gulls über café 漢字 😀'.split(' ');

/** A text of random words, with line breaks in it. */
export const randomText = (random: () => number, words: number): string =>
  Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)] ?? '')
    .map((word, index) => (index > 0 && index % 9 === 0 ? `${word}\n` : `${word} `))
    .join('')
    .trim();

/** Keystrokes that the page had taken in, each with its time. */
export interface Written {
  readonly title: string;
  readonly text: string;
  /** When each character (code point) of `text` was in the page, in milliseconds. */
  readonly atMs: readonly number[];
  readonly killedAtMs: number;
}

export const contentOf = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title' });

const DRAFTS = /\/api\/drafts\//;

/** Lets something go wrong with what the page sends and keeps. */
export async function makeTrouble(page: Page, trouble: Trouble): Promise<void> {
  if (trouble === 'offline') await page.context().setOffline(true);
  if (trouble === 'failing') await page.route(DRAFTS, (route) => route.fulfill({ status: 500, body: 'no' }));
  if (trouble === 'refused') await page.route(DRAFTS, (route) => route.fulfill({ status: 409, body: 'no' }));
  if (trouble === 'signed out')
    await page.route(DRAFTS, (route) => route.fulfill({ status: 401, body: 'Unauthorized' }));
  if (trouble === 'lost answers') {
    await page.route(DRAFTS, async (route) => {
      await route.fetch().catch(() => undefined);
      await route.abort().catch(() => undefined);
    });
  }
  if (trouble === 'storage full') {
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
  }
}

/** Kills the process that shows the page; the browser shows its sad tab. */
async function crash(page: Page): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The call is never answered: who would answer it is gone.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close({ runBeforeUnload: false });
}

/**
 * Types until it is killed, at a random keystroke.
 * @param end kills what `kill` names beyond the page
 */
export async function writeUntilKilled(
  page: Page,
  how: { readonly kill: Kill; readonly trouble: Trouble; readonly random: () => number; readonly title: string },
  end: () => Promise<void>,
): Promise<Written> {
  const { kill, trouble, random, title } = how;
  await titleOf(page).fill(title);
  await contentOf(page).focus();
  await makeTrouble(page, trouble);
  const text = Array.from(randomText(random, 4 + Math.floor(random() * 20)));
  const last = 3 + Math.floor(random() * (text.length - 3));
  const atMs: number[] = [];
  for (const character of text.slice(0, last)) {
    if (character === '\n') await page.keyboard.press('Enter');
    else await page.keyboard.insertText(character);
    atMs.push(Date.now());
    // People pause, some of them long enough for the server to hear of it.
    if (random() < 0.05) await page.waitForTimeout(random() * 2_500);
  }
  const written = { title, text: text.slice(0, last).join(''), atMs, killedAtMs: Date.now() };
  if (kill === 'page') await page.close({ runBeforeUnload: false });
  else if (kill === 'renderer') await crash(page);
  await end();
  return written;
}

/** What of a draft comes back in the editor. Null: it is not offered. */
export async function comeBack(context: BrowserContext, title: string): Promise<string | null> {
  const page = await context.newPage();
  try {
    await page.goto('/create-post');
    const offer = page.getByRole('region', { name: 'Unsaved draft' }).filter({ hasText: title }).first();
    await offer.waitFor({ timeout: 15_000 }).catch(() => undefined);
    if ((await offer.count()) === 0) return null;
    await offer.getByRole('button', { name: 'Restore Draft' }).click();
    await expect(titleOf(page)).toHaveValue(title);
    return await contentOf(page).inputValue();
  } finally {
    await page.close({ runBeforeUnload: false });
  }
}

export interface Loss {
  /** Characters at the end that did not come back. */
  readonly characters: number;
  /** How old the first of them was when the writing ended. */
  readonly seconds: number;
  /** Whether what came back is what was typed, up to where it ends. */
  readonly isIntact: boolean;
}

/** How much of what was written did not come back. */
export function lossOf({ text, atMs, killedAtMs }: Written, back: string | null): Loss {
  const [typed, found] = [Array.from(text), Array.from(back ?? '')];
  const isIntact = text.startsWith(back ?? '');
  const firstLost = atMs[found.length];
  const characters = typed.length - found.length;
  return { characters, seconds: firstLost === undefined ? 0 : (killedAtMs - firstLost) / 1000, isIntact };
}
