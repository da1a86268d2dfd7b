import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/* Types like a person, is killed while typing, and measures how much of the text can be restored. */

/** How the typing ends: the tab is closed without notice, its process is killed, or the whole browser is killed (by the caller). */
export const KILLS = ['page', 'renderer', 'browser'] as const;
export type Kill = (typeof KILLS)[number];

/** The text to write: of a stored post, or of a new one (`postId` null), which is found by its title. */
export interface Place {
  readonly postId: string | null;
  readonly title: string;
  /** The text before the writing. */
  readonly base: string;
}

/** The modes of the text editor, by the names of their buttons. */
export type Mode = 'Rich text' | 'Markdown';

export interface Writer {
  readonly page: Page;
  readonly mode: Mode;
  readonly place: Place;
  /** Code points to type after `base`. */
  readonly plan: readonly string[];
  /** When each typed code point appeared in the page, in ms. */
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

/** Moves the cursor to the end of the text. */
export async function goToEnd(page: Page): Promise<void> {
  await contentOf(page).focus();
  await page.keyboard.press('Control+End');
}

/** Opens the editor in a page, ready for the first keystroke. */
export async function sitDown({ page, place, mode }: Pick<Writer, 'page' | 'place' | 'mode'>): Promise<void> {
  await page.goto(editorPath(place));
  await contentOf(page).waitFor();
  await choose(page, mode);
  if (place.postId === null) await titleOf(page).fill(place.title);
  await goToEnd(page);
}

const WORDS = 'tide writes twice a day and nobody reads it but the gulls über café 漢字 😀'.split(' ');

/** A text of random words with line breaks. */
const randomText = (random: () => number, words: number): string =>
  Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)] ?? '')
    .map((word, index) => (index > 0 && index % 9 === 0 ? `${word}\n` : `${word} `))
    .join('')
    .trim();

export const planOf = (random: () => number, words: number): string[] => Array.from(randomText(random, words));

interface Pace {
  readonly random: () => number;
  /** The longest gap between two keystrokes. */
  readonly gapMs: number;
  /** The longest pause, which follows one keystroke in twenty. */
  readonly pauseMs: number;
}

/** Types up to a position in the plan; ends early if the page is killed. */
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

/** Kills the process of the page; the browser shows an error page. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The killed process never answers.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close({ runBeforeUnload: false });
}

export const killPage = (page: Page, kill: 'page' | 'renderer'): Promise<void> =>
  kill === 'page' ? page.close({ runBeforeUnload: false }) : crash(page);

/** The complete text if nothing is lost. */
const wholeOf = ({ place, plan }: Pick<Writer, 'place' | 'plan'>): string => place.base + plan.join('');

const commonLength = (a: ArrayLike<string>, b: ArrayLike<string>): number => {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
};

/** The beginning of a text that equals the plan. The rest may be from another person. */
export function ownPartOf(writer: Pick<Writer, 'place' | 'plan'>, text: string): string {
  const found = Array.from(text);
  return found.slice(0, commonLength(found, Array.from(wholeOf(writer)))).join('');
}

/** The longest part of a writer's text that any draft restores. Null if no draft is offered and the post contains no part of it. */
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

/** Machines may be slow, and speed is not measured here. */
const PATIENCE_MS = 30_000;

const quiet = (page: Page) => page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);

async function restoreInEditor(page: Page, writer: Pick<Writer, 'place' | 'plan'>): Promise<string> {
  await page.goto(editorPath(writer.place));
  await contentOf(page).waitFor();
  const offers = page.getByRole('region', { name: 'Unsaved draft' });
  // The server's drafts are listed after those in the browser.
  await quiet(page);
  await offers
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(() => undefined);
  const others = page.getByRole('button', { name: 'Show All' });
  if (await others.isVisible()) await others.click();
  const texts = await offers.locator('p:not([role="status"])').allTextContents();
  const whole = wholeOf(writer);
  const shares = texts.map((text) => commonLength(text, whole));
  const best = shares.indexOf(Math.max(...shares));
  if (texts[best] !== undefined) {
    await offers.nth(best).getByRole('button', { name: 'Restore Draft' }).click();
    // A draft that equals the post is ignored.
    await page
      .getByText(/^Draft saved in this browser/)
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
  /** The number of lost characters at the end. */
  readonly characters: number;
  /** The age of the first lost character when the typing ended. */
  readonly seconds: number;
  /** Whether the restored text equals the beginning of the typed text. */
  readonly isIntact: boolean;
}

/** How much of the typed text is lost. The keystroke during the kill may or may not be included. */
export function lossOf(
  writer: Pick<Writer, 'place' | 'plan' | 'atMs' | 'mode'>,
  back: string | null,
  killedAtMs: number,
): Loss {
  const { place, atMs, mode } = writer;
  // In rich text, Enter starts a new paragraph, which exists only with its first word.
  const isRich = mode === 'Rich text';
  const found = isRich ? (back ?? place.base).replaceAll('\n\n', '\n').trimEnd() : (back ?? place.base);
  const whole = wholeOf(writer);
  const base = Array.from(place.base).length;
  const typed = Array.from(whole).slice(0, base + atMs.length);
  const length = Array.from(isRich ? typed.join('').trimEnd() : typed.join('')).length;
  const isIntact = whole.startsWith(found);
  const kept = Math.max(0, Array.from(found).length - base);
  // In rich text, a trailing space is not part of the Markdown.
  const missing = typed.slice(base + kept, length).join('');
  const blanks = isRich ? missing.length - missing.trimStart().length : 0;
  const firstLost = atMs[kept + blanks];
  return {
    characters: Math.max(0, length - base - kept - blanks),
    seconds: firstLost === undefined || length <= base + kept ? 0 : (killedAtMs - firstLost) / 1000,
    isIntact,
  };
}
