import { createDeskWriter, type Desk, type Writing } from './desk.ts';
import { isSame, type Typed } from './kept.ts';
import type { Marks } from './marks.ts';
import { nextVersion, type Shelf } from './shelf.ts';

/** A text that is on its way to the server: it stays this tab's, also when its page is left. */
export interface Held {
  /** Changes what is kept to what is left to be sent; null: nothing. */
  readonly amend: (rest: (typed: Typed) => Typed | null) => void;
  /** All of it was sent; what was typed since stays. */
  readonly forget: () => void;
  readonly release: () => void;
}

export interface UnsentTexts {
  readonly subscribe: (listener: () => void) => () => void;
  /** What this tab shows in a place. `readerId` is null while it is not known who reads; somebody else gets nothing. */
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
  /** To be told when a session has begun or ended. */
  readonly changeSession: () => void;
  /** For tests: what a new page knows. */
  readonly reset: () => void;
}

/** A page that was just reloaded may have its marks for a moment longer. */
const LOOK_AGAIN_MS = [300, 900, 1_800];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Dependencies {
  readonly shelf: Shelf;
  readonly marks: Marks;
  /** Whether somebody is signed in: until then the texts of a session that was lost wait where they are. */
  readonly isIdentified: () => boolean;
}

export function createUnsentTexts({ shelf, marks, isIdentified }: Dependencies): UnsentTexts {
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
    return desk && (readerId === null || desk.ownerId === readerId) ? desk : undefined;
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
    if (!isIdentified()) return;
    for (const desk of [...desks.values()]) if (desk.users === 0 && !desk.isAtRisk) letGo(desk);
  }

  /** @returns whether there is nothing to wait for */
  async function lookOnce(desk: Desk, since: number): Promise<boolean> {
    const left = (await shelf.list(desk.ownerId)).filter(({ place }) => place === desk.place);
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
    return left.length === 0;
  }

  async function look(desk: Desk): Promise<void> {
    const since = era;
    for (const ms of [0, ...LOOK_AGAIN_MS]) {
      if (ms > 0) await pause(ms);
      if (!isFree(desk, since) || (await lookOnce(desk, since))) return;
    }
  }

  /** The same for a place that nobody looks at any more. */
  async function amendLeft(place: string, ownerId: string, rest: (typed: Typed) => Typed | null): Promise<void> {
    for (const kept of await shelf.list(ownerId)) {
      if (kept.place !== place || !kept.typed) continue;
      const typed = rest(kept.typed);
      if (isSame(typed, kept.typed)) continue;
      const claimed = await marks.claim(kept.id);
      if (!claimed) continue;
      if (typed) shelf.keep({ ...kept, typed, version: nextVersion(kept) });
      else shelf.forget(kept);
      claimed.release();
      return;
    }
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
        desk = {
          place,
          ownerId: readerId,
          typed: null,
          found: null,
          kept: null,
          isOwn: true,
          mark: null,
          isAtRisk: false,
          users: 0,
        };
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
      const ownerId = held?.ownerId ?? readerId;
      const sent = held?.typed ?? null;
      const amend: Held['amend'] = (rest) => {
        const desk = ownerId === null ? undefined : deskAt(place, ownerId);
        if (!desk?.typed) {
          if (ownerId !== null) void amendLeft(place, ownerId, rest);
          return;
        }
        put(desk, rest(desk.typed));
        if (desk.typed === null) void look(desk);
      };
      return {
        amend,
        forget: () => amend((typed) => (isSame(typed, sent) ? null : typed)),
        release: held ? use(held) : () => undefined,
      };
    },
    async isLeft(place, readerId) {
      if (deskAt(place, readerId)?.kept) return true;
      const left = (await shelf.list(readerId)).filter((kept) => kept.place === place);
      if (left.length === 0) return false;
      const elsewhere = await marks.elsewhere();
      return left.some(({ id }) => !elsewhere.has(id));
    },
    close() {
      isLeaving = true;
      for (const desk of [...desks.values()]) {
        desk.mark?.release();
        Object.assign(desk, { typed: null, found: null, kept: null, isOwn: true, mark: null, isAtRisk: false });
        if (desk.users === 0) desks.delete(desk.place);
      }
      tell();
    },
    changeSession() {
      isLeaving = false;
      era += 1;
      tidy();
    },
    reset() {
      isLeaving = false;
      era += 1;
      for (const desk of [...desks.values()]) letGo(desk);
    },
  };
}
