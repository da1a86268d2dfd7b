import { plainText } from '@inkwell/shared/plain-text';
import { type FieldWith, fieldsWith, POST_FIELDS } from '@inkwell/shared/post-fields';
import type { Post } from '@inkwell/shared/posts';
import type { TagRef } from '@inkwell/shared/tags';
import { bounded } from '../common/bounded.ts';
import { stemOf } from '../common/stem.ts';
import { isUnspaced, lookupOf, prefixesOf, wordsOf } from '../common/words.ts';

/** The maximum text in an entry. Later words are found, but their nearness to each other is not compared. */
const MAX_TEXT_BYTES = 200_000;

/** The version of entries with stems, texts in order, and filters. */
export const KEYS_VERSION = 10;
/** The first version of entries that contain a post's shown fields and can be found by author. */
export const ENTRY_VERSION = 11;

const SEARCHED_FIELDS = fieldsWith('search');

type SearchedText = Exclude<FieldWith<'search'>, 'categoryId' | 'authorIds' | 'tagIds'>;
const SEARCHED_TEXTS = SEARCHED_FIELDS.filter((field): field is SearchedText => POST_FIELDS[field].search !== 'names');

/** The filters of a search. */
export interface SearchFilters {
  readonly categoryId?: number | undefined;
  readonly tagId?: string | undefined;
  readonly authorId?: string | undefined;
  /** Of the first publication, in UTC. */
  readonly year?: number | undefined;
}

/** What can be shown of a post without reading it. The entry changes with the post, and is deleted when it is unpublished. */
export interface ShownEntry {
  readonly title: string;
  readonly slug: string;
  readonly category: { readonly id: number; readonly name: string } | null;
  readonly tags: readonly TagRef[];
  readonly authors: readonly { readonly id: string; readonly name: string }[];
}

/** The searchable texts of a post, the names shown with it, and its filters. */
export interface Searchable extends Readonly<Pick<Post, SearchedText>> {
  readonly categoryName: string | null;
  readonly authorNames: readonly (string | null)[];
  readonly tagNames: readonly string[];
  readonly categoryId: number | null;
  readonly authorIds: readonly string[];
  readonly tagIds: readonly string[];
  readonly publishedAt: Date;
}

/**
 * A post in the search index. `keys` and `tokens` are looked up: `keys` by equality, because Firestore then finds documents with several values
 * efficiently, however many have each; `tokens` by a single word, sorted. The texts are for ranking: their words in order, folded, separated by
 * spaces.
 */
export interface IndexEntry {
  /**
   * Stems of all words, prefixes of the words in the head, `^` and the stem for words in the title, `~` for two adjacent words, and `#` and a letter
   * for each filter.
   */
  readonly keys: Readonly<Record<string, true>>;
  /** The same without filters, with whole words of the text, and with `@` and prefixes of authors' names. */
  readonly tokens: string[];
  readonly title: string;
  /** Title, excerpt, category, tags and authors, found by prefixes of their words. */
  readonly head: string;
  /** Words of the content, found as a whole or in other forms. */
  readonly body: string;
}

export function indexEntryOf(post: Searchable): IndexEntry {
  const title = wordsIn(post, 'title');
  const names = [post.categoryName, ...post.authorNames, ...post.tagNames].flatMap((text) => wordsOf(text ?? ''));
  const head = [...title, ...wordsIn(post, 'head'), ...names];
  const body = wordsIn(post, 'body');
  const words = new Set(body);

  const ofAuthors = post.authorNames.flatMap((name) => wordsOf(name ?? '').flatMap(prefixesOf)).map(authorToken);
  const ofTitle = [...new Set(title)].flatMap((word) => [...prefixesOf(word), stemOf(word)].map(titleToken));
  const ofHead = [...new Set(head)].flatMap((word) => [...prefixesOf(word), stemOf(word)]);
  const ofBody = [...words].flatMap((word) => [lookupOf(word), stemOf(word)]);
  const keys = bounded([
    ...filterKeys({ ...post, year: post.publishedAt.getUTCFullYear() }),
    ...title.map((word) => titleToken(stemOf(word))),
    ...ofHead,
    ...[...words].map(stemOf),
    ...keysOfPairs(title.map(stemOf)),
    ...keysOfPairs(body.map(stemOf)),
  ]);
  return {
    keys: Object.fromEntries(keys.map((key) => [key, true])),
    tokens: bounded([...ofTitle, ...ofAuthors, ...ofHead, ...ofBody]),
    title: spaced(title),
    head: spaced(head),
    body: spaced(body),
  };
}

/** The token that finds a word in the title. No word begins with this character. */
export const titleToken = (token: string): string => `^${token}`;

/** The keys of adjacent stems. They are short, because a text has as many pairs as words; the texts show whether a match is real. */
export const keysOfPairs = (stems: readonly string[]): string[] =>
  stems.slice(1).map((stem, at) => `~${hashOf(`${stems[at]} ${stem}`)}`);

/** FNV-1a with 32 bits. */
function hashOf(text: string): string {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return (hash >>> 0).toString(36);
}

/** The token that finds an author's posts by a word of the name. */
export const authorToken = (token: string): string => `@${token}`;

interface Filtered {
  readonly categoryId?: number | null | undefined;
  readonly authorIds?: readonly string[] | undefined;
  readonly tagIds?: readonly string[] | undefined;
  readonly year?: number | undefined;
}

/** The keys that find a post, or all posts of a filter. */
function filterKeys({ categoryId, authorIds = [], tagIds = [], year }: Filtered): string[] {
  return [
    ...(categoryId === null || categoryId === undefined ? [] : [`#c${categoryId}`]),
    ...authorIds.map((id) => `#a${id}`),
    ...tagIds.map((id) => `#t${id}`),
    ...(year === undefined ? [] : [`#y${year}`]),
  ];
}

export const keysOfFilters = ({ categoryId, tagId, authorId, year }: SearchFilters): string[] =>
  filterKeys({
    categoryId,
    year,
    authorIds: authorId === undefined ? [] : [authorId],
    tagIds: tagId === undefined ? [] : [tagId],
  });

/** The keys for a word of a query: its stem, and also its prefix if that does not begin with the stem. */
export function keysOfWord(word: string): string[] {
  const stem = stemOf(word);
  const beginning = lookupOf(word);
  const isBeginning = beginning.startsWith(stem) || isUnspaced(word);
  return isBeginning ? [stem] : [stem, beginning];
}

/** The words of the fields in one part of the index, in order; only the body is Markdown. */
function wordsIn(post: Searchable, part: 'title' | 'head' | 'body'): string[] {
  const texts = SEARCHED_TEXTS.filter((field) => POST_FIELDS[field].search === part).map((field) => post[field] ?? '');
  return texts.flatMap((text) => wordsOf(part === 'body' ? plainText(text) : text));
}

function spaced(words: readonly string[]): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const word of words) {
    bytes += Buffer.byteLength(word) + 1;
    if (bytes > MAX_TEXT_BYTES) break;
    kept.push(word);
  }
  return kept.length > 0 ? ` ${kept.join(' ')} ` : '';
}
