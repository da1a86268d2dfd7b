import { firstCharacters, isUnspaced, wordsOf } from './words.ts';

/** Longest prefix in the index; the rest of a longer word is compared with the documents found. */
const LETTERS = 10;

/** Prefixes in one document: more than the words of any real title, name and address have. */
const MAX_PREFIXES = 300;

/**
 * The prefixes to index so that these texts are found by the beginning of any of their words, folded as in search: at most 300 of at
 * most 10 letters, those of the first texts first.
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

/** A word of a script without spaces is a pair of characters, either of which may be searched for alone. */
function prefixesOfWord(word: string): string[] {
  const characters = Array.from(word);
  if (isUnspaced(word)) return [...characters, word];
  return characters.slice(0, LETTERS).map((_, index) => characters.slice(0, index + 1).join(''));
}

/** A search by words, as the index and the documents found are asked. */
export interface WordSearch {
  /** Prefixes to look up in the index, at most three, the longest (as a rule the rarest) first. Empty: nothing can be found. */
  readonly prefixes: readonly string[];
  /** Whether the first prefix alone decides whether a document matches. */
  readonly isDecidedByIndex: boolean;
  /** Whether every word of the search begins a word of these texts. */
  matches(...texts: readonly (string | null)[]): boolean;
}

const MAX_LOOKED_UP = 3;

export function parseWordSearch(query: string): WordSearch {
  const words = [...new Set(wordsOf(query))];
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const prefixes = [...new Set(longestFirst.map((word) => firstCharacters(word, LETTERS)))];
  return {
    prefixes: prefixes.slice(0, MAX_LOOKED_UP),
    isDecidedByIndex: words.length === 1 && prefixes[0] === words[0],
    matches(...texts) {
      const own = texts.flatMap((text) => wordsOf(text ?? ''));
      return words.every((word) =>
        own.some((one) => one.startsWith(word) || (isUnspaced(word) && isUnspaced(one) && one.includes(word))),
      );
    },
  };
}
