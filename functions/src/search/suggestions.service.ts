import type { Suggestions } from '@inkwell/shared/search';
import { stemOf } from '../common/stem.ts';
import { parseWordSearch } from '../common/word-prefixes.ts';
import { lookupOf, wordsOf } from '../common/words.ts';
import type { TagService } from '../tags/tags.service.ts';
import { authorToken, titleToken } from './index-entry.ts';
import type { KnownWords } from './known-words.ts';
import type { FoundEntry, SearchIndex } from './search-index.repository.ts';
import { meantBy } from './vocabulary.ts';

const POSTS = 4;
const TAGS = 2;
/** Posts whose entries contain their authors. */
const AUTHORED = 3;

/** The maximum number of documents read; if no title has the words, 1. */
export const MOST_FOR_SUGGESTIONS = 1 + POSTS + TAGS + AUTHORED;

/** Later words are ignored. */
const MAX_WORDS = 8;
/** The number of words of a correction that are looked up: the rarest ones. */
const MAX_LOOKED_UP = 3;
/** Shorter words are half typed, or in every title. */
const MEANT_LENGTH = 3;
/** A word that this many times more posts have than the rarest one is useless next to it, because it would find only the most popular posts. */
const MUCH_MORE_COMMON = 10;

export interface Suggested {
  readonly suggestions: Suggestions;
  readonly documents: number;
}

export interface SuggestionService {
  /**
   * Suggestions while typing: posts with the words in their titles, the last word as a prefix, most popular first; otherwise posts with most of the
   * corrected words. Also tags and authors in whose names each word of the query begins a word.
   */
  typed(q: string): Promise<Suggested>;
  /** Suggestions for whole words. Reads at most 9 documents, and none if no post has any of them. */
  meant(q: string): Promise<Suggested>;
}

interface Dependencies {
  readonly index: Pick<SearchIndex, 'lookUp' | 'withAll'>;
  readonly tags: Pick<TagService, 'suggest'>;
  readonly known: Pick<KnownWords, 'now' | 'loaded'>;
}

const NOTHING: Suggested = { suggestions: { posts: [], tags: [], authors: [] }, documents: 0 };

const wordsIn = (q: string): string[] => [...new Set(wordsOf(q))].slice(0, MAX_WORDS);

/** All from the entries only, which are deleted in the transaction that unpublishes their post. */
export function createSuggestionService({ index, tags, known }: Dependencies): SuggestionService {
  /**
   * Posts whose titles contain all words except the last, which is a prefix of a word in the title, or in excerpt and names if there are other words.
   */
  async function begun(words: readonly string[]): Promise<FoundEntry[]> {
    const last = words.at(-1) ?? '';
    const starts = [...new Set([lookupOf(last), stemOf(last)])];
    if (words.length === 1) return index.lookUp(starts.map(titleToken), { limit: POSTS, order: 'popularity' });
    const titled = words.slice(0, -1).map((word) => [titleToken(stemOf(word))]);
    const found = await index.withAll([...titled, starts], { limit: POSTS, filters: {} });
    return found.sort((a, b) => b.popularity - a.popularity);
  }

  /** The words or their corrections, as far as posts have them, rarest first; if none are known yet, all words, longest first. */
  async function knownOf(words: readonly string[]): Promise<string[]> {
    const vocabulary = await known.loaded();
    if (vocabulary.entries === 0) return [...words].sort((a, b) => b.length - a.length);
    const meant = words.flatMap((word) => {
      if (vocabulary.countOf(word) > 0) return word;
      const [similar] = word.length < MEANT_LENGTH ? [] : meantBy(vocabulary, word, 1);
      return similar ? similar.word : [];
    });
    return [...new Set(meant)].sort((a, b) => vocabulary.countOf(a) - vocabulary.countOf(b));
  }

  /** Posts with at least half of the words in their titles, best matches first. */
  async function similar(words: readonly string[]): Promise<FoundEntry[]> {
    const [first] = words;
    if (first === undefined) return [];
    const vocabulary = known.now();
    const isTelling =
      vocabulary.entries === 0
        ? (word: string) => word.length > MEANT_LENGTH || word.length === first.length
        : (word: string) => vocabulary.countOf(word) <= MUCH_MORE_COMMON * vocabulary.countOf(first);
    const tokens = words
      .filter(isTelling)
      .slice(0, MAX_LOOKED_UP)
      .map((word) => titleToken(stemOf(word)));
    const stems = new Set(words.map(stemOf));
    const shareOf = ({ title }: FoundEntry) => {
      const own = new Set(title.trim().split(' ').map(stemOf));
      return [...stems].filter((stem) => own.has(stem)).length / stems.size;
    };
    const found = await index.lookUp(tokens, { limit: POSTS, order: 'popularity' });
    return found.filter((entry) => shareOf(entry) >= 0.5).sort((a, b) => shareOf(b) - shareOf(a));
  }

  async function named(q: string): Promise<{ readonly tags: Suggestions['tags']; readonly authored: FoundEntry[] }> {
    const { prefixes } = parseWordSearch(q);
    const [longest] = prefixes;
    if (longest === undefined) return { tags: [], authored: [] };
    const [tagged, authored] = await Promise.all([
      tags.suggest(q, TAGS),
      index.lookUp([authorToken(lookupOf(longest))], { limit: AUTHORED, order: 'popularity' }),
    ]);
    return { tags: tagged.map(({ name, slug }) => ({ name, slug })), authored };
  }

  function suggested(
    q: string,
    posts: readonly FoundEntry[],
    { tags: found, authored }: Awaited<ReturnType<typeof named>>,
    documents: number,
  ): Suggested {
    const search = parseWordSearch(q);
    const authors = authored.flatMap(({ shown }) => shown?.authors ?? []).filter(({ name }) => search.matches(name));
    return {
      suggestions: {
        posts: posts.flatMap(({ postId, shown }) =>
          shown ? [{ id: postId, title: shown.title, slug: shown.slug }] : [],
        ),
        tags: found,
        authors: [...new Map(authors.map((author) => [author.id, author])).values()],
      },
      documents: documents + TAGS + Math.max(authored.length, 1),
    };
  }

  return {
    async typed(q) {
      const words = wordsIn(q);
      if (words.length === 0) return NOTHING;
      const [first, names] = await Promise.all([begun(words), named(q)]);
      const posts = first.length > 0 ? first : await similar(await knownOf(words));
      return suggested(q, posts, names, first.length || 1 + POSTS);
    },

    async meant(q) {
      const words = await knownOf(wordsIn(q));
      if (words.length === 0) return NOTHING;
      const [posts, names] = await Promise.all([similar(words), named(q)]);
      return suggested(q, posts, names, POSTS);
    },
  };
}
