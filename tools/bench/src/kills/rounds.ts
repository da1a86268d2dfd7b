import { setTimeout } from 'node:timers/promises';
import {
  comeBack,
  editorPath,
  goToEnd,
  type Kill,
  killPage,
  type Loss,
  lossOf,
  type Mode,
  ownPartOf,
  type Place,
  planOf,
  sitDown,
  textOf,
  typeUpTo,
  type Writer,
} from '@inkwell/e2e/support/killed-writer.ts';
import { type Allowance, type Ask, meet, type Trouble } from '@inkwell/e2e/support/troubles.ts';
import type { Page } from '@playwright/test';
import type { Device } from './device.ts';

export interface Round extends Loss {
  readonly name: string;
  readonly kill: Kill;
  readonly allowed: Allowance;
  readonly found: string | null;
  readonly writer: Pick<Writer, 'mode' | 'place' | 'plan' | 'atMs'>;
}

export interface Setting {
  readonly laptop: Device;
  /** Another device of the same writer. */
  readonly phone: Device;
  readonly ask: Ask;
  readonly random: () => number;
}

const BASE = 'It began like this:';
/** Natural typing with pauses, some of which are long enough for an autosave to the server. */
const QUICK = { gapMs: 60, pauseMs: 1_500 };
/** Typing without pauses, so that the autosave to the server cannot wait for one. */
const STEADY = { gapMs: 400, pauseMs: 400 };
const TEN_SECONDS: Allowance = { characters: 1, seconds: 10 };
const ONE_CHARACTER: Allowance = { characters: 1, seconds: 0 };
const QUARTER_SECOND: Allowance = { characters: 0, seconds: 0.25 };
/** The longest time between the last key and the kill of a browser. */
const STOPPED_MS = 1_000;
const WORDS = { fewest: 4, more: 16 };

let count = 0;

async function newPlace(ask: Ask, isNew: boolean): Promise<Place> {
  count += 1;
  const title = `Written ${Date.now()} ${count}`;
  if (isNew) return { postId: null, title, base: '' };
  const post = await ask('writer', 'POST', '/api/posts', { title, content: BASE, isPublished: false });
  const { id, content } = post as { id: string; content: string };
  return { postId: id, title, base: content };
}

const between = (random: () => number, least: number, most: number): number =>
  least + Math.floor(random() * (most - least));

/** A writer in a new tab, before typing. */
async function newWriter({ laptop, ask }: Setting, isNew: boolean, mode: Mode, plan: Writer['plan']): Promise<Writer> {
  const place = await newPlace(ask, isNew);
  return { page: await laptop.context().newPage(), mode, place, plan, atMs: [] };
}

interface Part {
  readonly writer: Writer;
  /** Types until the writer is killed. */
  readonly work: () => Promise<void>;
}

/**
 * Lets writers type concurrently and kills each at its end: tabs one by one, or a browser with all its tabs as soon as the first writer is done.
 * @returns the time of each kill
 */
async function killAll(laptop: Device, kill: Kill, parts: readonly Part[]): Promise<Map<Writer, number>> {
  const ends = new Map<Writer, number>();
  /** Tabs of one site may share a process and crash together. */
  const crashed = new Set<Page>();
  for (const { page } of parts.map(({ writer }) => writer)) page.on('crash', () => crashed.add(page));
  let isOver = false;

  const one = async ({ writer, work }: Part) => {
    const { page } = writer;
    try {
      await work();
    } catch (error) {
      if (!isOver && !crashed.has(page)) throw error;
    }
    if (isOver) return;
    ends.set(writer, Date.now());
    if (kill === 'browser') {
      isOver = true;
      laptop.kill();
    } else await killPage(page, crashed.has(page) ? 'page' : kill);
  };

  if (kill === 'browser') {
    await Promise.race(parts.map(one));
    const [endMs = Date.now()] = ends.values();
    for (const { writer } of parts) ends.set(writer, endMs);
    await laptop.restart();
  } else {
    await Promise.all(parts.map(one));
    await laptop.context().setOffline(false);
  }
  return ends;
}

type About = Pick<Round, 'name' | 'kill' | 'allowed'>;

