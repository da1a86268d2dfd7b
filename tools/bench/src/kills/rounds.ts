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
/** People pause, sometimes long enough for an autosave to the server. */
const QUICK = { gapMs: 60, pauseMs: 1_500 };
/** Somebody who never pauses, so that the autosave to the server cannot wait for a pause. */
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

interface Part {
  readonly writer: Writer;
  /** Types up to the point where this writer is killed. */
  readonly work: () => Promise<void>;
}

/**
 * Lets writers type at the same time and kills each at its end: tabs one by one, a browser with all its tabs as soon as the first
 * writer is done.
 * @returns when each was killed
 */
async function killAll(laptop: Device, kill: Kill, parts: readonly Part[]): Promise<Map<Writer, number>> {
  const ends = new Map<Writer, number>();
  /** Tabs of one site may share a process, and crash together. */
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

const placed = ({ mode, place, plan, atMs }: Writer) => ({ mode, place, plan, atMs: [...atMs] });

/** The editor opens in rich text, so most writers use that. */
const MODES: readonly Mode[] = ['Rich text', 'Rich text', 'Markdown'];

const modeOf = (random: () => number): Mode => MODES[Math.floor(random() * MODES.length)] ?? 'Markdown';

/** Writers in tabs of one browser, all in the same trouble. */
export async function troubled(
  { laptop, ask, random }: Setting,
  trouble: Trouble,
  kill: Kill,
  writers: number,
): Promise<Round[]> {
  const mode = modeOf(random);
  const parts = await Promise.all(
    Array.from({ length: writers }, async (_, index): Promise<Part> => {
      const place = await newPlace(ask, !trouble.needsPost && index === 0);
      const page = await laptop.context().newPage();
      const plan = planOf(random, WORDS.fewest + between(random, 0, WORDS.more));
      const writer: Writer = { page, mode, place, plan, atMs: [] };
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
      const found = await comeBack(laptop.context(), writer);
      return { ...about, ...lossOf(writer, found, ends.get(writer) ?? 0), found, writer: placed(writer) };
    }),
  );
}

/** The writer comes back on another device, then on the same one. */
export async function reopened({ laptop, phone, ask, random }: Setting, kill: Kill, writers: number): Promise<Round[]> {
  const mode = modeOf(random);
  const parts = await Promise.all(
    Array.from({ length: writers }, async (_, index): Promise<Part> => {
      const place = await newPlace(ask, index === 0);
      const page = await laptop.context().newPage();
      const plan = planOf(random, 20);
      const writer: Writer = { page, mode, place, plan, atMs: [] };
      const isSteady = index % 2 === 0;
      const last = between(random, 20, isSteady ? 60 : plan.length);
      await sitDown(writer);
      return { writer, work: () => typeUpTo(writer, last, { ...(isSteady ? STEADY : QUICK), random }) };
    }),
  );
  const ends = await killAll(laptop, kill, parts);
  const rounds = await Promise.all(
    parts.map(async ({ writer }) => {
      const endMs = ends.get(writer) ?? 0;
      const there = await comeBack(phone.context(), writer);
      const here = await comeBack(laptop.context(), writer);
      const about = { kill, writer: placed(writer) };
      return [
        {
          ...about,
          ...lossOf(writer, there, endMs),
          name: 'on another device',
          allowed: TEN_SECONDS,
          found: there,
        },
        { ...about, ...lossOf(writer, here, endMs), name: 'none', allowed: ONE_CHARACTER, found: here },
      ];
    }),
  );
  return rounds.flat();
}

/** Writers stop, every second one's page is reloaded, and up to a second after the last key the browser is killed. */
export async function stopped({ laptop, ask, random }: Setting, writers: number): Promise<Round[]> {
  const parts = await Promise.all(
    Array.from({ length: writers }, async (_, index): Promise<Part & { readonly name: string }> => {
      const place = await newPlace(ask, index < writers / 2);
      const page = await laptop.context().newPage();
      // The kill may come first.
      page.on('dialog', (dialog) => dialog.accept().catch(() => undefined));
      const plan = planOf(random, WORDS.fewest + between(random, 0, WORDS.more));
      const writer: Writer = { page, mode: modeOf(random), place, plan, atMs: [] };
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
          // The kill may end it.
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
      const about = { name, kill: 'browser' as const, allowed: QUARTER_SECOND };
      return { ...about, ...lossOf(writer, found, ends.get(writer) ?? 0), found, writer: placed(writer) };
    }),
  );
}

/** The words of the first page, followed by those of the second one. */
async function join(first: Writer, page: Page, tail: readonly string[]): Promise<Writer> {
  const typed = first.plan.slice(0, first.atMs.length);
  const text = await textOf(page);
  const here = Array.from(text).length - Array.from(first.place.base).length;
  return {
    page,
    mode: first.mode,
    place: first.place,
    plan: [...typed.slice(0, here), ...tail],
    atMs: first.atMs.slice(0, here),
  };
}

/** Two tabs type into one draft: the second one takes it over, or continues with a copy. */
export async function twoTabs(
  { laptop, ask, random }: Setting,
  how: 'take over' | 'copy',
  kill: Kill,
): Promise<Round[]> {
  const place = await newPlace(ask, false);
  const page = await laptop.context().newPage();
  const first: Writer = { page, mode: 'Markdown', place, plan: planOf(random, 20), atMs: [] };
  await sitDown(first);
  const pace = { ...QUICK, random };
  await typeUpTo(first, between(random, 5, 30), pace);

  const other = await laptop.context().newPage();
  await other.goto(editorPath(place));
  await other.getByRole('button', { name: how === 'copy' ? 'Open a Copy' : 'Take Over Here' }).click();
  await other.getByRole('textbox', { name: 'Content' }).waitFor();
  await goToEnd(other);
  const second = await join(first, other, planOf(random, 12));
  await page.bringToFront();
  await goToEnd(page);
  const parts: Part[] = [
    { writer: first, work: () => typeUpTo(first, first.atMs.length + between(random, 5, 40), pace) },
    { writer: second, work: () => typeUpTo(second, second.atMs.length + between(random, 5, 40), pace) },
  ];
  const ends = await killAll(laptop, kill, parts);
  const rounds: Round[] = [];
  for (const writer of [first, second]) {
    const found = await comeBack(laptop.context(), writer);
    const loss = lossOf(writer, found, ends.get(writer) ?? 0);
    rounds.push({ ...loss, name: `two tabs, ${how}`, kill, allowed: ONE_CHARACTER, found, writer: placed(writer) });
  }
  return rounds;
}

/** Two devices type into one draft. The first one is killed, and afterwards has its own words and those of the other device. */
export async function twoDevices({ laptop, phone, ask, random }: Setting, kill: Kill): Promise<Round[]> {
  const place = await newPlace(ask, false);
  const page = await laptop.context().newPage();
  const first: Writer = { page, mode: 'Markdown', place, plan: planOf(random, 20), atMs: [] };
  await sitDown(first);
  const pace = { random, gapMs: 60, pauseMs: 300 };
  await typeUpTo(first, between(random, 5, 30), pace);
  await page.waitForTimeout(2_400);

  const other = await phone.context().newPage();
  await other.goto(editorPath(place));
  await other.getByRole('button', { name: 'Restore Draft' }).click();
  await other.getByRole('button', { name: 'Restore Draft' }).waitFor({ state: 'detached' });
  await goToEnd(other);
  const second = await join(first, other, planOf(random, 12));
  await typeUpTo(second, second.atMs.length + between(random, 5, 20), pace);
  const secondEndMs = Date.now();
  await other.waitForTimeout(random() * 3_000);
  await other.close({ runBeforeUnload: false });

  await page.bringToFront();
  const parts = [{ writer: first, work: () => typeUpTo(first, first.atMs.length + between(random, 5, 40), pace) }];
  const ends = await killAll(laptop, kill, parts);
  const own = await comeBack(laptop.context(), first);
  const others = await comeBack(laptop.context(), second);
  // What the phone had not sent before it was closed is lost; the first device's text remains.
  const kept = others && ownPartOf(second, others);
  const about = { name: 'two devices, both written on', kill };
  return [
    {
      ...about,
      ...lossOf(first, own, ends.get(first) ?? 0),
      allowed: ONE_CHARACTER,
      found: own,
      writer: placed(first),
    },
    {
      ...about,
      ...lossOf(second, kept, secondEndMs),
      name: `${about.name}: the other's words`,
      allowed: TEN_SECONDS,
      found: others,
      writer: placed(second),
    },
  ];
}
