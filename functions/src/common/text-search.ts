import { bounded } from './bounded.ts';
import { stemOf } from './stem.ts';
import { beginsOneOf, MAX_LOOKED_UP, PREFIX_LETTERS, wordPrefixesOf } from './word-prefixes.ts';
import { firstCharacters, wordsOf } from './words.ts';

/** The version of posts, pages and comments with these words. */
export const FINDABLE_VERSION = 12;

/**
 * The words that staff find a document by, for its field `wordPrefixes`: prefixes of the words in its title, all words of title and texts, and their
 * stems. For a very long text, only the first ones. Folded as in search.
 * @param texts plain text, the most relevant first
 */
export function findableWords(title: string, ...texts: readonly (string | null)[]): string[] {
  const words = [title, ...texts].flatMap((text) => wordsOf(text ?? ''));
  return bounded([...wordPrefixesOf(title), ...words.flatMap((word) => [word, stemOf(word)])]);
}

/** The words of a document that are not prefixes of other words in it. This removes prefixes of title words and most stems. */
export function wholeWords(findable: readonly string[]): string[] {
  const sorted = [...findable].sort();
  return sorted.filter((word, at) => !sorted[at + 1]?.startsWith(word));
}

/** A parsed query for titles and texts, for the index and for the documents found. */
export interface TextSearch {
  /** The index entries for at most three words, the longest (usually rarest) first. A matching document has at least one entry of each group. */
  readonly groups: readonly (readonly string[])[];
  /** Whether the first group alone decides about a match. */
  readonly isDecidedByIndex: boolean;
  /** Whether the document has every word of the query: as a prefix of a word in its title, or in any form. */
  matches(title: string, findable: unknown): boolean;
  /** How well a match fits: more for each word of the search in the title, then for the whole title, then for each word there as typed. */
  rank(title: string): number;
}

/** Outweighs whatever follows it in a rank: a search has at most 200 letters, so fewer words. */
const FIRST = 1_000;

export function parseTextSearch(query: string): TextSearch {
  const typed = wordsOf(query);
  const words = [...new Set(typed)].sort((a, b) => b.length - a.length);
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
    rank(title) {
      const titled = wordsOf(title);
      const stems = new Set(titled.map(stemOf));
      const inTitle = words.filter((word) => beginsOneOf(word, titled) || stems.has(stemOf(word)));
      const asTyped = words.filter((word) => titled.includes(word));
      const isWholeTitle = titled.join(' ') === typed.join(' ');
      return FIRST * inTitle.length + (isWholeTitle ? FIRST / 2 : 0) + asTyped.length;
    },
  };
}
