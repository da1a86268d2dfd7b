import { plainText } from '@inkwell/shared/plain-text';
import { type FieldWith, fieldsWith, POST_FIELDS } from '@inkwell/shared/post-fields';
import type { Post } from '@inkwell/shared/posts';
import type { TagRef } from '@inkwell/shared/tags';
import { bounded } from '../common/bounded.ts';
import { stemOf } from '../common/stem.ts';
import { isUnspaced, lookupOf, prefixesOf, wordsOf } from '../common/words.ts';

/** What a text of the entry may take. Later words are found, but not compared for how near they are to each other. */
const MAX_TEXT_BYTES = 200_000;

/** The version of entries with stems, texts in their order, and what search filters by. */
export const KEYS_VERSION = 10;
/** The version of entries that say what is shown of a post, and are found by its authors apart. */
export const ENTRY_VERSION = 11;

const SEARCHED_FIELDS = fieldsWith('search');

type SearchedText = Exclude<FieldWith<'search'>, 'categoryId' | 'authorIds' | 'tagIds'>;
const SEARCHED_TEXTS = SEARCHED_FIELDS.filter((field): field is SearchedText => POST_FIELDS[field].search !== 'names');

/** By what a search can be filtered. */
export interface SearchFilters {
  readonly categoryId?: number | undefined;
  readonly tagId?: string | undefined;
  readonly authorId?: string | undefined;
  /** Of the first publication, in UTC. */
  readonly year?: number | undefined;
}

/** What can be said of a post without reading it: the entry changes with it, and goes when it is unpublished. */
export interface ShownEntry {
  readonly title: string;
  readonly slug: string;
  readonly category: { readonly id: number; readonly name: string } | null;
  readonly tags: readonly TagRef[];
  readonly authors: readonly { readonly id: string; readonly name: string }[];
}

/** The searchable texts of a post, the names shown with it, and what it is filtered by. */
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
 * A post in the search index. `keys` and `tokens` are looked up: `keys` by equality, because Firestore finds the documents that have several
 * fields at once, however many have one of them; `tokens` by a single word, sorted. The texts are for ranking: their words in order,
 * folded, separated by spaces.
 */
export interface IndexEntry {
  /**
   * Stems of all words, beginnings of those of the head, `^` and the stem for those of the title, `~` for two that stand beside each other, and
   * `#` and a letter for each filter.
   */
  readonly keys: Readonly<Record<string, true>>;
  /** The same without filters, whole words of the text, and `@` and beginnings of the names of authors. */
  readonly tokens: string[];
  readonly title: string;
  /** Title, excerpt, category, tags and authors, found by prefixes of their words. */
  readonly head: string;
  /** Words of the content, found as a whole or by other forms. */
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

/** The token with which a word of a title is found; no word begins with the sign. */
export const titleToken = (token: string): string => `^${token}`;

/** The keys of stems that stand beside each other. Short, because a text has as many as words; the texts show whether they are meant. */
export const keysOfPairs = (stems: readonly string[]): string[] =>
  stems.slice(1).map((stem, at) => `~${hashOf(`${stems[at]} ${stem}`)}`);

/** FNV-1a with 32 bits. */
function hashOf(text: string): string {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return (hash >>> 0).toString(36);
}

/** The token with which the posts of an author are found by a word of the name. */
export const authorToken = (token: string): string => `@${token}`;

interface Filtered {
  readonly categoryId?: number | null | undefined;
  readonly authorIds?: readonly string[] | undefined;
  readonly tagIds?: readonly string[] | undefined;
  readonly year?: number | undefined;
}

/** The keys by which a post, or all posts of a filter, are found. */
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

/** The keys by which a word of a query is found: its stem, and where no word that it begins has that, its beginning. */
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
