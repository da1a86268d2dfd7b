import { isReservedPath } from './addresses.ts';

/* Letters of other scripts, and rare Latin ones, that look like a plain Latin letter. */
const LOOKS: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ьƅ',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еҽ',
  g: 'ɡց',
  h: 'һհ',
  i: 'іιıɩ',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏǀ',
  m: 'м',
  n: 'ոпη',
  o: 'оοօσ',
  p: 'рρ',
  q: 'ԛ',
  r: 'гᴦ',
  s: 'ѕ',
  t: 'тτ',
  u: 'υսц',
  v: 'νѵ',
  w: 'ԝωѡ',
  x: 'хχ',
  y: 'уγү',
};

const LATIN = new Map(
  Object.entries(LOOKS).flatMap(([letter, like]) => [...like].map((one) => [one, letter] as const)),
);

/** The plain Latin letters that a lowercase text resembles. */
const atAGlance = (text: string): string => [...text].map((sign) => LATIN.get(sign) ?? sign).join('');

/**
 * Whether a path belongs to the product itself, or looks like one that does: with letters of other scripts, or in other forms such as full-width
 * ones.
 */
export const looksReserved = (path: string): boolean =>
  isReservedPath(path) || isReservedPath(atAGlance(path.normalize('NFKC').toLowerCase()));

export const LOOK_ALIKE_TEXT = 'The address mixes letters of scripts that look alike';

const LOOKING_ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Whether a word mixes Latin letters with those of a similar-looking script, which only deception needs. */
export const mixesScripts = (text: string): boolean => /\p{Script=Latin}/u.test(text) && LOOKING_ALIKE.test(text);
