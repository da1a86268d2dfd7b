import { type ChangedRange, changedRange } from '../../../lib/changed-range.ts';
import type { DraftContent } from './draft.ts';

/** Changes below this many characters are forgotten once they were undone and the editor is left in peace. */
const MEMORABLE_CHARS = 20;

/** What an editor has held since it began, or since most of it was taken out. */
export interface Seen {
  readonly longest: DraftContent;
  /** As it was after something was put in last: whoever takes letter by letter out wants this one back. */
  readonly grown: DraftContent;
  readonly latest: DraftContent;
  /** Set while nothing was typed since one step has brought it in the place of something else. */
  readonly isOneStep: boolean;
}

type Texts = Pick<DraftContent, 'form'>;

const TITLE = 0;
const INDEXES = [TITLE, 1, 2];

const textsOf = ({ form }: Texts): readonly string[] => [form.title, form.content, form.excerpt ?? ''];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const lengthOf = (content: Texts): number => sum(textsOf(content).map(({ length }) => length));

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

/** The same, but another title does not count where more than a title was written. */
export function isKeptIn(part: DraftContent, whole: Texts): boolean {
  const hasMore = INDEXES.some((index) => index !== TITLE && changedChars(part, index) > 0);
  return isWithin(hasMore ? { form: { ...part.form, title: '' } } : part, whole);
}

/** In one text, how many characters were written or taken out since editing began. */
function changedChars({ base, ...content }: DraftContent, index: number): number {
  const before = base ? (textsOf(base)[index] ?? '') : '';
  const { remove, insert } = changedRange(before, textsOf(content)[index] ?? '');
  return Math.max(remove, insert.length);
}

/** What of a text was not stored before: one stretch, or lines of it, whichever is shorter. */
function writtenSince(before: string, text: string): string {
  if (before === '') return text;
  const { insert } = changedRange(before, text);
  if (insert.length < MEMORABLE_CHARS) return insert;
  const stored = new Set(linesOf(before));
  const lines = linesOf(insert)
    .filter((line) => !stored.has(line))
    .join('\n');
  return lines.length < insert.length ? lines : insert;
}

/** Each state is compared with many. */
const written = new WeakMap<DraftContent, readonly string[]>();

/** In each text, what was not stored when editing began. */
function writtenIn(content: DraftContent): readonly string[] {
  const known = written.get(content);
  if (known) return known;
  const befores = content.base && textsOf(content.base);
  const found = textsOf(content).map((text, index) => writtenSince(befores?.[index] ?? '', text));
  written.set(content, found);
  return found;
}

const isMemorable = (content: DraftContent): boolean =>
  sum(INDEXES.map((index) => changedChars(content, index))) >= MEMORABLE_CHARS;

/**
 * Whether those texts of which `isGone` are worth a copy. A title is changed as a whole, which is no reason to keep all else twice: it
 * counts where there is nothing else.
 */
function isLoss(content: DraftContent, isGone: (index: number) => boolean): boolean {
  const changed = INDEXES.map((index) => changedChars(content, index));
  const counting = sum(changed) > (changed[TITLE] ?? 0) ? INDEXES.slice(1) : INDEXES;
  return sum(counting.filter(isGone).map((index) => changed[index] ?? 0)) >= MEMORABLE_CHARS;
}

const SHINGLE_CHARS = 8;

/** Whether most of what stood in a text stands nowhere in another, wherever the rest was moved to. */
function isMostlyGone(before: string, after: string): boolean {
  if (after.includes(before)) return false;
  const positions = before.length - SHINGLE_CHARS + 1;
  if (positions <= 0) return true;
  const missing = new Map<string, number>();
  for (let at = 0; at < positions; at += 1) {
    const shingle = before.slice(at, at + SHINGLE_CHARS);
    missing.set(shingle, (missing.get(shingle) ?? 0) + 1);
  }
  let gone = positions;
  for (let at = 0; at + SHINGLE_CHARS <= after.length && 2 * gone > positions; at += 1) {
    const shingle = after.slice(at, at + SHINGLE_CHARS);
    gone -= missing.get(shingle) ?? 0;
    missing.delete(shingle);
  }
  return 2 * gone > positions;
}

/** How the latest state became another, in each text. */
type Step = readonly ChangedRange[];

const stepTo = (latest: DraftContent, now: DraftContent): Step => {
  const nows = textsOf(now);
  return textsOf(latest).map((text, index) => changedRange(text, nows[index] ?? ''));
};

