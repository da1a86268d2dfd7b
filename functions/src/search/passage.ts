import { markedRanges } from '@inkwell/shared/marked-ranges';
import { plainText } from '@inkwell/shared/plain-text';
import { isUnspaced } from '../common/words.ts';

/** The length of a passage in characters: about three lines of a card. */
const LENGTH = 150;
/** The number of characters before its first search word. */
const LEAD = 40;
/** The number of characters read around the expected position. This limits the work for texts of any length. */
const AROUND = 2_000;
/** The number of positions of a word that are compared. */
const MAX_PLACES = 30;

interface Texts {
  /** Markdown. */
  readonly content: string;
  /** The folded words of the content in order (`IndexEntry`). */
  readonly body: string;
  /** The texts that the result shows anyway. */
  readonly shown: string;
}

/**
 * The passage with the most matched words that the result does not show elsewhere; null if it shows all of them, or the text has none.
 * @param words folded, like in the entry
 */
export function passageOf({ content, body, shown }: Texts, words: readonly string[]): string | null {
  const wanted = words.filter((word) => markedRanges(shown, [word]).length === 0);
  for (const word of wanted) {
    const share = isUnspaced(word)
      ? content.indexOf(word) / content.length
      : bestPlace(body, word, words) / body.length;
    if (!(share >= 0)) continue;
    const text = textAround(content, Math.floor(share * content.length));
    const start = bestStart(text, word, words);
    if (start !== null) return cutAround(text, start);
  }
  return null;
}

/** The position of a word in the text that has most of the others around it. */
function bestStart(text: string, word: string, words: readonly string[]): number | null {
  const all = words.length > 1 ? markedRanges(text, words) : [];
  const ofWord = markedRanges(text, [word]).slice(0, MAX_PLACES);
  const near = (at: number) =>
    new Set(
      all
        .filter(([from]) => from >= at - LEAD && from < at + LENGTH - LEAD)
        .map(([from, to]) => text.slice(from, to).toLowerCase()),
    ).size;
  let best: readonly [number | null, number] = [null, -1];
  for (const [at] of ofWord) {
    const count = near(at);
    if (count > best[1]) best = [at, count];
  }
  return best[0];
}

/** The same in the words of the entry, which are quick to search; -1 if the text lacks the words. */
function bestPlace(body: string, word: string, words: readonly string[]): number {
  let best = -1;
  let most = 0;
  let count = 0;
  for (let at = body.indexOf(` ${word} `); at >= 0 && count < MAX_PLACES; at = body.indexOf(` ${word} `, at + 1)) {
    const near = body.slice(Math.max(0, at - LENGTH), at + LENGTH);
    const here = words.filter((other) => near.includes(` ${other} `)).length;
    if (here > most) [best, most] = [at, here];
    count += 1;
  }
  return best;
}

/** The text around a position, in whole lines unless they are too long. */
function textAround(content: string, at: number): string {
  const from = Math.max(0, at - AROUND);
  const lineStart = from === 0 ? 0 : content.indexOf('\n', from) + 1;
  return plainText(content.slice(lineStart > 0 && lineStart < at ? lineStart : from, at + AROUND));
}

/** Cuts between words, or between characters in scripts without spaces. */
function cutAround(text: string, at: number): string {
  const space = text.lastIndexOf(' ', Math.max(0, at - LEAD));
  const from = at <= LEAD ? 0 : space > at - 2 * LEAD ? space + 1 : at - LEAD;
  const end = from + LENGTH >= text.length ? text.length : text.lastIndexOf(' ', from + LENGTH);
  const to = end > at ? end : from + LENGTH;
  const cut = text.slice(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${from > 0 ? '... ' : ''}${cut.trim()}${to < text.length ? ' ...' : ''}`;
}
