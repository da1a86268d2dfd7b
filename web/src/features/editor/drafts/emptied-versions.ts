import { changedRange } from './changed-range.ts';
import type { DraftContent } from './draft.ts';

/** Changes below this many characters are forgotten once they were undone and the editor is left in peace. */
const MEMORABLE_CHARS = 20;

/** One state of an editor. */
export interface State {
  readonly content: DraftContent;
  /** How many characters stand in each text that were not stored when editing began. */
  readonly added: readonly number[];
}

/** What an editor has held since it began, or since most of it was taken out. */
export interface Seen {
  readonly longest: State;
  /** As it was after something was put in last: whoever takes letter by letter out wants this one back. */
  readonly grown: State;
  readonly latest: State;
  /** Set while nothing was typed since one step has brought it in the place of something else. */
  readonly isOneStep: boolean;
}

type Texts = Pick<DraftContent, 'form'>;

const textsOf = ({ form }: Texts): readonly string[] => [form.title, form.content, form.excerpt ?? ''];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const lengthOf = ({ content }: State): number => sum(textsOf(content).map(({ length }) => length));

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Whether a text stands in another: in one piece, or each of its lines in order. */
function isTextWithin(part: string, whole: string): boolean {
  if (part.length > whole.length) return false;
  if (whole.includes(part)) return true;
  const lines = linesOf(part);
  let found = 0;
  for (const line of linesOf(whole)) if (line === lines[found]) found += 1;
  return found === lines.length;
}

/** Whether each text of `part` stands in that of `whole`. */
export function isWithin(part: Texts, whole: Texts): boolean {
  const wholes = textsOf(whole);
  return textsOf(part).every((text, index) => isTextWithin(text, wholes[index] ?? ''));
}

/** In one text, how many characters were written or taken out since editing began. */
function changedChars({ base, ...content }: DraftContent, index: number): number {
  const before = base ? (textsOf(base)[index] ?? '') : '';
  const { remove, insert } = changedRange(before, textsOf(content)[index] ?? '');
  return Math.max(remove, insert.length);
}

const TITLE = 0;
const INDEXES = [TITLE, 1, 2];

export const isMemorable = ({ content }: State): boolean =>
  sum(INDEXES.map((index) => changedChars(content, index))) >= MEMORABLE_CHARS;

/**
 * Whether those texts of which `isGone` are worth a copy. A title is changed as a whole, which is no reason to keep all else twice: it
 * counts where there is nothing else.
 */
function isLoss({ content }: State, isGone: (index: number) => boolean): boolean {
  const changed = INDEXES.map((index) => changedChars(content, index));
  const counting = sum(changed) > (changed[TITLE] ?? 0) ? INDEXES.slice(1) : INDEXES;
  return sum(counting.filter(isGone).map((index) => changed[index] ?? 0)) >= MEMORABLE_CHARS;
}

const SHINGLE_CHARS = 8;

/** Whether most of what stood in a text stands nowhere in another, wherever the rest was moved to. */
function isMostlyGone(before: string, after: string): boolean {
  if (before.length < SHINGLE_CHARS) return !after.includes(before);
  const present = new Set<string>();
  for (let at = 0; at + SHINGLE_CHARS <= after.length; at += 1) present.add(after.slice(at, at + SHINGLE_CHARS));
  let gone = 0;
  for (let at = 0; at + SHINGLE_CHARS <= before.length; at += 1)
    if (!present.has(before.slice(at, at + SHINGLE_CHARS))) gone += 1;
  return 2 * gone > before.length - SHINGLE_CHARS + 1;
}

/** Whether less than half is there of a text, or of what was written into it. */
function isEmptied(before: State, now: State): boolean {
  const [thens, nows] = [textsOf(before.content), textsOf(now.content)];
  const isHalved = (then = 0, now = 0) => 2 * now < then;
  const isGone = (index: number) =>
    isHalved(thens[index]?.length, nows[index]?.length) || isHalved(before.added[index], now.added[index]);
  // Looked at with each key: first what costs nothing.
  return INDEXES.some(isGone) && isLoss(before, isGone);
}

/** Whether one step has put something else in the place of most of a text. */
function isReplaced(before: State, now: State): boolean {
  const [thens, nows] = [textsOf(before.content), textsOf(now.content)];
  const isGone = (index: number) => {
    const [then = '', now = ''] = [thens[index], nows[index]];
    return then !== now && 2 * changedRange(then, now).remove > then.length && isMostlyGone(then, now);
  };
  return INDEXES.some(isGone) && isLoss(before, isGone);
}

function hasGrown(before: State, now: State): boolean {
  const nows = textsOf(now.content);
  return textsOf(before.content).some(
    (text, index) => text !== nows[index] && changedRange(text, nows[index] ?? '').insert.length > 0,
  );
}

/** Whether two versions are so much alike that one is enough. */
function isLike(longest: State, other: State): boolean {
  const others = textsOf(other.content);
  return (
    lengthOf(longest) - lengthOf(other) < MEMORABLE_CHARS &&
    !textsOf(longest.content).some((text, index) => isMostlyGone(text, others[index] ?? ''))
  );
}

/** Those versions that are to be had back when all is gone with one change to `now`, the best last. */
export function versionsOf({ longest, grown, latest }: Seen, now: State): readonly State[] {
  const isAtOnce = isEmptied(latest, now) || isReplaced(latest, now);
  const best = isAtOnce ? latest : grown;
  if (longest === best || !isMemorable(best) || isWithin(best.content, longest.content)) return [longest];
  return isLike(longest, best) ? [best] : [longest, best];
}

/**
 * What most was taken out of with the change to `now`; the best last.
 * @param isBack whether that has brought something back, as an undo does
 */
export function goneSince(before: Seen, now: State, isBack: boolean): readonly State[] {
  const { longest, grown, latest, isOneStep } = before;
  const isGone = (version: State) => isEmptied(version, now) || (version === latest && isReplaced(latest, now));
  if (![longest, grown, latest].some(isGone) || (isBack && isOneStep)) return [];
  // A longer one may hold what is gone, and be gone for less than half itself.
  return versionsOf(before, now).filter((version) => isGone(version) || isGone(latest));
}

/** To be made once of each state: it is compared with many. */
export function stateOf(content: DraftContent): State {
  const { base } = content;
  const before = base && textsOf(base);
  const added = textsOf(content).map((text, index) =>
    before ? changedRange(before[index] ?? '', text).insert.length : text.length,
  );
  return { content, added };
}

/** Nothing but this was seen. @param isOneStep whether one step has brought it in the place of something else */
export const onlySeen = (state: State, isOneStep = false): Seen => ({
  longest: state,
  grown: state,
  latest: state,
  isOneStep,
});

/** What was seen, with one state more. */
export function seenWith({ longest, grown, latest, isOneStep }: Seen, now: State): Seen {
  const isLongest = lengthOf(now) >= lengthOf(longest) || (!isMemorable(longest) && isMemorable(now));
  const isChanged = textsOf(latest.content).some((text, index) => text !== textsOf(now.content)[index]);
  return {
    longest: isLongest ? now : longest,
    grown: hasGrown(latest, now) ? now : grown,
    latest: now,
    isOneStep: isOneStep && !isChanged,
  };
}
