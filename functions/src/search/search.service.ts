import type { Viewer } from '@inkwell/shared/permissions';
import type { PostCard } from '@inkwell/shared/posts';
import type { FoundPosts } from '@inkwell/shared/search';
import { MAX_COUNTED_RESULTS } from '@inkwell/shared/search-key';
import type { Clock } from '../common/clock.ts';
import type { PageOfMany } from '../common/paging.ts';
import { stemOf } from '../common/stem.ts';
import { lookupOf, wordsOf } from '../common/words.ts';
import type { PostService } from '../posts/posts.service.ts';
import type { TagService } from '../tags/tags.service.ts';
import { keysOfPairs, keysOfWord, type SearchFilters, titleToken } from './index-entry.ts';
import { type KnownWords, LEARNED_AT_ONCE } from './known-words.ts';
import { passageOf } from './passage.ts';
import { type Alternative, type Match, matchOf, type Slot, typedSlot } from './ranking.ts';
import type { FoundEntry, SearchIndex } from './search-index.repository.ts';
import { meantBy, type Vocabulary } from './vocabulary.ts';
import { withOtherWords } from './with-other-words.ts';

/**
 * The reads of a typical search, 40 documents besides its 8 results: entries with its words and, if there are more, some with the words in their
 * titles or adjacent, and a count. If nothing matches: the new entries for the vocabulary, and entries with corrections.
 */
const MAX_ENTRIES = 28;
const MAX_TITLED = 11;
/** Of these, with all words in the title. */
const MAX_IN_TITLE = 4;
/** Of these, with adjacent words in the same order. */
const MAX_BESIDE = 3;
/** For longer answers, as many as are counted. */
const MAX_ENTRIES_OF_LONG = 41;
const USUAL_RESULTS = 8;

/** The maximum number of documents read for a query, besides its results. */
export const MAX_READ = MAX_ENTRIES_OF_LONG + MAX_TITLED + 1 + LEARNED_AT_ONCE;

/** The number of query words that are looked up. Later ones are compared with the texts found. */
const MAX_WORDS = 8;
/** The maximum number of key combinations that Firestore accepts in one query. */
const MAX_COMBINATIONS = 30;
/** The number of corrections for a word that no post has. */
const MAX_MEANT = 5;
/** How many times more posts a correction must have than the typed word. */
const FAR_MORE = 8;
/** The weight of a corrected word. */
const WEIGHT_OF_MEANT = [1, 0.8, 0.5] as const;

export interface SearchRequest extends SearchFilters {
  readonly q: string;
  /** A tag that readers may see, instead of its id. */
  readonly tagSlug?: string | undefined;
  readonly limit: number;
  readonly order?: 'best' | 'newest' | undefined;
}

export interface SearchAnswer extends PageOfMany<PostCard> {
  readonly documents: number;
  /** A passage for each result, with words that its card does not show; null without one. */
  readonly passages: readonly (string | null)[];
  /** The matched words of the first results, folded, for highlighting. */
  readonly words: readonly string[];
  /** The corrected query; null if there is none. */
  readonly meant: string | null;
  /** Whether the results are for the corrected query, because nothing matches the typed one. */
  readonly isCorrected: boolean;
  readonly filters: FoundPosts['filters'];
}

export interface SearchService {
  /**
   * Published posts with every word of a query, in any form; if there are none, those for a corrected query. Best first: by field, rarity, nearness
   * of the words, views and age. A query without words finds nothing. `total` is null for more than 40.
   */
  search(viewer: Viewer, request: SearchRequest): Promise<SearchAnswer>;
  /** The same, as a list. */
  find(viewer: Viewer, query: string, limit: number): Promise<PageOfMany<PostCard>>;
}

interface Dependencies {
  readonly index: Pick<SearchIndex, 'lookUp' | 'withAll' | 'countWithAll'>;
  /** Whether entries still need an upgrade, without which searches for several words do not find them by key. */
  readonly hasOlder: () => Promise<boolean>;
  readonly posts: Pick<PostService, 'textsAmong'>;
  readonly known: Pick<KnownWords, 'now' | 'newest'>;
  readonly tags: Pick<TagService, 'named'>;
  readonly clock: Clock;
}