/** Whether less than half is there of a text, or of what was written into it. */
function isEmptied(before: DraftContent, now: DraftContent): boolean {
  const isHalved = (then = '', now = '') => 2 * now.length < then.length;
  const [thens, nows] = [textsOf(before), textsOf(now)];
  const [writtenThen, writtenNow] = [writtenIn(before), writtenIn(now)];
  return isLoss(
    before,
    (index) => isHalved(thens[index], nows[index]) || isHalved(writtenThen[index], writtenNow[index]),
  );
}

/** Whether one step has put something else in the place of most of a text, or of what was written into it. */
function isReplaced(latest: DraftContent, now: DraftContent, step: Step): boolean {
  const [thens, nows, writtenThen] = [textsOf(latest), textsOf(now), writtenIn(latest)];
  return isLoss(latest, (index) =>
    [thens[index] ?? '', writtenThen[index] ?? ''].some(
      (text) => 2 * (step[index]?.remove ?? 0) > text.length && isMostlyGone(text, nows[index] ?? ''),
    ),
  );
}

/** Whether two versions are so much alike that one is enough. */
function isLike(longest: DraftContent, other: DraftContent): boolean {
  const others = textsOf(other);
  return (
    lengthOf(longest) - lengthOf(other) < MEMORABLE_CHARS &&
    !textsOf(longest).some((text, index) => isMostlyGone(text, others[index] ?? ''))
  );
}

/** Which of two versions are to be had back when both are gone, the better one last. */
function worthOf(longest: DraftContent, best: DraftContent): readonly DraftContent[] {
  if (longest === best || !isMemorable(best) || isWithin(best, longest)) return [longest];
  return isLike(longest, best) ? [best] : [longest, best];
}

/** All changes are gone: what is to be had back, the best last, each but that one worth a copy. */
export function versionsOf({ longest, grown, latest }: Seen, now: DraftContent): readonly DraftContent[] {
  const best = isEmptied(latest, now) ? latest : grown;
  return worthOf(longest, best).filter((version, index, all) => index === all.length - 1 || isMemorable(version));
}

/** Nothing but this was seen. */
export const onlySeen = (content: DraftContent): Seen => ({
  longest: content,
  grown: content,
  latest: content,
  isOneStep: false,
});

/** Whether nothing was ever there that is worth an offer. */
export const isHardlyWritten = ({ longest }: Seen): boolean => !isMemorable(longest);

function seenWith({ longest, grown, isOneStep }: Seen, now: DraftContent, step: Step): Seen {
  const isLongest = lengthOf(now) >= lengthOf(longest) || (!isMemorable(longest) && isMemorable(now));
  const isChanged = step.some(({ remove, insert }) => remove > 0 || insert.length > 0);
  return {
    longest: isLongest ? now : longest,
    grown: step.some(({ insert }) => insert.length > 0) ? now : grown,
    latest: now,
    isOneStep: isOneStep && !isChanged,
  };
}

/** What is seen with one state more, and of what most is gone with it. */
interface Look {
  readonly seen: Seen;
  /** The best last. */
  readonly gone: readonly DraftContent[];
}

/** Looks at the next state of an editor. @param isBack whether it has brought something back, as an undo does */
export function lookAt(before: Seen, now: DraftContent, isBack: boolean): Look {
  const { longest, grown, latest, isOneStep } = before;
  // What one step had brought was not written here, and is gone with that.
  if (isBack && isOneStep) return { seen: onlySeen(now), gone: [] };
  const step = stepTo(latest, now);
  const on = { seen: seenWith(before, now, step), gone: [] };
  // Asked with each key: where nothing was taken out, nothing is gone.
  if (step.every(({ remove }) => remove === 0)) return on;
  const isLatestGone = isEmptied(latest, now) || isReplaced(latest, now, step);
  const isGone = (version: DraftContent) => isLatestGone || isEmptied(version, now);
  if (!isGone(longest) && !isGone(grown)) return on;
  // A longer one may hold what is gone, and be gone for less than half itself.
  const gone = worthOf(longest, isLatestGone ? latest : grown).filter(isGone);
  if (gone.length === 0) return on;
  // Who takes letter by letter out may not be through with what was written last.
  const rest = isLatestGone || gone.includes(grown) ? now : grown;
  return { seen: { longest: rest, grown: rest, latest: now, isOneStep: true }, gone };
}
