import type { DatabaseCopies } from './database-copies.ts';
import { GONE_LIFE_MS, type Kept } from './kept.ts';
import type { localCopies } from './local-copies.ts';

/** A database that takes longer is taken for one that never answers: broken profiles of browsers have such. */
export const ANSWER_MS = 3_000;

/** All that is kept in this browser, in two places: local storage has it at once, IndexedDB also when the browser is killed. */
export interface Shelf {
  /** @returns whether local storage has it; else IndexedDB may, in a moment */
  keep(kept: Kept): boolean;
  /** Takes away what was sent or thrown away, for good: a copy that is found later does not bring it back. */
  forget(kept: Kept): void;
  /** The same, unless another tab has written on it. */
  forgetUnchanged(kept: Kept): void;
  /** What there is of somebody. Waits for IndexedDB for `ANSWER_MS` at most. */
  list(ownerId: string): Promise<Listing>;
  /** The latest copy; null when there is none, or it was sent or thrown away. */
  find(id: string): Promise<Live | null>;
  /** For tests: resolves once nothing waits to be written. */
  settled(): Promise<void>;
}

export interface Listing {
  /** Newest first. */
  readonly texts: readonly Live[];
  /** Whether IndexedDB had its say; else there may be more. */
  readonly isWhole: boolean;
}

export type Live = Kept & { readonly typed: NonNullable<Kept['typed']> };

const isLive = (kept: Kept | null | undefined, nowMs: number): kept is Live =>
  kept?.typed != null && (kept.untilMs === undefined || kept.untilMs > nowMs);

/** Grows also where the clock goes back, or stands still between two keystrokes. */
export const nextVersion = (before: Kept | null): number => Math.max(Date.now(), (before?.version ?? 0) + 1);

export function createShelf(local: typeof localCopies, database: DatabaseCopies | null): Shelf {
  /** What is to be written into the database next; of each text only the latest state. */
  const waiting = new Map<string, Kept>();
  let running: Promise<void> | null = null;
  const lists = new Map<string, Promise<Listing>>();
  /** Whether the database left a question unanswered: from then on nobody waits for it. */
  let isSilent = false;
  let hasWarned = false;
  let isTidied = false;

  /** Null when the database refuses or is silent. */
  async function ask<T>(question: (database: DatabaseCopies) => Promise<T>): Promise<T | null> {
    if (!database) return null;
    const answer = question(database).then(
      (value) => {
        isSilent = false;
        return value;
      },
      (error: unknown) => {
        // One that refuses does so at each letter.
        if (!hasWarned) console.warn('The database of the browser refuses', error);
        hasWarned = true;
        return null;
      },
    );
    if (isSilent) return null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const deadline = new Promise<null>((resolve) => {
      timer = setTimeout(() => {
        isSilent = true;
        resolve(null);
      }, ANSWER_MS);
    });
    return Promise.race([answer, deadline]).finally(() => clearTimeout(timer));
  }

  async function drain(): Promise<void> {
    let isRepeat = false;
    while (waiting.size > 0) {
      const next = [...waiting.values()];
      waiting.clear();
      const isWritten = await ask(async (copies) => {
        await copies.put(next);
        return true;
      });
      for (const kept of next) {
        // A connection that was lost is open again the second time.
        if (!isWritten && !isRepeat && !waiting.has(kept.id)) waiting.set(kept.id, kept);
        // Only now does no older copy of what is gone stand in the database. A newer text of that name is another tab's.
        const isGone = isWritten && kept.typed === null && local.find(kept.id)?.version === kept.version;
        if (isGone) local.remove(kept.id);
      }
      isRepeat = !isWritten && !isRepeat;
    }
    running = null;
  }

  function write(kept: Kept): void {
    if (!database) return;
    waiting.set(kept.id, kept);
    running ??= drain();
  }

  function forget(kept: Kept): void {
    const gone = { ...kept, typed: null, version: nextVersion(kept), untilMs: Date.now() + GONE_LIFE_MS };
    if (!database || !local.put(gone)) local.remove(kept.id);
    write(gone);
  }

  async function tidy(): Promise<void> {
    const now = Date.now();
    for (const { id, untilMs } of local.all()) if (untilMs !== undefined && untilMs <= now) local.remove(id);
    if (isTidied) return;
    isTidied = true;
    await ask((copies) => copies.forgetOld(now));
  }

  async function read(ownerId: string): Promise<Listing> {
    const stored = await ask((copies) => copies.ofOwner(ownerId));
    const latest = new Map((stored ?? []).map((kept) => [kept.id, kept]));
    for (const kept of local.all().filter((one) => one.ownerId === ownerId)) {
      const other = latest.get(kept.id);
      if (!other || kept.version > other.version) latest.set(kept.id, kept);
      // The database could not be told then, or this local copy came back with a browser that was killed.
      if (kept.typed === null && stored) write(kept);
      else if (other?.typed === null && other.version > kept.version) local.remove(kept.id);
    }
    void tidy();
    const texts = [...latest.values()].filter((one) => isLive(one, Date.now())).sort((a, b) => b.version - a.version);
    return { texts, isWhole: stored !== null || !database };
  }

  return {
    keep(kept) {
      const isHere = local.put(kept);
      write(kept);
      return isHere;
    },
    forget,
    forgetUnchanged(kept) {
      const now = local.find(kept.id);
      if (!now || now.version === kept.version) forget(kept);
    },
    // Many ask at once when a page is drawn.
    list(ownerId) {
      const reading = lists.get(ownerId) ?? read(ownerId).finally(() => lists.delete(ownerId));
      lists.set(ownerId, reading);
      return reading;
    },
    async find(id) {
      const stored = await ask((copies) => copies.find(id));
      const here = local.find(id);
      const latest = !stored || (here && here.version > stored.version) ? here : stored;
      return isLive(latest, Date.now()) ? latest : null;
    },
    async settled() {
      await running;
    },
  };
}