type Found = FoundEntry & Match;

interface Outcome {
  readonly found: readonly Found[];
  readonly total: number | null;
  readonly documents: number;
}

const NOTHING: Outcome = { found: [], total: 0, documents: 1 };

export function createSearchService({ index, hasOlder, posts, known, tags, clock }: Dependencies): SearchService {
  /** Entries with a word for each slot, best or newest first. */
  async function lookUp(
    slots: readonly Slot[],
    { limit, order = 'best', ...request }: SearchRequest,
  ): Promise<Outcome> {
    const filters = filtersOf(request);
    const most = limit > USUAL_RESULTS ? MAX_ENTRIES_OF_LONG : MAX_ENTRIES;
    const groups = groupsOf(slots);
    const [rarest] = [...slots].sort((a, b) => b.rarity - a.rarity || b.typed.length - a.typed.length);
    const isSingle = rarest !== undefined && ((slots.length === 1 && !hasFilters(filters)) || (await hasOlder()));
    const sortedBy = order === 'newest' ? 'publishedAt' : 'popularity';
    const first = isSingle
      ? await index.lookUp(tokensOf(rarest), { limit: most, order: sortedBy })
      : await index.withAll(groups, { limit: most, filters });
    if (first.length === 0) return NOTHING;
    const isFull = first.length === most;
    // Additional entries that may rank higher: the newest, or those with the words in the title.
    const [more, counted] = isFull
      ? await Promise.all([
          isSingle && order === 'newest' ? [] : precedingOf(slots, { groups, filters, order, isSingle }),
          index.countWithAll(groups, { limit: MAX_COUNTED_RESULTS + 1, filters }),
        ])
      : [[], first.length];
    const both = new Map([...first, ...more].map((entry) => [entry.postId, entry]));
    const certain = new Set((isSingle ? [] : first).map(({ postId }) => postId));
    const found = [...both.values()].flatMap((entry) => {
      const match =
        passes(entry, filters) && matchOf(entry, slots, { now: clock.now(), isCertain: certain.has(entry.postId) });
      return match ? [{ ...entry, ...match }] : [];
    });
    found.sort(order === 'newest' ? byDate : (a, b) => b.score - a.score || byDate(a, b));
    const total = isFull ? Math.max(counted, found.length) : found.length;
    return {
      found,
      total: total > MAX_COUNTED_RESULTS ? null : total,
      documents: first.length + Math.max(more.length, 1) + Number(isFull),
    };
  }

  /** Entries that may rank higher than the first ones read, if more match than are read. */
  async function precedingOf(
    slots: readonly Slot[],
    {
      groups,
      filters,
      order,
      isSingle,
    }: {
      readonly groups: readonly (readonly string[])[];
      readonly filters: SearchFilters;
      readonly order: SearchRequest['order'];
      readonly isSingle: boolean;
    },
  ): Promise<FoundEntry[]> {
    const [rarest] = [...slots].sort((a, b) => b.rarity - a.rarity);
    if (order === 'newest' && rarest)
      return index.lookUp(tokensOf(rarest), { limit: MAX_TITLED, order: 'publishedAt' });
    if (isSingle && rarest) {
      return index.lookUp(tokensOf(rarest).map(titleToken), { limit: MAX_TITLED, order: 'popularity' });
    }
    const titled = groups.map((keys) => keys.map(titleToken));
    const inAny = titled.flat();
    const combinations = groups.reduce((product, keys) => product * keys.length, inAny.length);
    const beside = keysOfPairs(slots.map(({ typed, alternatives }) => alternatives[0]?.stem ?? typed));
    const found = await Promise.all([
      beside.length === 0
        ? []
        : index.withAll(
            beside.map((key) => [key]),
            { limit: MAX_BESIDE, filters },
          ),
      index.withAll(titled, { limit: MAX_IN_TITLE, filters }),
      combinations > MAX_COMBINATIONS
        ? []
        : index.withAll([...groups, inAny], { limit: MAX_TITLED - MAX_IN_TITLE - MAX_BESIDE, filters }),
    ]);
    return found.flat();
  }

  const search: SearchService['search'] = async (viewer, { tagSlug, ...asked }) => {
    const words = [...new Set(wordsOf(asked.q))];
    const nothing = {
      items: [],
      passages: [],
      total: 0,
      next: null,
      words: [],
      meant: null,
      isCorrected: false,
      filters: facetsOf([]),
    };
    if (words.length === 0) return { ...nothing, documents: 0 };
    const tag = tagSlug === undefined ? null : await tags.named(tagSlug);
    if (tagSlug !== undefined && !tag) return { ...nothing, documents: 1 };
    const request = { ...asked, ...(tag && { tagId: tag.id }) };

    const vocabulary = known.now();
    const typed = words.map((word) => typedSlot(word, rarityOf(word, vocabulary)));
    const asTyped = await lookUp(typed, request);
    let outcome = asTyped;
    let corrected: readonly Slot[] | null = null;
    if (asTyped.found.length === 0) {
      corrected = correctedSlots(typed, await known.newest());
      if (corrected) {
        const meant = await lookUp(corrected, request);
        outcome = { ...meant, documents: meant.documents + asTyped.documents + LEARNED_AT_ONCE };
      }
    }

    // Checked again, because entries and posts are not read in one transaction.
    const best = outcome.found.slice(0, request.limit);
    const [first] = best;
    const texts = await posts.textsAmong(
      viewer,
      best.map(({ postId }) => postId),
    );
    return {
      items: texts.map(({ card }) => card),
      passages: texts.map(({ card, content }) => {
        const entry = best.find(({ postId }) => postId === card.id);
        const shown = `${card.title} ${card.preview}`;
        return entry ? passageOf({ content, body: entry.body, shown }, entry.words) : null;
      }),
      total: outcome.total,
      next: null,
      documents: outcome.documents + best.length,
      words: [...new Set(best.flatMap((one) => one.words))],
      isCorrected: corrected !== null && first !== undefined,
      filters: facetsOf(outcome.found),
      meant:
        corrected && first
          ? withOtherWords(request.q, words, first.words)
          : suggestionFor(request.q, { words, count: outcome.found.length, vocabulary }),
    };
  };

  return { search, find: (viewer, q, limit) => search(viewer, { q, limit }) };
}

