import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { randomText } from './seeded.ts';

/* Writes as a person does, is killed in the middle of it, and tells how much of it can be had back. */

/** What ends the writing: the tab closed without a word, its process killed, or the whole browser (which the caller does). */
export const KILLS = ['page', 'renderer', 'browser'] as const;
export type Kill = (typeof KILLS)[number];

/** What somebody writes on: a post with a text, or a new one (`postId` null) that only its title tells from others. */
export interface Place {
  readonly postId: string | null;
  readonly title: string;
  /** What stands there already. */
  readonly base: string;
}

/** The two ways to write a text, as their buttons call them. */
export type Mode = 'Rich text' | 'Markdown';

export interface Writer {
  readonly page: Page;
  readonly mode: Mode;
  readonly place: Place;
  /** The code points that are to be typed behind `base`. */
  readonly plan: readonly string[];
  /** When each that the page has taken in was there, in milliseconds. */
  readonly atMs: number[];
}

export const editorPath = ({ postId }: Place): string => (postId ? `/create-post?edit=${postId}` : '/create-post');

export const choose = (page: Page, mode: Mode): Promise<void> =>
  page.getByRole('button', { name: mode, exact: true }).click();

export const contentOf = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title' });

/** The text, as Markdown. */
export async function textOf(page: Page): Promise<string> {
  await choose(page, 'Markdown');
  return contentOf(page).inputValue();
}

/** Puts the cursor behind the text. */
export async function goToEnd(page: Page): Promise<void> {
  await contentOf(page).focus();
  await page.keyboard.press('Control+End');
}

/** Opens the editor in a page, before its first keystroke. */
export async function sitDown({ page, place, mode }: Pick<Writer, 'page' | 'place' | 'mode'>): Promise<void> {
  await page.goto(editorPath(place));
  await contentOf(page).waitFor();
  await choose(page, mode);
  if (place.postId === null) await titleOf(page).fill(place.title);
  await goToEnd(page);
}

export const planOf = (random: () => number, words: number): string[] => Array.from(randomText(random, words));

interface Pace {
  readonly random: () => number;
  /** Between two keystrokes, at most. */
  readonly gapMs: number;
  /** A pause comes after one keystroke in twenty, at most so long. */
  readonly pauseMs: number;
}

/** Types up to the given place in the plan; ends early when somebody kills the page. */
export async function typeUpTo(writer: Writer, end: number, { random, gapMs, pauseMs }: Pace): Promise<void> {
  const { page, plan, atMs } = writer;
  while (atMs.length < end) {
    const character = plan[atMs.length] ?? '';
    if (character === '\n') await page.keyboard.press('Enter');
    else await page.keyboard.insertText(character);
    atMs.push(Date.now());
    await page.waitForTimeout(random() * (random() < 0.05 ? pauseMs : gapMs));
  }
}

/** Kills the process that shows the page; the browser shows its sad tab. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The call is never answered: who would answer it is gone.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close({ runBeforeUnload: false });
}

export const killPage = (page: Page, kill: 'page' | 'renderer'): Promise<void> =>
  kill === 'page' ? page.close({ runBeforeUnload: false }) : crash(page);

/** All that would stand there if nothing had happened. */
const wholeOf = ({ place, plan }: Pick<Writer, 'place' | 'plan'>): string => place.base + plan.join('');

const commonLength = (a: ArrayLike<string>, b: ArrayLike<string>): number => {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
};

/** The beginning of a text, as far as it is what the writer typed: behind it may be what somebody else wrote on the same draft. */
export function ownPartOf(writer: Pick<Writer, 'place' | 'plan'>, text: string): string {
  const found = Array.from(text);
  return found.slice(0, commonLength(found, Array.from(wholeOf(writer)))).join('');
}

/** What of a writer's text can be had back, in whichever draft has most of it. Null: nothing is offered, and the post has none of it. */
export async function comeBack(
  context: BrowserContext,
  writer: Pick<Writer, 'place' | 'plan'>,
): Promise<string | null> {
  const page = await context.newPage();
  try {
    return writer.place.postId ? await restoreInEditor(page, writer) : await openFromList(page, writer);
  } finally {
    await page.close({ runBeforeUnload: false });
  }
}

/** A busy machine takes its time, and that is not what is measured. */
const PATIENCE_MS = 30_000;

const quiet = (page: Page) => page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);

async function restoreInEditor(page: Page, writer: Pick<Writer, 'place' | 'plan'>): Promise<string> {
  await page.goto(editorPath(writer.place));
  await contentOf(page).waitFor();
  const offers = page.getByRole('region', { name: 'Unsaved draft' });
  // What the server has comes after what the browser has.
  await quiet(page);
  await offers
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(() => undefined);
  const texts = await offers.locator('details p').allTextContents();
  const whole = wholeOf(writer);
  const shares = texts.map((text) => commonLength(text, whole));
  const best = shares.indexOf(Math.max(...shares));
  if (texts[best] !== undefined) {
    await offers.nth(best).getByRole('button', { name: 'Restore Draft' }).click();
    // A draft of what the post says already is none.
    await page
      .getByText(/^Draft kept in this browser/)
      .waitFor({ timeout: 10_000 })
      .catch(() => undefined);
  }
  return textOf(page);
}

async function openFromList(page: Page, { place }: Pick<Writer, 'place'>): Promise<string | null> {
  await page.goto('/drafts');
  const row = page.getByRole('listitem', { name: `Draft “${place.title}”` }).first();
  await row.waitFor({ timeout: PATIENCE_MS }).catch(() => undefined);
  if ((await row.count()) === 0) return null;
  await quiet(page);
  await row.getByRole('link', { name: /^Open/ }).first().click();
  await expect(titleOf(page)).toHaveValue(place.title, { timeout: PATIENCE_MS });
  return textOf(page);
}

export interface Loss {
  /** Characters at the end that did not come back. */
  readonly characters: number;
  /** How old the first of them was when the writing ended. */
  readonly seconds: number;
  /** Whether what came back is what was typed, up to where it ends. */
  readonly isIntact: boolean;
}

/** How much of what the page had taken in did not come back. A keystroke that was on its way when the page was killed may be there too. */
export function lossOf(
  writer: Pick<Writer, 'place' | 'plan' | 'atMs' | 'mode'>,
  back: string | null,
  killedAtMs: number,
): Loss {
  const { place, atMs, mode } = writer;
  // In rich text, Enter makes a paragraph, and one ends with its last word.
  const isRich = mode === 'Rich text';
  const found = isRich ? (back ?? place.base).replaceAll('\n\n', '\n').trimEnd() : (back ?? place.base);
  const whole = wholeOf(writer);
  const base = Array.from(place.base).length;
  const typed = Array.from(whole).slice(0, base + atMs.length);
  const length = Array.from(isRich ? typed.join('').trimEnd() : typed.join('')).length;
  const isIntact = whole.startsWith(found);
  const kept = Math.max(0, Array.from(found).length - base);
  // In rich text, a blank is none of the Markdown until a word follows it.
  const missing = typed.slice(base + kept, length).join('');
  const blanks = isRich ? missing.length - missing.trimStart().length : 0;
  const firstLost = atMs[kept + blanks];
  return {
    characters: Math.max(0, length - base - kept - blanks),
    seconds: firstLost === undefined || length <= base + kept ? 0 : (killedAtMs - firstLost) / 1000,
    isIntact,
  };
}
