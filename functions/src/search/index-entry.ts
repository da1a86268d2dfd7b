import { plainText } from '@inkwell/shared/plain-text';
import { type FieldWith, fieldsWith, POST_FIELDS } from '@inkwell/shared/post-fields';
import type { Post } from '@inkwell/shared/posts';
import { lookupOf, prefixesOf, wordsOf } from '../common/words.ts';

const MAX_TOKENS = 3_000;

/** The version of entries with tokens of titles. */
export const ENTRY_VERSION = 4;

const SEARCHED_FIELDS = fieldsWith('search');

type SearchedText = Exclude<FieldWith<'search'>, 'categoryId' | 'authorIds'>;
const SEARCHED_TEXTS = SEARCHED_FIELDS.filter((field): field is SearchedText => POST_FIELDS[field].search !== 'names');

/** The searchable texts of a post, and the names shown with it. */
export interface Searchable extends Readonly<Pick<Post, SearchedText>> {
  readonly categoryName: string | null;
  readonly authorNames: readonly (string | null)[];
}

/**
 * A post in the search index. Queries look up `tokens`, which contain the words of the title twice (`titleToken`); `title`, `head` and `body` contain the same words separated by spaces, to check the
 * other words of a query, because reading a text costs far less than reading an array of 3,000.
 */
export interface IndexEntry {
  readonly tokens: string[];
  readonly title: string;
  /** Title, excerpt, category and authors, found by prefixes of their words. */
  readonly head: string;
  /** Words of the content, found as a whole. */
  readonly body: string;
}

export function indexEntryOf(post: Searchable): IndexEntry {
  const title = unique(wordsIn(post, 'title'));
  const names = [post.categoryName, ...post.authorNames].flatMap((text) => wordsOf(text ?? ''));
  const head = unique([...title, ...wordsIn(post, 'head'), ...names]);
  const tokens = new Set([...titleTokens(title), ...head.flatMap(prefixesOf)].slice(0, MAX_TOKENS));

  const body: string[] = [];
  for (const word of unique(wordsIn(post, 'body'))) {
    if (tokens.size >= MAX_TOKENS) break;
    tokens.add(lookupOf(word));
    body.push(word);
  }
  return { tokens: [...tokens], title: spaced(title), head: spaced(head), body: spaced(body) };
}

/** The token with which a word of a title is found; no word begins with the sign. */
export const titleToken = (token: string): string => `^${token}`;

const titleTokens = (title: readonly string[]): string[] => title.flatMap(prefixesOf).map(titleToken);

/** Tokens of an entry of before, with those of its title. */
export const withTitleTokens = ({ tokens, title }: Pick<IndexEntry, 'tokens' | 'title'>): string[] =>
  [...new Set([...titleTokens(title.split(' ').filter(Boolean)), ...tokens])].slice(0, MAX_TOKENS);

/** The words of the fields in one part of the index; only the body is Markdown. */
function wordsIn(post: Searchable, part: 'title' | 'head' | 'body'): string[] {
  const texts = SEARCHED_TEXTS.filter((field) => POST_FIELDS[field].search === part).map((field) => post[field] ?? '');
  return texts.flatMap((text) => wordsOf(part === 'body' ? plainText(text) : text));
}

const unique = (words: string[]): string[] => [...new Set(words)];

const spaced = (words: string[]): string => (words.length > 0 ? ` ${words.join(' ')} ` : '');

/** Whether the entry holds every word. */
export function isMatch(entry: Pick<IndexEntry, 'head' | 'body'>, words: readonly string[]): boolean {
  return words.every((word) => isBegun(entry.head, word) || isWhole(entry.body, word));
}

/** How many words of a query a title contains, as beginnings of words and as whole words. */
export interface TitleWords {
  readonly begun: number;
  readonly whole: number;
}

export const titleWordsOf = ({ title }: Pick<IndexEntry, 'title'>, words: readonly string[]): TitleWords => ({
  begun: words.filter((word) => isBegun(title, word)).length,
  whole: words.filter((word) => isWhole(title, word)).length,
});

const isWhole = (text: string, word: string): boolean => text.includes(` ${word} `);

const isBegun = (text: string, word: string): boolean => text.includes(` ${word}`) || isCharacterOf(text, word);

const UNSPACED_CHARACTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/** A single character of a script without spaces may be the second of a pair. */
const isCharacterOf = (text: string, word: string): boolean => UNSPACED_CHARACTER.test(word) && text.includes(word);
