import { stemOf } from '../common/stem.ts';
import { isUnspaced } from '../common/words.ts';
import type { IndexEntry } from './index-entry.ts';

/** A word of an entry that matches a word of the query. */
export interface Alternative {
  readonly word: string;
  readonly stem: string;
  /** 1 for the typed word, less for a possible correction. */
  readonly weight: number;
}

/** A word of the query. */
export interface Slot {
  readonly typed: string;
  readonly alternatives: readonly Alternative[];
  /** The weight of the word: higher for rare words. */
  readonly rarity: number;
}

export const typedSlot = (word: string, rarity = 1): Slot => ({
  typed: word,
  rarity,
  alternatives: [{ word, stem: stemOf(word), weight: 1 }],
});

type Texts = Pick<IndexEntry, 'title' | 'head' | 'body'>;

interface Ranked extends Texts {
  readonly popularity: number;
  readonly publishedAt: Date | null;
}

/** The value of a word in a field, as a whole, in another form, and as a prefix. A word in the title outweighs nearness, views and age together. */
const WORTH = {
  title: { whole: 12, form: 11, begun: 9 },
  head: { whole: 3, form: 2.8, begun: 2.4 },
  body: { whole: 1.4, form: 1.2, begun: 0 },
} as const;

const NEARNESS = 3;
const POPULARITY = 0.2;
const FRESHNESS = 0.6;
const YEAR_MS = 365 * 24 * 60 * 60_000;
/** Words of texts have about 6 letters, including the space. */
const LETTERS_PER_WORD = 6;
/** The number of positions of a word in a text that are compared. */
const MAX_PLACES = 64;

/** How an entry matches a query. */
export interface Match {
  readonly score: number;
  /** The matched word of the entry for each word of the query. */
  readonly words: readonly string[];
}

/**
 * Compares an entry with a query by field, rarity, nearness of the words, views and age; null if it lacks one of the words.
 * @param isCertain whether the index found all words, which the stored texts of a very long post may lack
 */
export function matchOf(entry: Ranked, slots: readonly Slot[], { now, isCertain }: { now: Date; isCertain: boolean }) {
  let score = 0;
  const words: string[] = [];
  const places: number[][] = [];
  for (const slot of slots) {
    const best = bestOf(entry, slot);
    if (!best && !isCertain) return null;
    score += slot.rarity * (best?.score ?? 0.5);
    words.push(best?.word ?? slot.typed);
    places.push(best?.places ?? []);
  }
  const match: Match = {
    score:
      score / Math.max(slots.length, 1) +
      NEARNESS * nearnessOf(places) +
      POPULARITY * Math.log2(1 + Math.max(0, entry.popularity)) +
      FRESHNESS * freshnessOf(entry.publishedAt, now),
    words,
  };
  return match;
}

interface Best {
  readonly score: number;
  readonly word: string;
  readonly places: number[];
}

function bestOf(entry: Texts, { alternatives }: Slot): Best | null {
  let best: Best | null = null;
  for (const alternative of alternatives) {
    for (const field of ['title', 'head', 'body'] as const) {
      const found = find(entry[field], alternative, field !== 'body');
      if (!found) continue;
      // The head repeats the title, so each additional field counts little.
      const often = field === 'body' ? 0.3 * Math.log2(found.places.length) : 0;
      const score = alternative.weight * (WORTH[field][found.as] + often);
      const places = field === 'body' ? found.places : [];
      if (!best) {
        best = { score, word: found.word, places };
      } else {
        const isBetter: boolean = score > best.score;
        best = {
          score: Math.max(best.score, score) + 0.1 * Math.min(best.score, score),
          word: isBetter ? found.word : best.word,
          places: best.places.length > 0 ? best.places : places,
        };
      }
    }
  }
  return best;
}

interface Found {
  readonly as: 'whole' | 'form' | 'begun';
  readonly word: string;
  /** The distance from the beginning in letters. */
  readonly places: number[];
}

/** Finds a word in a text of words separated by spaces: as a whole, else in another form, else, if allowed, as a prefix. */
function find(text: string, { word, stem }: Alternative, isBegun: boolean): Found | null {
  const found: Record<Found['as'], { word: string; places: number[] }> = {
    whole: { word, places: [] },
    form: { word: '', places: [] },
    begun: { word: '', places: [] },
  };
  const counted = () => found.whole.places.length + found.form.places.length;
  for (const start of startsOf(word, stem)) {
    const next = (from: number) => text.indexOf(` ${start}`, from);
    for (let at = next(0); at >= 0 && counted() < MAX_PLACES; at = next(at + 1)) {
      const other = text.slice(at + 1, text.indexOf(' ', at + 1));
      const as = other === word ? 'whole' : stemOf(other) === stem ? 'form' : 'begun';
      if (as === 'begun' && (!isBegun || !other.startsWith(word))) continue;
      found[as].word ||= other;
      found[as].places.push(at);
    }
  }
  // A single character of a script without spaces may be the second of a pair.
  if (isUnspaced(word) && isBegun && text.includes(word) && counted() === 0) {
    return { as: 'begun', word, places: [text.indexOf(word)] };
  }
  for (const as of ['whole', 'form', 'begun'] as const) {
    const places = as === 'whole' ? [...found.whole.places, ...found.form.places] : found[as].places;
    if (found[as].places.length > 0) return { as, word: found[as].word, places };
  }
  return null;
}

/** The common beginning of a word's forms; those of an irregular word have none. */
function startsOf(word: string, stem: string): string[] {
  let length = 0;
  while (length < word.length && word[length] === stem[length]) length += 1;
  return length < 2 && word !== stem ? [word, stem] : [word.slice(0, length)];
}

/** 1 for adjacent words, towards 0 for distant words; 0 for a single word. */
function nearnessOf(places: readonly number[][]): number {
  const known = places.filter((list) => list.length > 0);
  if (known.length < 2) return 0;
  const all = known.flatMap((list, slot) => list.map((at) => ({ at, slot }))).sort((a, b) => a.at - b.at);
  const last = new Map<number, number>();
  let shortest = Number.POSITIVE_INFINITY;
  for (const { at, slot } of all) {
    last.delete(slot);
    last.set(slot, at);
    if (last.size < known.length) continue;
    const [first = at] = last.values();
    shortest = Math.min(shortest, at - first);
  }
  const between = Math.max(0, shortest / LETTERS_PER_WORD - (known.length - 1));
  return 1 / (1 + between / 4);
}

function freshnessOf(publishedAt: Date | null, now: Date): number {
  if (!publishedAt) return 0;
  return 1 / (1 + Math.max(0, now.getTime() - publishedAt.getTime()) / YEAR_MS);
}
