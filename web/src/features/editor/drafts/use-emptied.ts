import { useCallback, useRef } from 'react';
import { changedRange } from './changed-range.ts';
import { type Draft, type DraftContent, type DraftStore, newDraftId } from './draft.ts';
import { openElsewhere } from './draft-lock.ts';
import type { createDraftWriter } from './draft-writer.ts';

/** Changes below this many characters are forgotten once they were undone and the editor is left in peace. */
const MEMORABLE_CHARS = 20;

/** So many versions that were emptied are offered of one sitting; those before are among the discarded ones. */
const MOST_COPIES = 5;

interface Copy {
  readonly draft: Draft;
  readonly content: DraftContent;
}

interface Owner {
  readonly store: DraftStore;
  readonly userId: string;
  readonly writer: ReturnType<typeof createDraftWriter>;
  /** Keeps a draft that is not this editor's own. */
  readonly change: (draft: Draft) => Promise<unknown>;
}

const textsOf = ({ form }: DraftContent): readonly string[] => [form.title, form.content, form.excerpt ?? ''];

export const lengthOf = (content: DraftContent): number =>
  textsOf(content).reduce((sum, { length }) => sum + length, 0);

/** Whether each text of `part` stands in that of `whole`. */
function isWithin(part: DraftContent, whole: DraftContent): boolean {
  const wholes = textsOf(whole);
  return textsOf(part).every((text, index) => wholes[index]?.includes(text));
}

export function isMemorable({ form, base }: DraftContent): boolean {
  const changed = (before: string, after: string) => {
    const { remove, insert } = changedRange(before, after);
    return Math.max(remove, insert.length);
  };
  const title = changed(base?.form.title ?? '', form.title);
  return title + changed(base?.form.content ?? '', form.content) >= MEMORABLE_CHARS;
}

/**
 * Keeps what a text was before most of it was taken out, as a draft of its own beside what is left: whoever empties a text may want it
 * back, also after the tab was killed.
 */
export function useEmptied({ store, userId, writer, change }: Owner) {
  const copies = useRef<readonly Copy[]>([]);

  /** Those of these drafts that nobody has gone on with in another tab. */
  const untouched = useCallback(
    async (drafts: readonly Draft[]): Promise<readonly Draft[]> => {
      if (drafts.length === 0) return [];
      await writer.settled();
      const [stored, busy] = await Promise.all([store.list(userId), openElsewhere(drafts.map(({ id }) => id))]);
      const isSame = (draft: Draft) =>
        stored.some(({ id, savedAtMs }) => id === draft.id && savedAtMs === draft.savedAtMs);
      return drafts.filter((draft) => !busy.has(draft.id) && isSame(draft));
    },
    [store, userId, writer],
  );

  const drop = useCallback(
    async (drafts: readonly Draft[]) => {
      for (const { id } of await untouched(drafts)) await store.remove(id);
    },
    [store, untouched],
  );

  const putAway = useCallback(
    async (drafts: readonly Draft[]) => {
      for (const draft of await untouched(drafts)) await change({ ...draft, discardedAtMs: Date.now() });
    },
    [change, untouched],
  );

  /**
   * To be called with each change. @param full the longest version since a text was emptied last
   * @returns whether `content` is what is left of it
   */
  const watch = useCallback(
    (full: DraftContent | null, content: DraftContent, recordOf: (content: DraftContent) => Draft): boolean => {
      const isEmptied = full !== null && 2 * lengthOf(content) < lengthOf(full) && isMemorable(full);
      const last = copies.current.at(-1);
      if (isEmptied && !(last && isWithin(full, last.content))) {
        const { synced: _, sending: __, serverKey: ___, beside: ____, ...record } = recordOf(full);
        // With a key of its own: saved under that of what is written instead, it would be taken for the same post.
        const draft = { ...record, id: newDraftId(), submissionKey: crypto.randomUUID() };
        const surplus = copies.current.slice(0, 1 - MOST_COPIES);
        copies.current = [...copies.current.slice(1 - MOST_COPIES), { draft, content: full }];
        writer.write(draft);
        inBackground(putAway(surplus.map(({ draft }) => draft)));
      }
      const back = copies.current.filter((copy) => isWithin(copy.content, content));
      if (back.length > 0) {
        copies.current = copies.current.filter((copy) => !back.includes(copy));
        inBackground(drop(back.map(({ draft }) => draft)));
      }
      return isEmptied;
    },
    [writer, putAway, drop],
  );

  /** What `left` was left of last, if it is no more than that: it is no draft of its own any more. */
  const bringBack = useCallback(
    (left: DraftContent): DraftContent | null => {
      const last = copies.current.at(-1);
      if (!last || !isWithin(left, last.content)) return null;
      copies.current = copies.current.slice(0, -1);
      inBackground(drop([last.draft]));
      return last.content;
    },
    [drop],
  );

  return {
    watch,
    bringBack,
    /** What was emptied on the way is found among the discarded drafts from now on. */
    settle: useCallback(async () => {
      const drafts = copies.current.map(({ draft }) => draft);
      copies.current = [];
      await putAway(drafts);
    }, [putAway]),
    /** Leaves what there is to be offered like any other draft. */
    release: useCallback(() => {
      copies.current = [];
    }, []),
    isOf: (id: string) => copies.current.some(({ draft }) => draft.id === id),
  };
}

function inBackground(work: Promise<unknown>): void {
  work.catch((error: unknown) => console.warn('What was emptied stays among the drafts', error));
}