/** The result of a round, for a writer who has returned and found the text `found`. */
function roundOf(writer: Writer, found: string | null, endMs: number | undefined, about: About): Round {
  const { mode, place, plan, atMs } = writer;
  return { ...about, ...lossOf(writer, found, endMs ?? 0), found, writer: { mode, place, plan, atMs: [...atMs] } };
}

/** Most writers use rich text, because the editor opens in this mode. */
const MODES: readonly Mode[] = ['Rich text', 'Rich text', 'Markdown'];

const shortPlan = (random: () => number) => planOf(random, WORDS.fewest + between(random, 0, WORDS.more));

const modeOf = (random: () => number): Mode => MODES[Math.floor(random() * MODES.length)] ?? 'Markdown';

/** Writers in tabs of one browser, all with the same trouble. */
export async function troubled(setting: Setting, trouble: Trouble, kill: Kill, writers: number): Promise<Round[]> {
  const { laptop, ask, random } = setting;
  const mode = modeOf(random);
  const parts = await Promise.all(
    Array.from({ length: writers }, async (_, index): Promise<Part> => {
      const plan = shortPlan(random);
      const writer = await newWriter(setting, !trouble.needsPost && index === 0, mode, plan);
      const { page } = writer;
      const pace = { ...QUICK, random };
      const last = between(random, 4, plan.length);
      const middle = between(random, 2, last - 1);
      await trouble.before?.(page);
      await sitDown(writer);
      return {
        writer,
        async work() {
          await trouble.start?.(page);
          await goToEnd(page);
          await typeUpTo(writer, middle, pace);
          await meet(trouble, writer, ask);
          await typeUpTo(writer, last, pace);
        },
      };
    }),
  );
  const ends = await killAll(laptop, kill, parts);
  const about = { name: trouble.name, kill, allowed: trouble.allowed(kill) };
  return Promise.all(
    parts.map(async ({ writer }) => {
      return roundOf(writer, await comeBack(laptop.context(), writer), ends.get(writer), about);
    }),
  );
}

/** The writer returns on another device, then on the same one. */
export async function reopened(setting: Setting, kill: Kill, writers: number): Promise<Round[]> {
  const { laptop, phone, random } = setting;
  const mode = modeOf(random);
  const parts = await Promise.all(
    Array.from({ length: writers }, async (_, index): Promise<Part> => {
      const plan = planOf(random, 20);
      const writer = await newWriter(setting, index === 0, mode, plan);
      const isSteady = index % 2 === 0;
      const last = between(random, 20, isSteady ? 60 : plan.length);
      await sitDown(writer);
      return { writer, work: () => typeUpTo(writer, last, { ...(isSteady ? STEADY : QUICK), random }) };
    }),
  );
  const ends = await killAll(laptop, kill, parts);
  const rounds = await Promise.all(
    parts.map(async ({ writer }) => {
      const endMs = ends.get(writer);
      const there = await comeBack(phone.context(), writer);
      const here = await comeBack(laptop.context(), writer);
      return [
        roundOf(writer, there, endMs, { name: 'on another device', kill, allowed: TEN_SECONDS }),
        roundOf(writer, here, endMs, { name: 'none', kill, allowed: ONE_CHARACTER }),
      ];
    }),
  );
  return rounds.flat();
}

/** Writers stop typing, every second page is reloaded, and the browser is killed up to a second after the last key. */
export async function stopped(setting: Setting, writers: number): Promise<Round[]> {
  const { laptop, random } = setting;
  const parts = await Promise.all(
    Array.from({ length: writers }, async (_, index): Promise<Part & { readonly name: string }> => {
      const plan = shortPlan(random);
      const writer = await newWriter(setting, index < writers / 2, modeOf(random), plan);
      const { page } = writer;
      // The kill may come before the dialog is accepted.
      page.on('dialog', (dialog) => dialog.accept().catch(() => undefined));
      const last = between(random, 4, plan.length);
      const killMs = random() * STOPPED_MS;
      const reloadMs = random() * killMs;
      const isReloaded = index % 2 === 0;
      await sitDown(writer);
      return {
        name: isReloaded ? 'reloaded, then the browser is killed' : 'the browser is killed after a rest',
        writer,
        async work() {
          await typeUpTo(writer, last, { random, gapMs: 60, pauseMs: 300 });
          await setTimeout(reloadMs);
          // The kill may interrupt the reload.
          if (isReloaded) page.reload().catch(() => undefined);
          await setTimeout(killMs - reloadMs);
        },
      };
    }),
  );
  const ends = await killAll(laptop, 'browser', parts);
  return Promise.all(
    parts.map(async ({ name, writer }) => {
      const found = await comeBack(laptop.context(), writer);
      return roundOf(writer, found, ends.get(writer), { name, kill: 'browser', allowed: QUARTER_SECOND });
    }),
  );
}

