import { plainText } from '@inkwell/shared/plain-text';
import { type FieldWith, fieldsWith, POST_FIELDS } from '@inkwell/shared/post-fields';
import type { Post } from '@inkwell/shared/posts';
import { lookupOf, prefixesOf, wordsOf } from '../common/words.ts';

const MAX_TOKENS = 3_000;

const SEARCHED_FIELDS = fieldsWith('search');

type SearchedText = Exclude<FieldWith<'search'>, 'categoryId'>;
const SEARCHED_TEXTS = SEARCHED_FIELDS.filter((field): field is SearchedText => POST_FIELDS[field].search !== 'names');

/** What of a post can be found: its own texts, and names that go with it. */
export interface Searchable extends Readonly<Pick<Post, SearchedText>> {
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
  /** Title, excerpt, category, author: found by their prefixes. */
  readonly head: string;
  /** Words of the content: found whole. */
  readonly body: string;
}

export function indexEntryOf(post: Searchable): IndexEntry {
  const title = unique(wordsIn(post, 'title'));
  const names = [post.categoryName, ...post.authorNames].flatMap((text) => wordsOf(text ?? ''));
  const head = unique([...title, ...wordsIn(post, 'head'), ...names]);
  const tokens = new Set(head.flatMap(prefixesOf).slice(0, MAX_TOKENS));

  const body: string[] = [];
  for (const word of unique(wordsIn(post, 'body'))) {
    if (tokens.size >= MAX_TOKENS) break;
    tokens.add(lookupOf(word));
    body.push(word);
  }
  return { tokens: [...tokens], title: spaced(title), head: spaced(head), body: spaced(body) };
}

/** The words of the fields that stand in one part of the index; only the body is Markdown. */
function wordsIn(post: Searchable, part: 'title' | 'head' | 'body'): string[] {
  const texts = SEARCHED_TEXTS.filter((field) => POST_FIELDS[field].search === part).map((field) => post[field] ?? '');
  return texts.flatMap((text) => wordsOf(part === 'body' ? plainText(text) : text));
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
