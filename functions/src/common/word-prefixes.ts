import { firstCharacters, isUnspaced, wordsOf } from './words.ts';

/** The longest prefix in the index. The rest of a longer word is compared with the documents found. */
export const PREFIX_LETTERS = 10;

/** The limit per document, above what real titles, names and addresses need. */
const MAX_PREFIXES = 300;

/**
 * The indexed prefixes of a document with these texts, so that a search finds any word by its beginning. Words are folded as in search.
 * Earlier texts come first.
 */
export function wordPrefixesOf(...texts: readonly (string | null)[]): string[] {
  const found = new Set<string>();
  for (const word of texts.flatMap((text) => wordsOf(text ?? ''))) {
    for (const prefix of prefixesOfWord(word)) {
      if (found.size >= MAX_PREFIXES) return [...found];
      found.add(prefix);
    }
  }
  return [...found];
}

/** In scripts without spaces, a word is a pair of characters, and each character can be searched. */
function prefixesOfWord(word: string): string[] {
  const characters = Array.from(word);
  if (isUnspaced(word)) return [...characters, word];
  return characters.slice(0, PREFIX_LETTERS).map((_, index) => characters.slice(0, index + 1).join(''));
}

/** A parsed query for words, for the index and for the documents found. */
export interface WordSearch {
  /** Prefixes to look up, at most three, longest (usually rarest) first. Empty if nothing can match. */
  readonly prefixes: readonly string[];
  /** Whether the first prefix alone decides about a match. */
  readonly isDecidedByIndex: boolean;
  /** Whether every word of the query is a prefix of a word in these texts. */
  matches(...texts: readonly (string | null)[]): boolean;
}

/** Whether the word is a prefix of one of these. In scripts without spaces, a single character may be the second of a pair. */
export const beginsOneOf = (word: string, words: readonly string[]): boolean =>
  words.some((one) => one.startsWith(word) || (isUnspaced(word) && isUnspaced(one) && one.includes(word)));

/** The number of the query's longest words to look up. The others are compared with the documents found. */
export const MAX_LOOKED_UP = 3;

export function parseWordSearch(query: string): WordSearch {
  const words = [...new Set(wordsOf(query))];
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const prefixes = [...new Set(longestFirst.map((word) => firstCharacters(word, PREFIX_LETTERS)))];
  return {
    prefixes: prefixes.slice(0, MAX_LOOKED_UP),
    isDecidedByIndex: words.length === 1 && prefixes[0] === words[0],
    matches(...texts) {
      const own = texts.flatMap((text) => wordsOf(text ?? ''));
      return words.every((word) => beginsOneOf(word, own));
    },
  };
}