/** The words of the first page, followed by the words of the second one. */
async function join(first: Writer, page: Page, tail: readonly string[]): Promise<Writer> {
  const typed = first.plan.slice(0, first.atMs.length);
  const text = await textOf(page);
  const here = Array.from(text).length - Array.from(first.place.base).length;
  return { ...first, page, plan: [...typed.slice(0, here), ...tail], atMs: first.atMs.slice(0, here) };
}

/** Two tabs type into one draft. The second one takes it over, or continues with a copy. */
export async function twoTabs(setting: Setting, how: 'take over' | 'copy', kill: Kill): Promise<Round[]> {
  const { laptop, random } = setting;
  const first = await newWriter(setting, false, 'Markdown', planOf(random, 20));
  await sitDown(first);
  const pace = { ...QUICK, random };
  await typeUpTo(first, between(random, 5, 30), pace);

  const other = await laptop.context().newPage();
  await other.goto(editorPath(first.place));
  await other.getByRole('button', { name: how === 'copy' ? 'Open a Copy' : 'Take Over Here' }).click();
  await other.getByRole('textbox', { name: 'Content' }).waitFor();
  await goToEnd(other);
  const second = await join(first, other, planOf(random, 12));
  await first.page.bringToFront();
  await goToEnd(first.page);
  const writers = [first, second];
  const work = (writer: Writer) => typeUpTo(writer, writer.atMs.length + between(random, 5, 40), pace);
  const parts = writers.map((writer): Part => ({ writer, work: () => work(writer) }));
  const ends = await killAll(laptop, kill, parts);
  const rounds: Round[] = [];
  for (const writer of writers) {
    const found = await comeBack(laptop.context(), writer);
    rounds.push(roundOf(writer, found, ends.get(writer), { name: `two tabs, ${how}`, kill, allowed: ONE_CHARACTER }));
  }
  return rounds;
}

/** Two devices type into one draft. The first one is killed, and then has the words of both devices. */
export async function twoDevices(setting: Setting, kill: Kill): Promise<Round[]> {
  const { laptop, phone, random } = setting;
  const first = await newWriter(setting, false, 'Markdown', planOf(random, 20));
  await sitDown(first);
  const pace = { random, gapMs: 60, pauseMs: 300 };
  await typeUpTo(first, between(random, 5, 30), pace);
  await first.page.waitForTimeout(2_400);

  const other = await phone.context().newPage();
  await other.goto(editorPath(first.place));
  await other.getByRole('button', { name: 'Restore Draft' }).click();
  await other.getByRole('button', { name: 'Restore Draft' }).waitFor({ state: 'detached' });
  await goToEnd(other);
  const second = await join(first, other, planOf(random, 12));
  await typeUpTo(second, second.atMs.length + between(random, 5, 20), pace);
  const secondEndMs = Date.now();
  await other.waitForTimeout(random() * 3_000);
  await other.close({ runBeforeUnload: false });

  await first.page.bringToFront();
  const parts = [{ writer: first, work: () => typeUpTo(first, first.atMs.length + between(random, 5, 40), pace) }];
  const ends = await killAll(laptop, kill, parts);
  const own = await comeBack(laptop.context(), first);
  const others = await comeBack(laptop.context(), second);
  // Text that the phone had not sent before it was closed is lost. The first device's text is kept.
  const kept = others && ownPartOf(second, others);
  const name = 'two devices, both written on';
  const theirs = roundOf(second, kept, secondEndMs, { name: `${name}: the other's words`, kill, allowed: TEN_SECONDS });
  return [roundOf(first, own, ends.get(first), { name, kill, allowed: ONE_CHARACTER }), { ...theirs, found: others }];
}
