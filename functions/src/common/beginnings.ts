import { firstCharacters, isUnspaced, wordsOf } from './words.ts';

/** Data of this version tells the beginnings of the words by which staff find posts and accounts. */
export const FINDABLE_VERSION = 5;

/** Letters of a word that an index holds: the rest of a longer word is compared with what was found. */
const LETTERS = 10;

/** Beginnings that one document holds: more than the words of any title, name and address that people write have. */
const MAX_BEGINNINGS = 300;

/**
 * What an index has to hold so that these texts are found by the beginning of any of their words, folded as in search: at most 300
 * beginnings of at most 10 letters, those of the first texts first.
 */
export function beginningsOf(...texts: readonly (string | null)[]): string[] {
  const found = new Set<string>();
  for (const word of texts.flatMap((text) => wordsOf(text ?? ''))) {
    for (const beginning of beginningsOfWord(word)) {
      if (found.size >= MAX_BEGINNINGS) return [...found];
      found.add(beginning);
    }
  }
  return [...found];
}

/** Pairs of characters stand for scripts without spaces, of which either character may be looked for alone. */
function beginningsOfWord(word: string): string[] {
  const characters = Array.from(word);
  if (isUnspaced(word)) return [...characters, word];
  return characters.slice(0, LETTERS).map((_, index) => characters.slice(0, index + 1).join(''));
}

/** What staff look for. */
export interface Wanted {
  /** What an index may be asked for, the longest, which are the rarest as a rule, first; at most three. Empty: nothing can be found. */
  readonly tokens: readonly string[];
  /** Whether the first token alone says whether a document is meant. */
  readonly isSettledByIndex: boolean;
  /** Whether each wanted word begins a word of these texts. */
  isIn(...texts: readonly (string | null)[]): boolean;
}

const MAX_TOKENS = 3;

export function wantedIn(query: string): Wanted {
  const words = [...new Set(wordsOf(query))];
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const tokens = [...new Set(longestFirst.map((word) => firstCharacters(word, LETTERS)))];
  return {
    tokens: tokens.slice(0, MAX_TOKENS),
    isSettledByIndex: words.length === 1 && tokens[0] === words[0],
    isIn(...texts) {
      const own = texts.flatMap((text) => wordsOf(text ?? ''));
      return words.every((word) =>
        own.some((one) => one.startsWith(word) || (isUnspaced(word) && isUnspaced(one) && one.includes(word))),
      );
    },
  };
}