/** A search's answer, as visitors and readers get it. */
export const foundPosts = ({
  items,
  passages,
  total,
  words,
  meant,
  isCorrected,
  filters,
}: SearchAnswer): FoundPosts => ({
  items: [...items],
  passages: [...passages],
  total,
  words: [...words],
  meant,
  isCorrected,
  filters,
});

/** More choices than anybody reads. */
const MAX_CHOICES = 20;

/** Each once, most frequent first. */
function mostFrequent<T>(all: readonly T[], idOf: (one: T) => string | number): T[] {
  const counts = new Map<string | number, { readonly one: T; count: number }>();
  for (const one of all) {
    const known = counts.get(idOf(one));
    if (known) known.count += 1;
    else counts.set(idOf(one), { one, count: 1 });
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_CHOICES)
    .map(({ one }) => one);
}

/** From the entries only, so that it reads nothing. */
function facetsOf(found: readonly FoundEntry[]): FoundPosts['filters'] {
  const shown = found.flatMap((entry) => entry.shown ?? []);
  const years = found.flatMap(({ publishedAt }) => publishedAt?.getUTCFullYear() ?? []);
  return {
    categories: mostFrequent(
      shown.flatMap(({ category }) => category ?? []),
      ({ id }) => id,
    ),
    tags: mostFrequent(
      shown.flatMap(({ tags }) => tags),
      ({ slug }) => slug,
    ),
    authors: mostFrequent(
      shown.flatMap(({ authors }) => authors),
      ({ id }) => id,
    ),
    years: [...new Set(years)].sort((a, b) => b - a),
  };
}

