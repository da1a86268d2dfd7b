import { stemOf } from '../common/stem.ts';
import { isUnspaced } from '../common/words.ts';

/** Above this number, the rarest words are omitted: 100,000 posts have about 300,000. */
const MAX_WORDS = 400_000;
const LENGTH = { min: 2, max: 24 } as const;

/** A possible correction of a word. */
export interface Similar {
  readonly word: string;
  /** The number of wrong, missing, extra or swapped letters: 1 or 2. */
  readonly errors: number;
}

/**
 * The words of published posts with their number of entries, for correcting typing errors and weighting rare words. Only a hint: it may lack new
 * words and contain words of deleted posts, so it never decides which posts are found.
 */
export interface Vocabulary {
  /** The number of learned entries. */
  readonly entries: number;
  readonly size: number;
  /** Learns the words of an entry. */
  learn(...texts: readonly string[]): void;
  /** The number of entries with the word; 0 for an unknown one. */
  countOf(word: string): number;
  /** Known words that differ by few letters, most similar and frequent first. */
  similarTo(word: string, max: number): Similar[];
  /** One line per word, for `read`. */
  write(): string;
  /** Adds what `write` returned. */
  read(text: string): void;
}

export function createVocabulary(): Vocabulary {
  const counts = new Map<string, number>();
  let entries = 0;
  /** Words of each length with the letters that they contain, built for the first comparison after a change. */
  let byLength: { readonly words: string[]; readonly letters: Uint32Array }[] | null = null;

  const add = (word: string, count: number): void => {
    const before = counts.get(word);
    if (before === undefined && counts.size >= MAX_WORDS) return;
    if (before === undefined) byLength = null;
    counts.set(word, (before ?? 0) + count);
  };

  function lengths() {
    if (byLength) return byLength;
    const words: string[][] = Array.from({ length: LENGTH.max + 1 }, () => []);
    for (const word of counts.keys()) words[word.length]?.push(word);
    byLength = words.map((list) => ({ words: list, letters: Uint32Array.from(list, lettersOf) }));
    return byLength;
  }

  return {
    get entries() {
      return entries;
    },
    get size() {
      return counts.size;
    },

    learn(...texts) {
      entries += 1;
      for (const word of new Set(texts.flatMap((text) => text.split(' ')))) if (isLearned(word)) add(word, 1);
    },

    countOf: (word) => counts.get(word) ?? 0,

    similarTo(word, max) {
      const allowed = errorsAllowed(word);
      if (allowed === 0 || !isLearned(word)) return [];
      const letters = lettersOf(word);
      const found: (Similar & { rank: number })[] = [];
      const known = lengths();
      for (let length = word.length - allowed; length <= word.length + allowed; length += 1) {
        const group = known[length];
        if (!group) continue;
        for (let at = 0; at < group.words.length; at += 1) {
          // Each error changes at most one letter of either word.
          if (bitsOf(letters ^ (group.letters[at] ?? 0)) > 2 * allowed) continue;
          const other = group.words[at] ?? '';
          const errors = errorsBetween(word, other, allowed);
          if (errors === 0 || errors > allowed) continue;
          // People seldom err in the first letter; one error more outweighs any frequency.
          const rank = -10 * errors - (word[0] === other[0] ? 0 : 3) + Math.log10(1 + (counts.get(other) ?? 0));
          found.push({ word: other, errors, rank });
        }
      }
      return found
        .sort((a, b) => b.rank - a.rank)
        .slice(0, max)
        .map(({ word: other, errors }) => ({ word: other, errors }));
    },

    write() {
      const lines = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_WORDS);
      return [String(entries), ...lines.map(([word, count]) => `${word} ${count}`)].join('\n');
    },

    read(text) {
      const [first = '0', ...lines] = text.split('\n');
      entries += Number(first) || 0;
      for (const line of lines) {
        const space = line.indexOf(' ');
        if (space > 0) add(line.slice(0, space), Number(line.slice(space + 1)) || 1);
      }
    },
  };
}

const isLearned = (word: string): boolean =>
  word.length >= LENGTH.min && word.length <= LENGTH.max && !/\d/.test(word) && !isUnspaced(word);

/** Short words have too many similar words. Numbers and names with digits are taken literally. */
const errorsAllowed = (word: string): number => (word.length < 3 ? 0 : word.length < 5 ? 1 : 2);

/** A bit for each letter, in 32 groups. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function bitsOf(value: number): number {
  let bits = value - ((value >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return (((bits + (bits >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24;
}

/** The optimal string alignment distance of two words, or more than `allowed` as soon as that is certain. */
export function errorsBetween(one: string, other: string, allowed: number): number {
  if (Math.abs(one.length - other.length) > allowed) return allowed + 1;
  let earlier: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let cost = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        cost = Math.min(cost, (earlier[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > allowed) return allowed + 1;
    earlier = before;
    before = row;
  }
  return before[other.length] ?? 0;
}

/** The known words that an unknown word may mean: those similar to it, then those that differ from its stem by a letter. */
export function meantBy(vocabulary: Vocabulary, word: string, max: number): Similar[] {
  const stem = stemOf(word);
  const found = vocabulary.similarTo(word, max);
  if (stem === word || stem.length < 4) return found;
  const known = new Set(found.map((one) => one.word));
  return [
    ...found,
    ...vocabulary.similarTo(stem, max).filter(({ word: other, errors }) => errors === 1 && !known.has(other)),
  ].slice(0, max);
}
