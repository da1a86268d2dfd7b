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

/** What an editor has held since it began, or since most of it was taken out. */
interface Seen {
  readonly longest: DraftContent;
  /** As it was after something was put in last: whoever takes letter by letter out wants this one back. */
  readonly grown: DraftContent;
  readonly latest: DraftContent;
}

interface Owner {
  readonly store: DraftStore;
  readonly userId: string;
  readonly writer: ReturnType<typeof createDraftWriter>;
  /** Keeps a draft that is not this editor's own. */
  readonly change: (draft: Draft) => Promise<unknown>;
}

type RecordOf = (content: DraftContent) => Draft;
type Texts = Pick<DraftContent, 'form'>;

const textsOf = ({ form }: Texts): readonly string[] => [form.title, form.content, form.excerpt ?? ''];

const lengthOf = (content: Texts): number => textsOf(content).reduce((sum, { length }) => sum + length, 0);

/** Whether each text of `part` stands in that of `whole`. */
export function isWithin(part: Texts, whole: Texts): boolean {
  const wholes = textsOf(whole);
  return textsOf(part).every((text, index) => wholes[index]?.includes(text));
}

/** How many characters were written or taken out since editing began, in those texts for which `isMeant`. */
function changedChars(content: DraftContent, isMeant: (text: string, index: number) => boolean = () => true): number {
  const before = content.base && textsOf(content.base);
  return textsOf(content).reduce((sum, text, index) => {
    if (!isMeant(text, index)) return sum;
    const { remove, insert } = changedRange(before?.[index] ?? '', text);
    return sum + Math.max(remove, insert.length);
  }, 0);
}

const isMemorable = (content: DraftContent): boolean => changedChars(content) >= MEMORABLE_CHARS;

/** Whether of what was written less than half is there. A long title must not hide that the text is gone. */
function isEmptied(before: DraftContent, after: DraftContent): boolean {
  const now = textsOf(after);
  const isHalved = (text: string, index: number) => 2 * (now[index]?.length ?? 0) < text.length;
  return changedChars(before, isHalved) >= MEMORABLE_CHARS;
}

/** Whether one step has put something else in the place of most of a text. */
function isReplaced(before: DraftContent, after: DraftContent): boolean {
  const now = textsOf(after);
  const isOther = (text: string, index: number) =>
    text !== now[index] && 2 * changedRange(text, now[index] ?? '').remove > text.length;
  return changedChars(before, isOther) >= MEMORABLE_CHARS;
}

const hasGrown = (before: DraftContent, after: DraftContent): boolean => {
  const now = textsOf(after);
  return textsOf(before).some(
    (text, index) => text !== now[index] && changedRange(text, now[index] ?? '').insert.length > 0,
  );
};

/** Those versions that are to be had back when all is gone, the best last: nearly the same text is offered once. */
function versionsOf({ longest, grown }: Seen): readonly DraftContent[] {
  if (!isMemorable(grown) || isWithin(grown, longest)) return [longest];
  return lengthOf(longest) - lengthOf(grown) >= MEMORABLE_CHARS ? [longest, grown] : [grown];
}

const onlySeen = (content: DraftContent): Seen => ({ longest: content, grown: content, latest: content });

function seenWith({ longest, grown, latest }: Seen, content: DraftContent): Seen {
  const isLongest = lengthOf(content) >= lengthOf(longest) || (!isMemorable(longest) && isMemorable(content));
  return {
    longest: isLongest ? content : longest,
    grown: hasGrown(latest, content) ? content : grown,
    latest: content,
  };
}

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

  /** Removes copies whose words are stored elsewhere. */
  const drop = useCallback(
    async (superfluous: readonly Copy[]) => {
      const { drafts, stored } = await untouched(superfluous.map(({ draft }) => draft));
      const isElsewhere = (draft: Draft) => stored.some((other) => other.id !== draft.id && isWithin(draft, other));
      for (const draft of drafts.filter(isElsewhere)) await store.remove(draft.id);
    },
    [store, untouched],
  );

  const putAway = useCallback(
    async (superfluous: readonly Copy[]) => {
      const { drafts } = await untouched(superfluous.map(({ draft }) => draft));
      for (const draft of drafts) await change({ ...draft, discardedAtMs: Date.now() });
    },
    [change, untouched],
  );

  const copy = useCallback(
    (content: DraftContent, recordOf: RecordOf) => {
      if (copies.current.some((earlier) => isWithin(content, earlier.content))) return;
      const { synced: _, sending: __, serverKey: ___, beside: ____, ...record } = recordOf(content);
      // With a key of its own: saved under that of what is written instead, it would be taken for the same post.
      const draft = { ...record, id: newDraftId(), submissionKey: crypto.randomUUID() };
      const surplus = copies.current.slice(0, 1 - MOST_COPIES);
      copies.current = [...copies.current.slice(1 - MOST_COPIES), { draft, content }];
      made.current.add(draft.id);
      writer.write(draft);
      void quietly(putAway(surplus));
    },
    [writer, putAway],
  );

  /** Writes what the editor holds now. */
  const write = useCallback(
    (content: DraftContent, recordOf: RecordOf) => {
      const before = seen.current;
      const emptied = before ? versionsOf(before).filter((version) => isEmptied(version, content)) : [];
      const replaced = before && isReplaced(before.latest, content) ? [before.latest] : [];
      const gone = [...emptied, ...replaced];
      for (const version of gone) copy(version, recordOf);
      seen.current = before && gone.length === 0 ? seenWith(before, content) : onlySeen(content);
      writer.write(recordOf(content));
      const back = copies.current.filter((earlier) => isWithin(earlier.content, content));
      if (back.length === 0) return;
      copies.current = copies.current.filter((earlier) => !back.includes(earlier));
      void quietly(drop(back));
    },
    [writer, copy, drop],
  );

  /**
   * All changes are gone: what was there before takes the place of what is left of it for a while.
   * @param now what the editor holds, and what the server has
   */
  const rest = useCallback(
    ({ synced, sending, ...now }: DraftContent, recordOf: RecordOf) => {
      if (!seen.current) return;
      const versions = versionsOf(seen.current);
      for (const version of versions.slice(0, -1)) if (isMemorable(version)) copy(version, recordOf);
      const left = versions.at(-1) ?? seen.current.longest;
      const last = copies.current.at(-1);
      // What was left of a text is no draft of its own any more.
      const whole = last && isWithin(left, last.content) ? last : null;
      const best = whole?.content ?? left;
      seen.current = { ...onlySeen(best), latest: now };
      const { synced: _, sending: __, ...words } = best;
      writer.write(recordOf({ ...words, ...(synced && { synced }), ...(sending && { sending }) }));
      if (!whole) return;
      copies.current = copies.current.slice(0, -1);
      void quietly(drop([whole]));
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
    isHardlyWritten: useCallback(() => seen.current !== null && !isMemorable(seen.current.longest), []),
    /** What was emptied on the way is found among the discarded drafts from now on. */
    settle: useCallback(async () => {
      const emptied = copies.current;
      copies.current = [];
      await quietly(putAway(emptied));
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
async function quietly(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    console.warn('What was emptied stays among the drafts', error);
  }
}