const byDate = (a: FoundEntry, b: FoundEntry): number =>
  (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0);

const filtersOf = ({ categoryId, tagId, authorId, year }: SearchFilters): SearchFilters => ({
  categoryId,
  tagId,
  authorId,
  year,
});

const hasFilters = (filters: SearchFilters): boolean => Object.values(filters).some((value) => value !== undefined);

/** Whether an entry passes the filters; entries found by `withAll` do. */
function passes(entry: FoundEntry, { categoryId, tagId, authorId, year }: SearchFilters): boolean {
  return (
    (categoryId === undefined || entry.categoryId === categoryId) &&
    (tagId === undefined || entry.tagIds.includes(tagId)) &&
    (authorId === undefined || entry.authorIds.includes(authorId)) &&
    (year === undefined || entry.publishedAt?.getUTCFullYear() === year)
  );
}

const rarityOf = (word: string, vocabulary: Vocabulary): number =>
  1 + Math.log10((1 + vocabulary.entries) / (1 + vocabulary.countOf(word))) / 2;

const tokensOf = ({ alternatives }: Slot): string[] => [
  ...new Set(alternatives.flatMap(({ word, stem }) => [lookupOf(word), stem])),
];

/** The keys of each slot, for the rarest words and as many as Firestore combines. */
function groupsOf(slots: readonly Slot[]): string[][] {
  let combinations = 1;
  return [...slots]
    .sort((a, b) => b.rarity - a.rarity)
    .slice(0, MAX_WORDS)
    .map(({ alternatives }) => {
      const keys = [...new Set(alternatives.flatMap(({ word }) => keysOfWord(word)))];
      const kept = keys.slice(0, Math.max(1, Math.floor(MAX_COMBINATIONS / combinations)));
      combinations *= kept.length;
      return kept;
    });
}

/** Slots with possible corrections for words that no post, or far fewer posts, have; null if no other word is known. */
function correctedSlots(slots: readonly Slot[], vocabulary: Vocabulary): Slot[] | null {
  let isChanged = false;
  const corrected = slots.map((slot): Slot => {
    const count = countOfForms(slot.typed, vocabulary);
    const similar = meantBy(vocabulary, slot.typed, MAX_MEANT).filter(
      ({ word }) => vocabulary.countOf(word) >= FAR_MORE * count,
    );
    if (similar.length === 0) return slot;
    isChanged = true;
    const meant = similar.map(
      ({ word, errors }): Alternative => ({ word, stem: stemOf(word), weight: WEIGHT_OF_MEANT[errors] ?? 0.5 }),
    );
    return { ...slot, alternatives: count > 0 ? [...slot.alternatives, ...meant] : meant };
  });
  return isChanged ? corrected : null;
}

/** The number of entries with a word, or with the form that is its own stem. */
function countOfForms(word: string, vocabulary: Vocabulary): number {
  const stem = stemOf(word);
  return Math.max(vocabulary.countOf(word), stemOf(stem) === stem ? vocabulary.countOf(stem) : 0);
}

/** A query with few results whose words are much rarer than similar ones. */
function suggestionFor(
  q: string,
  { words, count, vocabulary }: { words: readonly string[]; count: number; vocabulary: Vocabulary },
): string | null {
  if (count === 0 || count > 2) return null;
  const better = words.map((word) => {
    const own = countOfForms(word, vocabulary);
    const [similar] = own > 0 ? vocabulary.similarTo(word, 1) : [];
    const isBetter = similar && similar.errors === 1 && vocabulary.countOf(similar.word) >= FAR_MORE * own;
    return isBetter && stemOf(similar.word) !== stemOf(word) ? similar.word : word;
  });
  return better.every((word, n) => word === words[n]) ? null : withOtherWords(q, words, better);
}
