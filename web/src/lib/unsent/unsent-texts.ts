import { fingerprint } from '../fingerprint.ts';
import { createDeskWriter, type Desk, NOTHING, type Writing } from './desk.ts';
import { isSame, type Typed } from './kept.ts';
import type { Marks } from './marks.ts';
import type { Shelf } from './shelf.ts';

/** What is left of a text once a part of it was sent; null: nothing. */
type Rest = (typed: Typed) => Typed | null;

/** A text that is on its way to the server: it stays this tab's, also when its page is left. */
export interface Held {
  /**
   * Names an attempt to send it, for `Idempotency-Key`: the same for the same words of this text, also after a reload and in another tab,
   * so that what arrived without an answer does not arrive twice. The same words typed anew are another text.
   */
  readonly key: (body: string) => string;
  /** Changes what is kept of it to what is left to be sent, which is another text from then on; null: nothing. */
  readonly amend: (rest: Rest) => void;
  /** All of it was sent; what was typed since stays, and no other text comes. */
  readonly forget: () => void;
  readonly release: () => void;
}

export interface UnsentTexts {
  readonly subscribe: (listener: () => void) => () => void;
  /** What this tab shows in a place. `readerId` is null while the reader's record is not there; somebody else gets nothing. */
  readonly typed: (place: string, readerId: string | null) => Typed | null;
  /** What of it was found there when it was opened; null where all was typed since. */
  readonly found: (place: string, readerId: string | null) => Typed | null;
  /** Somebody may write in a place now: looks for what was left there. @returns ends that */
  readonly open: (place: string, readerId: string | null) => () => void;
  /** Keeps what was typed; without a session it stays that of whoever began. Null: nothing is left to be sent. */
  readonly write: (place: string, readerId: string | null, typed: Typed | null, writing?: Writing) => void;
  /** Looks for another text of the place, where this tab shows none. */
  readonly look: (place: string, readerId: string | null) => void;
  readonly hold: (place: string, readerId: string | null) => Held;
  /** Whether a text was left in a place that no other tab has. */
  readonly isLeft: (place: string, readerId: string) => Promise<boolean>;
  /** Forgets what this tab shows, not what is kept: for the end of a session. */
  readonly close: () => void;
  /** The session did not end: looks for what was shown. */
  readonly stay: () => void;
  /** To be told when a session has begun or ended. */
  readonly changeSession: () => void;
  /** For tests: what a new page knows. */
  readonly reset: () => void;
}

/** A page that was just reloaded may have its marks for a moment longer. */
const LOOK_AGAIN_MS = [300, 900, 1_800];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until there is an answer, and not for ever. @param question answers null where asking again may help */
async function untilKnown<T>(question: () => Promise<T | null>): Promise<T | null> {
  let answer = await question();
  for (const ms of LOOK_AGAIN_MS) {
    if (answer !== null) break;
    await pause(ms);
    answer = await question();
  }
  return answer;
}

interface Dependencies {
  readonly shelf: Shelf;
  readonly marks: Marks;
  /** Who is signed in, also while their record is not there. Null: nobody; the texts of a session that was lost wait where they are. */
  readonly identifiedAs: () => string | null;
}

