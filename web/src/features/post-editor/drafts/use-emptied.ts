import { useCallback, useRef } from 'react';
import { apart, type Draft, type DraftContent, type DraftStore } from './draft.ts';
import { openElsewhere } from './draft-lock.ts';
import type { createDraftWriter } from './draft-writer.ts';
import { isHardlyWritten, isKeptIn, isWithin, lookAt, onlySeen, type Seen, versionsOf } from './emptied-versions.ts';

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

type RecordOf = (content: DraftContent) => Draft;

/**
 * Writes what an editor holds, and keeps what a text was before most of it was taken out, as a draft of its own beside what is left:
 * whoever empties a text may want it back, also after the tab was killed.
 */
export function useEmptied({ store, userId, writer, change }: Owner) {
  const copies = useRef<readonly Copy[]>([]);
  /** Names of all copies of this sitting: what is being removed must not flash up as an offer. */
  const made = useRef<Set<string>>(new Set());
  const seen = useRef<Seen | null>(null);

  /** Those of these drafts that nobody has gone on with in another tab, and all that is stored. */
  const untouched = useCallback(
    async (drafts: readonly Draft[]) => {
      if (drafts.length === 0) return { drafts, stored: [] };
      await writer.settled();
      const [stored, busy] = await Promise.all([store.list(userId), openElsewhere(drafts.map(({ id }) => id))]);
      const isSame = (draft: Draft) =>
        stored.some(({ id, savedAtMs }) => id === draft.id && savedAtMs === draft.savedAtMs);
      return { drafts: drafts.filter((draft) => !busy.has(draft.id) && isSame(draft)), stored };
    },
    [store, userId, writer],
  );

  /** What is being removed at present. */
  const dropping = useRef<Set<Promise<unknown>>>(new Set());
  /** Removes copies whose words are stored elsewhere; the others stay copies. */
  const drop = useCallback(
    (superfluous: readonly Copy[]) => {
      const work = quietly(async () => {
        const { drafts, stored } = await untouched(superfluous.map(({ draft }) => draft));
        const isElsewhere = (draft: Draft) => stored.some((other) => other.id !== draft.id && isKeptIn(draft, other));
        const needed = superfluous.filter(({ draft }) => drafts.includes(draft) && !isElsewhere(draft));
        copies.current = [...needed, ...copies.current];
        for (const draft of drafts.filter(isElsewhere)) await store.remove(draft.id);
      });
      dropping.current.add(work);
      void work.then(() => dropping.current.delete(work));
    },
    [store, untouched],
  );

  const putAway = useCallback(
    (superfluous: readonly Copy[]) =>
      quietly(async () => {
        const { drafts } = await untouched(superfluous.map(({ draft }) => draft));
        for (const draft of drafts) await change({ ...draft, discardedAtMs: Date.now() });
      }),
    [change, untouched],
  );

  const copy = useCallback(
    (content: DraftContent, recordOf: RecordOf) => {
      if (copies.current.some((earlier) => isKeptIn(content, earlier.content))) return;
      // What the server has beside belongs to what goes on here.
      const { beside: _, ...draft } = apart(recordOf(content));
      const surplus = copies.current.slice(0, 1 - MOST_COPIES);
      copies.current = [...copies.current.slice(1 - MOST_COPIES), { draft, content }];
      made.current.add(draft.id);
      writer.write(draft);
      void putAway(surplus);
    },
    [writer, putAway],
  );

  /** Writes what the editor holds now. */
  const write = useCallback(
    (content: DraftContent, recordOf: RecordOf) => {
      // What was there before a save is stored.
      const before = seen.current?.latest.base === content.base ? seen.current : null;
      const back = copies.current.filter((earlier) => isKeptIn(earlier.content, content));
      const look = before ? lookAt(before, content, back.length > 0) : { seen: onlySeen(content), gone: [] };
      seen.current = look.seen;
      for (const version of look.gone) copy(version, recordOf);
      writer.write(recordOf(content));
      if (back.length === 0) return;
      copies.current = copies.current.filter((earlier) => !back.includes(earlier));
      drop(back);
    },
    [writer, copy, drop],
  );

  /**
   * All changes are gone: what was there before takes the place of what is left of it for a while.
   * @param now what the editor holds, and what the server has
   */
  const rest = useCallback(
    ({ synced, sending, ...now }: DraftContent, recordOf: RecordOf) => {
      if (seen.current?.latest.base !== now.base) seen.current = null;
      if (!seen.current) return;
      const versions = versionsOf(seen.current, now);
      for (const version of versions.slice(0, -1)) copy(version, recordOf);
      const left = versions.at(-1) ?? seen.current.longest;
      const last = copies.current.at(-1);
      // What was left of a text is no draft of its own any more.
      const whole = last && isWithin(left, last.content) ? last : null;
      const { synced: _, sending: __, ...best } = whole?.content ?? left;
      seen.current = onlySeen({ ...best, base: now.base });
      const { submissionKey } = now;
      writer.write(recordOf({ ...best, submissionKey, ...(synced && { synced }), ...(sending && { sending }) }));
      if (!whole) return;
      copies.current = copies.current.slice(0, -1);
      drop([whole]);
    },
    [writer, copy, drop],
  );

  return {
    write,
    rest,
    /** Begins anew: with what is gone on with, or with nothing. */
    begin: useCallback((content: DraftContent | null) => {
      seen.current = content && onlySeen(content);
    }, []),
    /** Whether nothing was ever there that is worth an offer. */
    isHardlyWritten: useCallback(() => seen.current !== null && isHardlyWritten(seen.current), []),
    /** What was emptied on the way is found among the discarded drafts from now on. */
    settle: useCallback(async () => {
      await Promise.all(dropping.current);
      const emptied = copies.current;
      copies.current = [];
      await putAway(emptied);
    }, [putAway]),
    /** Leaves what there is to be offered like any other draft. */
    release: useCallback(() => {
      copies.current = [];
      made.current.clear();
    }, []),
    /** Whether a draft is one of the copies of this sitting. */
    isOf: (id: string) => made.current.has(id),
  };
}

/** A copy too many is no reason for a save to fail. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.warn('What was emptied stays among the drafts', error);
  }
}
