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
 * What a search of the usual length reads, 40 documents besides its 8 results: entries with its words; where there are more, some with
 * the words in their titles or beside each other, and how many there are. Where nothing has the words: the new entries that the instance learns from, and
 * entries with what was meant.
 */
const MAX_ENTRIES = 28;
const MAX_TITLED = 11;
/** Of these, with all words in the title. */
const MAX_IN_TITLE = 4;
/** Of these, with the words beside each other, in their order. */
const MAX_BESIDE = 3;
/** For longer answers, as many as are counted. */
const MAX_ENTRIES_OF_LONG = 41;
const USUAL_RESULTS = 8;

/** The most documents read for a query, besides its results. */
export const MAX_READ = MAX_ENTRIES_OF_LONG + MAX_TITLED + 1 + LEARNED_AT_ONCE;

/** The words of a query that are looked up; later ones are compared with the texts found. */
const MAX_WORDS = 8;
/** Firestore answers at most 30 combinations of keys in one query. */
const MAX_COMBINATIONS = 30;
/** Words that may be meant by one that no post has. */
const MAX_MEANT = 5;
/** What is meant may have so many more posts than what was typed. */
const FAR_MORE = 8;
/** What a corrected word is worth. */
const WEIGHT_OF_MEANT = [1, 0.8, 0.5] as const;

export interface SearchRequest extends SearchFilters {
  readonly q: string;
  /** Of a tag that readers may see, in place of its id. */
  readonly tagSlug?: string | undefined;
  readonly limit: number;
  readonly order?: 'best' | 'newest' | undefined;
}

export interface SearchAnswer extends PageOfMany<PostCard> {
  readonly documents: number;
  /** For each result a passage with words that its card does not show; null without one. */
  readonly passages: readonly (string | null)[];
  /** The words of the first results that were looked for, folded, to mark them. */
  readonly words: readonly string[];
  /** What was probably meant; null where nothing else was. */
  readonly meant: string | null;
  /** Whether the results are those of what was meant, because nothing has what was typed. */
  readonly isCorrected: boolean;
  readonly filters: FoundPosts['filters'];
}

export interface SearchService {
  /**
   * Published posts that hold every word of a query, in other forms too; where no post does, those that hold what was probably meant. The best
   * first: by field, rarity, nearness of the words, views and age. A query without words finds nothing. `total` is null for more than 40.
   */
  search(viewer: Viewer, request: SearchRequest): Promise<SearchAnswer>;
  /** The same, as a list. */
  find(viewer: Viewer, query: string, limit: number): Promise<PageOfMany<PostCard>>;
}

interface Dependencies {
  readonly index: Pick<SearchIndex, 'lookUp' | 'withAll' | 'countWithAll'>;
  /** Whether entries wait for their upgrade, which several words do not find by their keys. */
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
  /** Entries with a word for each slot, the best or newest first. */
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
    // More that may precede: the newest, or those with the words in the title.
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

  /** Entries that may come before those that were read first, because more have the words than are read. */
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

/** The answer of a search, as visitors and readers get it. */
export const foundPosts = ({
  items,
  passages,
  total,
  words,
  meant,
  isCorrected,
  filters,
}: SearchAnswer): FoundPosts => ({
  ...{ items: [...items], passages: [...passages], total, words: [...words], meant, isCorrected, filters },
});

/** More choices than somebody reads. */
const MAX_CHOICES = 20;

/** Each once, the most frequent first. */
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

/** From the entries alone, so that it reads nothing. */
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
  ...{ categoryId, tagId, authorId, year },
});

const hasFilters = (filters: SearchFilters): boolean => Object.values(filters).some((value) => value !== undefined);

/** Whether an entry passes the filters; those found by `withAll` do. */
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

/** The keys of each slot, of the rarest words and as many as Firestore combines. */
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

/** Slots with what may be meant by words that no post has, or far fewer; null if no other word is known. */
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

/** In how many entries a word is, or the form of it that is its own stem. */
function countOfForms(word: string, vocabulary: Vocabulary): number {
  const stem = stemOf(word);
  return Math.max(vocabulary.countOf(word), stemOf(stem) === stem ? vocabulary.countOf(stem) : 0);
}

/** A query with few results whose words are far rarer than similar ones. */
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
