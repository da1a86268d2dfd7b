import { isSame, type Kept, type Typed } from './kept.ts';
import type { Mark, Marks } from './marks.ts';
import { nextVersion, type Shelf } from './shelf.ts';

/** A place where somebody writes in this tab. */
export interface Desk {
  readonly place: string;
  readonly ownerId: string;
  typed: Typed | null;
  found: Typed | null;
  /** The record that holds it. */
  kept: Kept | null;
  /** The record that held it before it went on under another name. */
  movedFrom: string | null;
  /** Whether the record was made here, or is certainly no other tab's. */
  isOwn: boolean;
  mark: Mark | null;
  /** Whether this tab may be all that has it. */
  isAtRisk: boolean;
  users: number;
}

/** What a desk has while nothing stands there. */
export const NOTHING = {
  typed: null,
  found: null,
  kept: null,
  movedFrom: null,
  isOwn: true,
  mark: null,
  isAtRisk: false,
} as const;

/** What a form holds beside what was typed may not count as a text. */
export interface Writing {
  /** Whether it is worth being kept; blanks are not. */
  readonly isWorth?: boolean;
  /** How long it is kept; for good unless given. */
  readonly lifeMs?: number;
}

/**
 * Changes what stands at a desk, and keeps it.
 * @param isOpen whether a desk is still one of this tab
 */
export function createDeskWriter(shelf: Shelf, marks: Marks, isOpen: (desk: Desk) => boolean) {
  function keep(desk: Desk, typed: Typed, lifeMs?: number): void {
    const before = desk.kept;
    const isNew = !before || !desk.isOwn;
    desk.kept = {
      id: isNew ? crypto.randomUUID() : before.id,
      ownerId: desk.ownerId,
      place: desk.place,
      typed,
      version: nextVersion(before),
      ...(lifeMs !== undefined && { untilMs: Date.now() + lifeMs }),
    };
    desk.isOwn = true;
    desk.isAtRisk = !shelf.keep(desk.kept);
    if (!isNew) return;
    // A text that another tab may have too is never written over: this one goes on under a name of its own.
    if (before) {
      shelf.forgetUnchanged(before);
      desk.movedFrom = before.id;
    }
    void mark(desk, desk.kept.id, lifeMs);
  }

  async function mark(desk: Desk, id: string, lifeMs?: number): Promise<void> {
    const claimed = await marks.claim(id);
    if (!isOpen(desk) || desk.kept?.id !== id) return claimed?.release();
    if (claimed) {
      desk.mark = claimed;
      return;
    }
    // Another tab found it in the moment before it was marked.
    desk.kept = null;
    if (desk.typed) keep(desk, desk.typed, lifeMs);
  }

  function drop(desk: Desk): void {
    if (desk.kept && desk.isOwn) shelf.forget(desk.kept);
    else if (desk.kept) shelf.forgetUnchanged(desk.kept);
    desk.mark?.release();
    Object.assign(desk, { ...NOTHING, typed: desk.typed });
  }

  return function put(desk: Desk, typed: Typed | null, { isWorth = true, lifeMs }: Writing = {}): void {
    if (isSame(desk.typed, typed)) return;
    desk.typed = typed;
    if (typed && isWorth) keep(desk, typed, lifeMs);
    else drop(desk);
  };
}
