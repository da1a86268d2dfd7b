import { plainText } from '@inkwell/shared/plain-text';
import { lookupOf, prefixesOf, wordsOf } from './words.ts';

export const MAX_TOKENS = 3_000;

/** What of a post can be found. */
export interface Searchable {
  readonly title: string;
  readonly excerpt: string | null;
  readonly content: string;
  readonly categoryName: string | null;
  readonly authorNames: readonly (string | null)[];
}

/**
 * The searchable side of a post. `tokens` is what a query looks up; `title`, `head` and `body` hold the same words, each
 * between spaces, to check the other words of the query against: reading one text costs far less than an array of 3,000.
 */
export interface IndexEntry {
  readonly tokens: string[];
  readonly title: string;
  /** Title, excerpt, category and author: found by their beginnings. */
  readonly head: string;
  /** Words of the content: found whole. */
  readonly body: string;
}

export function indexEntryOf(post: Searchable): IndexEntry {
  const title = unique(wordsOf(post.title));
  const names = [post.excerpt, post.categoryName, ...post.authorNames].flatMap((text) => wordsOf(text ?? ''));
  const head = unique([...title, ...names]);
  const tokens = new Set(head.flatMap(prefixesOf).slice(0, MAX_TOKENS));

  const body: string[] = [];
  for (const word of unique(wordsOf(plainText(post.content)))) {
    if (tokens.size >= MAX_TOKENS) break;
    tokens.add(lookupOf(word));
    body.push(word);
  }
  return { tokens: [...tokens], title: spaced(title), head: spaced(head), body: spaced(body) };
}

const unique = (words: string[]): string[] => [...new Set(words)];

const spaced = (words: string[]): string => (words.length > 0 ? ` ${words.join(' ')} ` : '');

/** How a post answers a query; null when one of the words is nowhere in it. */
export type Match = 'title' | 'elsewhere' | null;

/** Whether the entry holds every word, and whether its title alone does. */
export function matchOf(entry: Pick<IndexEntry, 'title' | 'head' | 'body'>, words: readonly string[]): Match {
  const isIn = (text: string) => (word: string) => text.includes(` ${word}`) || isCharacterOf(text, word);
  if (words.every(isIn(entry.title))) return 'title';
  const isInHead = isIn(entry.head);
  return words.every((word) => isInHead(word) || entry.body.includes(` ${word} `)) ? 'elsewhere' : null;
}

const UNSPACED_CHARACTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/** A lone character of a script without spaces may be the second of a pair. */
const isCharacterOf = (text: string, word: string): boolean => UNSPACED_CHARACTER.test(word) && text.includes(word);
