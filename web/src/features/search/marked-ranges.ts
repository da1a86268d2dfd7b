/** A word with its place in a text. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Without case and accents, as the words of an answer are. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu, '')
    .normalize('NFKC');

/** Han and kana are written without spaces: their words are pairs of characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Where a text has one of `words`, from the first letter to behind the last. */
export function markedRanges(text: string, words: readonly string[]): (readonly [number, number])[] {
  const wanted = new Set(words);
  const pairs = words.filter((word) => UNSPACED.test(word));
  return [...text.matchAll(WORD)].flatMap((match) => {
    const [word] = match;
    if (wanted.has(folded(word))) return [[match.index, match.index + word.length] as const];
    return pairs.flatMap((pair) => {
      const at = word.indexOf(pair);
      return at < 0 ? [] : [[match.index + at, match.index + at + pair.length] as const];
    });
  });
}
