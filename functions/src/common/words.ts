/** Letters that Unicode does not decompose into a base letter and an accent. */
const SPECIAL: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** Accents in these scripts are removed. Marks of Indic scripts and Japanese voicing marks distinguish letters, so they are kept. */
const ACCENTED = /(\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Hebrew}|\p{Script=Arabic})\p{M}+/gu;

/** In scripts without spaces, words are pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Removes differences of case, accents and compatibility forms. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTED, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => SPECIAL[letter] ?? letter)
    .replace(/(?<=\p{L})['’ʼ](?=\p{L})/gu, '');
}

/** Longer words are cut, so that 3,000 words of any script fit into a document of 1 MiB. */
const MAX_WORD = 48;

/** The beginning of a word, without splitting a character. */
export const firstCharacters = (word: string, max: number): string =>
  word.length <= max ? word : Array.from(word).slice(0, max).join('');

/** The folded words of a text in order; pairs of characters in scripts without spaces. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  const spaced = (folded.replace(UNSPACED, ' ').match(WORD) ?? []).map((word) => firstCharacters(word, MAX_WORD));
  const unspaced = (folded.match(UNSPACED) ?? []).flatMap(pairs);
  return [...spaced, ...unspaced];
}

/** 日本語 becomes 日本 and 本語; a single character stays. */
function pairs(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

export const isUnspaced = (word: string): boolean => word.replace(UNSPACED, '') === '';

const PREFIX = { min: 2, max: 12 } as const;

/** The index entries that make prefixes of `word` findable. */
export function prefixesOf(word: string): string[] {
  const characters = Array.from(word);
  if (isUnspaced(word)) return [...characters, word];
  const prefixes: string[] = [];
  for (let length = PREFIX.min; length <= Math.min(PREFIX.max, characters.length); length += 1) {
    prefixes.push(characters.slice(0, length).join(''));
  }
  return characters.length < PREFIX.min ? [word] : prefixes;
}

/** The index entry to look up for a word of a query. */
export const lookupOf = (word: string): string => firstCharacters(word, PREFIX.max);
