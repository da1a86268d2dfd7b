import * as z from 'zod/mini';
import { requiredText, wellFormed } from './fields.ts';

export const QUOTE_LIMITS = { text: 1_000, beside: 32 } as const;

const beside = z.string().check(wellFormed, z.maxLength(QUOTE_LIMITS.beside));

/** A passage of a text with the context that helps to find it again. */
export const Quote = z.object({
  text: requiredText(QUOTE_LIMITS.text, { required: 'Passage is required', tooLong: 'Passage too long' }),
  before: beside,
  after: beside,
});
export type Quote = z.infer<typeof Quote>;

/** The position of a passage: offsets in a text, with an exclusive end. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The part of a text that formatting does not change, so that quotes from rich text are also found in Markdown. */
const KEPT = /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/gu;

/** The number of adjacent letters that must match. A longer passage is found without any, e.g. if its paragraph was moved. */
const ENOUGH = 12;
const LONG = 24;
/** The maximum number of passages compared: a text may consist of one letter. */
const MAX_COMPARED = 1_000;

const lettersOf = (text: string): string => text.match(KEPT)?.join('') ?? '';

/** Whether a passage can be quoted: it needs letters to be found again. */
export const isQuotable = (text: string): boolean => lettersOf(text) !== '';

/** Removes half of a surrogate pair that the cut has split. */
const whole = (text: string): string => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

/** The quote of a passage. A passage that is too long is quoted by its beginning. */
export function quoteOf(text: string, { start, end }: Place): Quote {
  const passage = text.slice(start, end);
  const blank = passage.length - passage.trimStart().length;
  const from = start + blank;
  const quoted = whole(passage.trim().slice(0, QUOTE_LIMITS.text)).trimEnd();
  const to = from + quoted.length;
  return {
    text: quoted,
    before: whole(text.slice(Math.max(0, from - QUOTE_LIMITS.beside), from)),
    after: whole(text.slice(to, to + QUOTE_LIMITS.beside)),
  };
}

/** The number of equal letters in `a` and `b`, starting at one end. */
function agreement(a: string, b: string, side: 'before' | 'after'): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && (side === 'after' ? a[count] === b[count] : a.at(-1 - count) === b.at(-1 - count))) count += 1;
  return count;
}

/**
 * Finds quotes in a text that has changed since they were made. A passage is found anywhere, as long as its letters are in the text. Of several such
 * passages, the one with the most similar context is chosen. A short passage whose context has changed completely is gone, because its words may be
 * anywhere. The text is read once for all quotes.
 * @returns a function that returns the position of the passage; null if it is gone
 */
export function quoteFinder(text: string): (quote: Quote) => Place | null {
  const runs = Array.from(text.matchAll(KEPT), (match) => ({ at: match.index, letters: match[0] }));
  const letters = runs.map((run) => run.letters).join('');
  const starts: number[] = [];
  let length = 0;
  for (const run of runs) {
    starts.push(length);
    length += run.letters.length;
  }

  /** The offset of a letter in the text. */
  const placeOf = (letter: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= letter) low = middle;
      else high = middle - 1;
    }
    return (runs[low]?.at ?? 0) + letter - (starts[low] ?? 0);
  };

  return (quote) => {
    const [passage, before, after] = [quote.text, quote.before, quote.after].map(lettersOf) as [string, string, string];
    if (passage === '') return null;
    const enough = passage.length >= LONG ? 0 : Math.min(ENOUGH, before.length + after.length);
    let best: { at: number; agreed: number } | null = null;
    let at = letters.indexOf(passage);
    for (let compared = 0; at >= 0 && compared < MAX_COMPARED; compared += 1) {
      const end = at + passage.length;
      const agreed =
        agreement(letters.slice(Math.max(0, at - QUOTE_LIMITS.beside), at), before, 'before') +
        agreement(letters.slice(end, end + QUOTE_LIMITS.beside), after, 'after');
      if (agreed >= enough && (best === null || agreed > best.agreed)) best = { at, agreed };
      at = letters.indexOf(passage, at + 1);
    }
    return best && { start: placeOf(best.at), end: placeOf(best.at + passage.length - 1) + 1 };
  };
}
