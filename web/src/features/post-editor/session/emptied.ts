import { changedRange } from '../../../lib/changed-range.ts';
import { TEXT_FIELDS, type TextField, textIn } from '../post-form.ts';
import type { Words } from './post-draft.ts';

const MEMORABLE_CHARS = 20;
/** Words are compared only after one eighth of the characters was removed, because this runs on each keystroke. */
const CHARS_TO_LOOK = 8;

/** The relevant states of one text since editing began, or since its last copy. */
interface SeenText {
  readonly longest: Words;
  /** After the last insertion: gradual deletion may remove words that are not in `longest`. */
  readonly grown: Words;
  /** Number of characters removed since `longest`. */
  readonly removed: number;
}
export type Seen = Readonly<Record<TextField, SeenText>>;

const forTexts = (seenOf: (field: TextField) => SeenText): Seen =>
  Object.fromEntries(TEXT_FIELDS.map((field) => [field, seenOf(field)])) as Seen;

/** The initial state. */
export const onlySeen = (words: Words): Seen => forTexts(() => ({ longest: words, grown: words, removed: 0 }));

const WORD = /\p{Extended_Pictographic}|[\p{L}\p{N}\p{M}]+/gu;
/** In scripts without spaces each character counts as a word. */
const UNSPACED =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/u;
/** A quick test, because those scripts are last in Unicode. */
const MAY_BE_UNSPACED = /[\u0e00-\uffff]/;

const wordsIn = (text: string): string[] =>
  (text.match(WORD) ?? []).flatMap((run) =>
    MAY_BE_UNSPACED.test(run) ? run.split(UNSPACED).filter((word) => word !== '') : run,
  );

/** The total length of words separated by spaces. */
const lengthOf = (words: readonly string[]): number =>
  words.reduce((sum, { length }) => sum + (length > 1 ? length + 1 : length), 0);

/** Divides words into those that are also in `others` and those that are not, counting occurrences. */
function compare(words: readonly string[], others: readonly string[]): { common: string[]; missing: string[] } {
  const counts = new Map<string, number>();
  for (const word of others) counts.set(word, (counts.get(word) ?? 0) + 1);
  const parts: { common: string[]; missing: string[] } = { common: [], missing: [] };
  for (const word of words) {
    const count = counts.get(word) ?? 0;
    if (count > 0) counts.set(word, count - 1);
    parts[count > 0 ? 'common' : 'missing'].push(word);
  }
  return parts;
}

/** The unsaved words of a text, by changed range and by changed lines: each finds words that the other misses. */
function writtenSince(stored: string, text: string): string[] {
  if (stored === '') return [text];
  const lines = new Set(stored.split('\n'));
  const others = text.split('\n').filter((line) => !lines.has(line));
  return [changedRange(stored, text).insert, others.join('\n')];
}

/** Whether at least 20 written characters, and more than half of the written words, are gone from a text. */
export function isEmptied(stored: string, before: string, now: string): boolean {
  const { missing } = compare(wordsIn(before), wordsIn(now));
  return writtenSince(stored, before).some((part) => {
    const written = wordsIn(part);
    const gone = compare(written, missing).common;
    return 2 * gone.length > written.length && lengthOf(gone) >= MEMORABLE_CHARS;
  });
}

/**
 * Adds a state.
 * @returns also the earlier states that it empties, each of which deserves a copy
 */
export function lookAt(
  seen: Seen,
  base: Words | null,
  [before, now]: readonly [Words, Words],
): { seen: Seen; gone: Words[] } {
  const gone = new Set<Words>();
  const next = forTexts((field) => {
    const one = seen[field];
    const text = textIn(now.form, field);
    const { remove, insert } = changedRange(textIn(before.form, field), text);
    if (remove === 0 && insert === '') return one;
    const stored = base ? textIn(base.form, field) : '';
    const fired = remove === 0 ? [] : goneOf(field, { ...one, removed: one.removed + remove }, stored, text);
    for (const state of fired) gone.add(state);
    // Gradual deletion may not have reached the last insertion yet.
    if (fired.length > 0) {
      const rest = fired.includes(one.grown) ? now : one.grown;
      return { longest: rest, grown: rest, removed: 0 };
    }
    if (text.length >= textIn(one.longest.form, field).length) return { longest: now, grown: now, removed: 0 };
    return { ...one, removed: one.removed + remove, ...(insert !== '' && { grown: now }) };
  });
  return { seen: next, gone: [...gone] };
}

function goneOf(field: TextField, { longest, grown, removed }: SeenText, stored: string, now: string): Words[] {
  const textOf = (words: Words) => textIn(words.form, field);
  const mayBeGone = (state: Words) =>
    CHARS_TO_LOOK * removed >= Math.min(...writtenSince(stored, textOf(state)).map(({ length }) => length));
  const gone = [...new Set([longest, grown])].filter(
    (state) => mayBeGone(state) && isEmptied(stored, textOf(state), now),
  );
  // One copy is enough if it has all words of the other.
  return gone.length === 2 && compare(wordsIn(textOf(grown)), wordsIn(textOf(longest))).missing.length === 0
    ? [longest]
    : gone;
}
