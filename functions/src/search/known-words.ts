import type { Clock } from '../common/clock.ts';
import { within } from '../common/deadline.ts';
import { withoutMeter } from '../common/meter.ts';
import type { LearnedUntil, SearchWordsRepository } from './search-words.repository.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/** The number of new entries that a search waits for. An instance that lacks more reads the rest in the background. */
export const LEARNED_AT_ONCE = 6;
const PAGE = 100;
/** How old an instance's vocabulary may be. All instances know a post's words a second after its publication. */
const FRESH_MS = 1_000;
/** The wait for the stored words, on an instance's first search, and for many new ones. */
const WAIT_MS = 2_000;
/** The wait for the stored words if there can be an answer without them. */
const LOAD_WAIT_MS = 500;

/** The vocabulary of this instance. */
export interface KnownWords {
  /** The known words, without waiting; starts loading. */
  now(): Vocabulary;
  /** The known words once the stored ones are loaded, which happens once per instance, or after half a second. */
  loaded(): Promise<Vocabulary>;
  /** The known words once those of new entries are loaded, or after 2 s. Reads at most 6 documents, at least 1 in a second. */
  newest(): Promise<Vocabulary>;
}

interface Options {
  readonly words: SearchWordsRepository;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Stored words are loaded once. Words of entries written later are learned when a search lacks a word. */
export function createKnownWords({ words, clock, onError }: Options): KnownWords {
  const vocabulary = createVocabulary();
  let until: LearnedUntil | null = null;
  let loading: Promise<void> | null = null;
  let learning: Promise<void> | null = null;
  let learnedMs = Number.NEGATIVE_INFINITY;

  const load = (): Promise<void> => {
    loading ??= withoutMeter(async () => {
      try {
        // Deleted between the two reads, if newer words were just stored.
        const stored = (await words.read()) ?? (await words.read());
        if (!stored) return;
        vocabulary.read(stored.text);
        until = stored.until;
      } catch (error) {
        // Everything is learned from the entries instead.
        onError(error);
      }
    });
    return loading;
  };

  async function learn(limit: number): Promise<boolean> {
    const found = await words.after(until, limit);
    for (const { title, head, body } of found.entries) vocabulary.learn(title, head, body);
    until = found.until;
    return found.entries.length === limit;
  }

  async function catchUp(): Promise<void> {
    await load();
    const startMs = clock.now().getTime();
    const isMore = await learn(LEARNED_AT_ONCE);
    if (isMore)
      await withoutMeter(async () => {
        while (await learn(PAGE));
      });
    learnedMs = startMs;
  }

  return {
    now() {
      void load();
      return vocabulary;
    },

    async loaded() {
      await within(LOAD_WAIT_MS, load()).catch(() => undefined);
      return vocabulary;
    },

    async newest() {
      const ageMs = clock.now().getTime() - learnedMs;
      if (learning === null && (ageMs >= FRESH_MS || ageMs < 0)) {
        learning = catchUp()
          .catch(onError)
          .finally(() => {
            learning = null;
          });
      }
      if (learning) await within(WAIT_MS, learning).catch(() => undefined);
      return vocabulary;
    },
  };
}

/**
 * Adds the words of new entries to the stored words, for instances that start later. Safe to repeat: an interrupted run counts some words twice or
 * starts again. Reads 1 document and at most `limit` entries, at least 1; with new ones 2 documents and 1 object more, and writes 1 of each.
 * @returns the number of learned entries
 */
export async function storeNewWords(words: SearchWordsRepository, limit: number): Promise<number> {
  const stored = await words.storedUntil();
  let next = await words.after(stored, PAGE);
  if (next.entries.length === 0) return 0;
  const vocabulary = createVocabulary();
  // A missing object is created again from all entries.
  const text = stored && (await words.read())?.text;
  if (text) vocabulary.read(text);
  else if (stored) next = await words.after(null, PAGE);
  let count = 0;
  while (next.until && next.entries.length > 0) {
    for (const { title, head, body } of next.entries) vocabulary.learn(title, head, body);
    count += next.entries.length;
    if (next.entries.length < PAGE || count >= limit) break;
    next = await words.after(next.until, PAGE);
  }
  if (next.until) await words.write(vocabulary.write(), next.until);
  return count;
}