export function createUnsentTexts({ shelf, marks, identifiedAs }: Dependencies): UnsentTexts {
  const desks = new Map<string, Desk>();
  const listeners = new Set<() => void>();
  /** Counts the sessions that began or ended: what was looked for in one is not shown in the next. */
  let era = 0;
  /** Somebody is signing out: nothing comes back on screen before that is done. */
  let isLeaving = false;
  const tell = () => {
    for (const listener of listeners) listener();
  };

  const putAt = createDeskWriter(shelf, marks, (desk) => desks.get(desk.place) === desk);

  function put(desk: Desk, typed: Typed | null, writing?: Writing): void {
    putAt(desk, typed, writing);
    tell();
  }

  const deskAt = (place: string, readerId: string | null): Desk | undefined => {
    const desk = desks.get(place);
    const writerId = readerId ?? identifiedAs() ?? desk?.ownerId;
    return desk?.ownerId === writerId ? desk : undefined;
  };
  const listAt = async (place: string, ownerId: string) => {
    const { texts, isWhole } = await shelf.list(ownerId);
    return { left: texts.filter((kept) => kept.place === place), isWhole };
  };
  const isFree = (desk: Desk, since: number) =>
    since === era && !isLeaving && desks.get(desk.place) === desk && desk.typed === null;

  function letGo(desk: Desk): void {
    if (desks.get(desk.place) === desk) desks.delete(desk.place);
    desk.mark?.release();
    desk.mark = null;
    tell();
  }

  /** Lets go of what nobody looks at any more. */
  function tidy(): void {
    if (identifiedAs() === null) return;
    for (const desk of [...desks.values()]) if (desk.users === 0 && !desk.isAtRisk) letGo(desk);
  }

  /** @returns whether there is nothing to wait for */
  async function lookOnce(desk: Desk, since: number): Promise<boolean> {
    const { left, isWhole } = await listAt(desk.place, desk.ownerId);
    for (const { id } of left) {
      if (!isFree(desk, since)) return true;
      const claimed = await marks.claim(id);
      if (!claimed) continue;
      // The tab that had it may have gone on writing, or have sent it, since the list was read.
      const kept = await shelf.find(id);
      if (!kept || !isFree(desk, since)) {
        claimed.release();
        continue;
      }
      Object.assign(desk, { kept, typed: kept.typed, found: kept.typed, mark: claimed, isOwn: claimed.isCertain });
      tell();
      return true;
    }
    return left.length === 0 && isWhole;
  }

  async function look(desk: Desk): Promise<void> {
    const since = era;
    await untilKnown(async () => !isFree(desk, since) || (await lookOnce(desk, since)) || null);
  }

  /** @returns whether the text stands at the desk and was changed there */
  function amendAt(desk: Desk, id: string, rest: Rest): boolean {
    const { typed, kept } = desk;
    if (!typed || (kept?.id !== id && desk.movedFrom !== id)) return false;
    const { untilMs } = kept ?? {};
    putAt(desk, null);
    put(desk, rest(typed), untilMs === undefined ? {} : { lifeMs: untilMs - Date.now() });
    return true;
  }

  /** The same for a text that nobody looks at any more. */
  async function amendLeft(id: string, rest: Rest): Promise<void> {
    const kept = await shelf.find(id);
    const claimed = kept && (await marks.claim(id));
    if (!claimed) return;
    const typed = rest(kept.typed);
    shelf.forget(kept);
    if (typed) shelf.keep({ ...kept, id: crypto.randomUUID(), typed, version: Date.now() });
    claimed.release();
  }

  function use(desk: Desk): () => void {
    desk.users += 1;
    let isUsing = true;
    return () => {
      if (isUsing) desk.users -= 1;
      isUsing = false;
      // Not at once: the same place may be opened again by what is drawn next.
      setTimeout(tidy, 0);
    };
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    typed: (place, readerId) => deskAt(place, readerId)?.typed ?? null,
    found: (place, readerId) => deskAt(place, readerId)?.found ?? null,
    open(place, readerId) {
      let desk = deskAt(place, readerId);
      if (!desk) {
        if (readerId === null) return () => undefined;
        const other = desks.get(place);
        if (other) letGo(other);
        desk = { place, ownerId: readerId, ...NOTHING, users: 0 };
        desks.set(place, desk);
      }
      // Until it is known who reads, nothing comes back that is not on screen.
      if (readerId !== null) void look(desk);
      return use(desk);
    },
    write(place, readerId, typed, writing) {
      const desk = deskAt(place, readerId);
      if (desk) put(desk, typed, writing);
    },
    look(place, readerId) {
      const desk = deskAt(place, readerId);
      if (!desk || readerId === null) return;
      // Blanks are no text.
      if (!desk.kept) desk.typed = null;
      void look(desk);
    },
    hold(place, readerId) {
      const held = deskAt(place, readerId);
      const sent = held?.typed ?? null;
      const id = held?.kept?.id ?? crypto.randomUUID();
      /** @returns the desk that the text stood at */
      const change = (rest: Rest): Desk | null => {
        const desk = held && deskAt(place, held.ownerId);
        if (desk && amendAt(desk, id, rest)) return desk;
        void amendLeft(id, rest);
        return null;
      };
      return {
        key: (body) => `${id}-${fingerprint(body)}`,
        amend(rest) {
          const desk = change(rest);
          if (desk?.typed === null) void look(desk);
        },
        forget: () => void change((typed) => (isSame(typed, sent) ? null : typed)),
        release: held ? use(held) : () => undefined,
      };
    },
    async isLeft(place, readerId) {
      const answer = await untilKnown(async () => {
        if (deskAt(place, readerId)?.kept) return true;
        const { left, isWhole } = await listAt(place, readerId);
        if (left.length === 0) return isWhole ? false : null;
        const elsewhere = await marks.elsewhere();
        return left.some(({ id }) => !elsewhere.has(id)) || null;
      });
      return answer ?? false;
    },
    close() {
      isLeaving = true;
      for (const desk of [...desks.values()]) {
        desk.mark?.release();
        Object.assign(desk, NOTHING);
        if (desk.users === 0) desks.delete(desk.place);
      }
      tell();
    },
    stay() {
      isLeaving = false;
      for (const desk of desks.values()) void look(desk);
    },
    changeSession() {
      isLeaving = false;
      era += 1;
      tidy();
      tell();
    },
    reset() {
      isLeaving = false;
      era += 1;
      for (const desk of [...desks.values()]) letGo(desk);
    },
  };
}
