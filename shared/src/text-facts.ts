/** Of grown-ups who read silently (Brysbaert 2019, a review of 190 studies): 238 words a minute. */
const WORDS_PER_MINUTE = 238;
/** Of scripts without spaces between words: characters a minute. */
const CHARACTERS_PER_MINUTE = 500;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu;

/** Addresses of links and pictures, which nobody reads. A parser would tell more, and take as long as a stroke may. */
const TARGET = /\]\([^)\n]*\)/g;

/**
 * How long a text is, and how many minutes its readers take, at least one. Characters of scripts that put no spaces count as words.
 */
export function textFacts(markdown: string): { readonly words: number; readonly minutes: number } {
  const text = markdown.replace(TARGET, ']');
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const spaced = text.replace(UNSPACED, ' ').match(WORD)?.length ?? 0;
  const minutes = spaced / WORDS_PER_MINUTE + unspaced / CHARACTERS_PER_MINUTE;
  return { words: spaced + unspaced, minutes: Math.max(1, Math.round(minutes)) };
}
