import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { goToEnd, type Kill, typeUpTo, type Writer } from './killed-writer.ts';

/**
 * Calls the API without the page, as the same writer on another device or as a colleague.
 * @returns the parsed answer
 */
export type Ask = (
  who: 'writer' | 'colleague',
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => Promise<unknown>;

/** The allowed loss: a number of characters, or the text typed in a number of seconds, whichever is more. */
export interface Allowance {
  readonly characters: number;
  readonly seconds: number;
}

/** A failure during writing. */
export interface Trouble {
  readonly name: string;
  /** Called before the editor is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Called when the editor is open. */
  readonly start?: (page: Page) => Promise<void>;
  /** Called in the middle of the writing. */
  readonly midway?: (writer: Writer, ask: Ask) => Promise<void>;
  /** Whether it needs a stored post. */
  readonly needsPost?: boolean;
  readonly allowed: (kill: Kill) => Allowance;
}

const DRAFTS = /\/api\/drafts\//;
const POSTS = /\/api\/posts(\/[^/]+)?$/;

const ONE_CHARACTER: Allowance = { characters: 1, seconds: 0 };
/** If only the server has the text, the text typed since the second-to-last call is lost. */
const LAST_CALL: Allowance = { characters: 1, seconds: 0.8 };
const oneCharacter = () => ONE_CHARACTER;

const answer = (status: number, pattern: RegExp) => async (page: Page) => {
  await page.route(pattern, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status, body: 'no' }),
  );
};

const refuseDatabase = () => {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
};

/** A string, because the bundler adds helper calls to functions, and pages do not have these helpers. */
const REFUSE_EVERYTHING = `
  const refuse = () => { throw new DOMException('full', 'QuotaExceededError'); };
  IDBObjectStore.prototype.put = refuse;
  Storage.prototype.setItem = refuse;
  FileSystemFileHandle.prototype.createWritable = async () => refuse();
`;

const AT_ONCE = { gapMs: 0, pauseMs: 0, random: () => 0 };

/** A pause long enough for all text to reach the server. */
const rest = (page: Page) => page.waitForTimeout(2_400);

async function dismiss(page: Page, dialog: string): Promise<void> {
  await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: dialog })).toBeHidden();
}

export const TROUBLES: readonly Trouble[] = [
  { name: 'none', allowed: oneCharacter },
  { name: 'offline', start: (page) => page.context().setOffline(true), allowed: oneCharacter },
  { name: 'the server fails (500)', start: answer(500, DRAFTS), allowed: oneCharacter },
  { name: 'the session has ended (401)', start: answer(401, /\/api\//), allowed: oneCharacter },
  {
    name: 'answers are lost',
    start: async (page) => {
      await page.route(DRAFTS, async (route) => {
        if (route.request().method() === 'GET') return route.fallback();
        await route.fetch().catch(() => undefined);
        await route.abort().catch(() => undefined);
      });
    },
    allowed: oneCharacter,
  },
  {
    name: 'another device changed the draft (409)',
    needsPost: true,
    midway: async (writer, ask) => {
      const { page, place } = writer;
      await rest(page);
      const path = `/api/drafts/${place.postId}`;
      const { version } = (await ask('writer', 'GET', path)) as { version: number };
      await ask('writer', 'PATCH', path, { content: `${place.base}From elsewhere`, version });
      // In rich text, a trailing space does not change the Markdown, so only a word causes the conflict.
      const next = writer.plan.findIndex((character, at) => at >= writer.atMs.length && character.trim() !== '');
      await typeUpTo(writer, next + 1, AT_ONCE);
      await dismiss(page, 'This draft was changed on another device');
    },
    allowed: oneCharacter,
  },
  {
    name: 'the save fails (500)',
    start: answer(500, POSTS),
    midway: async ({ page }) => {
      await page.keyboard.press('Control+s');
      await expect(page.getByText(/^Failed to update post/).first()).toBeVisible();
    },
    needsPost: true,
    allowed: oneCharacter,
  },
  {
    name: 'somebody else saved (409)',
    needsPost: true,
    midway: async ({ page, place }, ask) => {
      await ask('colleague', 'PATCH', `/api/posts/${place.postId}`, { content: 'What a colleague saved' });
      await page.keyboard.press('Control+s');
      await dismiss(page, 'This post was changed meanwhile');
    },
    allowed: oneCharacter,
  },
  {
    name: 'during a save',
    needsPost: true,
    start: async (page) => {
      await page.route(POSTS, async (route) => {
        if (route.request().method() !== 'PATCH') return route.fallback();
        await new Promise((resolve) => setTimeout(resolve, 700));
        await route.continue().catch(() => undefined);
      });
    },
    midway: async ({ page }) => page.keyboard.press('Control+s'),
    allowed: oneCharacter,
  },
  { name: 'IndexedDB refuses', start: (page) => page.evaluate(refuseDatabase), allowed: oneCharacter },
  {
    name: 'IndexedDB refuses, offline',
    start: async (page) => {
      await page.evaluate(refuseDatabase);
      await page.context().setOffline(true);
    },
    allowed: oneCharacter,
  },
  {
    name: 'IndexedDB never answers',
    before: (page) =>
      page.addInitScript(() => {
        const { open } = IDBFactory.prototype;
        const nothing = new EventTarget() as IDBOpenDBRequest;
        IDBFactory.prototype.open = function (name, version) {
          return name === 'inkwell-autosave' ? nothing : open.call(this, name, version);
        };
      }),
    allowed: oneCharacter,
  },
  {
    name: 'storage is full',
    start: async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1 });
    },
    // Local storage survives everything except a killed browser.
    allowed: (kill) => (kill === 'browser' ? LAST_CALL : ONE_CHARACTER),
  },
  {
    name: 'the browser stores nothing',
    start: (page) => page.evaluate(REFUSE_EVERYTHING),
    allowed: () => LAST_CALL,
  },
];

/** Triggers a failure in the middle of the typing. */
export async function meet(trouble: Trouble, writer: Writer, ask: Ask): Promise<void> {
  if (!trouble.midway) return;
  await trouble.midway(writer, ask);
  await goToEnd(writer.page);
}
