import { bounded } from './bounded.ts';
import { stemOf } from './stem.ts';
import { beginsOneOf, MAX_LOOKED_UP, PREFIX_LETTERS, wordPrefixesOf } from './word-prefixes.ts';
import { firstCharacters, wordsOf } from './words.ts';

/** The version of posts, pages and comments with these words. */
export const FINDABLE_VERSION = 12;

/**
 * The words under which staff find a document, for its field `wordPrefixes`: beginnings of the words of its title, all words of title and
 * texts, and their stems, of a very long text the first ones. Folded as in search.
 * @param texts plain, the most telling first
 */
export function findableWords(title: string, ...texts: readonly (string | null)[]): string[] {
  const words = [title, ...texts].flatMap((text) => wordsOf(text ?? ''));
  return bounded([...wordPrefixesOf(title), ...words.flatMap((word) => [word, stemOf(word)])]);
}

/** The words of a document that begin no other word of it: neither beginnings of those of its title nor, mostly, stems. */
export function wholeWords(findable: readonly string[]): string[] {
  const sorted = [...findable].sort();
  return sorted.filter((word, at) => !sorted[at + 1]?.startsWith(word));
}

/** A search in titles and texts, for the index and for the documents that it finds. */
export interface TextSearch {
  /** For each of at most three words, the longest (usually rarest) first: documents that have it are found under one of these. */
  readonly groups: readonly (readonly string[])[];
  /** Whether the first group alone decides about a match. */
  readonly isDecidedByIndex: boolean;
  /** Whether the document has every word of the search: as the beginning of a word of its title, or in any form. */
  matches(title: string, findable: unknown): boolean;
}

export function parseTextSearch(query: string): TextSearch {
  const words = [...new Set(wordsOf(query))].sort((a, b) => b.length - a.length);
  const beginningOf = (word: string) => firstCharacters(word, PREFIX_LETTERS);
  const [longest = ''] = words;
  return {
    groups: words.slice(0, MAX_LOOKED_UP).map((word) => [...new Set([word, stemOf(word), beginningOf(word)])]),
    isDecidedByIndex: words.length === 1 && beginningOf(longest) === longest,
    matches(title, findable) {
      const own = new Set(Array.isArray(findable) ? findable : []);
      const titled = wordsOf(title);
      return words.every((word) => own.has(word) || own.has(stemOf(word)) || beginsOneOf(word, titled));
    },
  };
}
