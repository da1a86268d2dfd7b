/** A word with its position in a text. */
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Most words only need to be lowercased. */
const PLAIN = /^[a-z0-9]*$/;

/** Without case and accents, like the words in answers. */
const folded = (text: string): string => {
  const lower = text.toLowerCase();
  return PLAIN.test(lower) ? lower : withoutAccents(lower);
};

const withoutAccents = (lower: string): string =>
  lower
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu, '')
    .normalize('NFKC');

/** Han and kana are written without spaces, so their words are pairs of characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The ranges of `words` in a text, in order; the end is exclusive. */
export function markedRanges(text: string, words: readonly string[]): (readonly [number, number])[] {
  const wanted = new Set(words);
  const pairs = words.filter((word) => UNSPACED.test(word));
  const found = [...text.matchAll(WORD)].flatMap((match): (readonly [number, number])[] => {
    const [word] = match;
    if (wanted.has(folded(word))) return [[match.index, match.index + word.length]];
    return pairs.flatMap((pair) => {
      const at = word.indexOf(pair);
      return at < 0 ? [] : [[match.index + at, match.index + at + pair.length] as const];
    });
  });
  return joined(found.sort(([a], [b]) => a - b));
}

/** Pairs of characters overlap: 日本 and 本語 mark 日本語. */
function joined(ranges: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const all: [number, number][] = [];
  for (const [start, end] of ranges) {
    const last = all.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}

/** A text in parts: occurrences of `words`, and the text between them. */
export function markedParts(
  text: string,
  words: readonly string[],
): readonly { readonly text: string; readonly isMarked: boolean }[] {
  let from = 0;
  const parts = markedRanges(text, words).flatMap(([start, end]) => {
    const both = [
      { text: text.slice(from, start), isMarked: false },
      { text: text.slice(start, end), isMarked: true },
    ];
    from = end;
    return both;
  });
  return [...parts, { text: text.slice(from), isMarked: false }].filter((part) => part.text !== '');
}
