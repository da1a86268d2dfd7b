/** The silent reading speed of adults (Brysbaert 2019, a review of 190 studies). */
const WORDS_PER_MINUTE = 238;
/** For scripts without spaces between words. */
const CHARACTERS_PER_MINUTE = 500;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu;

/** Addresses of links and pictures, which nobody reads. A parser would be more exact but too slow to run on each keystroke. */
const TARGET = /\]\([^)\n]*\)/g;

/** The number of words, and the reading time in minutes, at least 1. In scripts without spaces, each character counts as a word. */
export function textFacts(markdown: string): { readonly words: number; readonly minutes: number } {
  const text = markdown.replace(TARGET, ']');
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const spaced = text.replace(UNSPACED, ' ').match(WORD)?.length ?? 0;
  const minutes = spaced / WORDS_PER_MINUTE + unspaced / CHARACTERS_PER_MINUTE;
  return { words: spaced + unspaced, minutes: Math.max(1, Math.round(minutes)) };
}
