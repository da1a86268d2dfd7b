import { type IndexEntry, keysOfFilters } from '../search/index-entry.ts';
import type { FoundEntry, SearchIndex } from '../search/search-index.repository.ts';

export interface MemoryIndex extends Pick<SearchIndex, 'lookUp' | 'withAll' | 'countWithAll'> {
  add(entry: FoundEntry, tokens: Pick<IndexEntry, 'keys' | 'tokens'>): void;
}

/**
 * The index of a publication that is too large for the Firestore stand-in. Queries for several keys return entries in insertion order; Firestore
 * returns them by id.
 */
export function createMemoryIndex(): MemoryIndex {
  const entries: FoundEntry[] = [];
  const byKey = new Map<string, number[]>();
  const byToken = new Map<string, number[]>();
  const post = (to: Map<string, number[]>, word: string, at: number) => {
    const list = to.get(word);
    if (list) list.push(at);
    else to.set(word, [at]);
  };

  const union = (from: Map<string, number[]>, words: readonly string[]): number[] => {
    const [first = [], ...others] = words.map((word) => from.get(word) ?? []);
    return others.length === 0 ? first : [...new Set([first, ...others].flat())].sort((a, b) => a - b);
  };
  const all: (...query: Parameters<SearchIndex['withAll']>) => number[] = (groups, { limit, filters }) => {
    const lists = [...keysOfFilters(filters).map((key) => [key]), ...groups].map((keys) => union(byKey, keys));
    const [rarest = [], ...others] = lists.sort((a, b) => a.length - b.length);
    const sets = others.map((list) => new Set(list));
    const found: number[] = [];
    for (const at of rarest) {
      if (sets.every((set) => set.has(at))) found.push(at);
      if (found.length === limit) break;
    }
    return found;
  };
  const entriesAt = (places: readonly number[]): FoundEntry[] => places.flatMap((at) => entries[at] ?? []);
  const orderOf = (entry: FoundEntry, order: 'popularity' | 'publishedAt'): number =>
    order === 'popularity' ? entry.popularity : (entry.publishedAt?.getTime() ?? 0);

  return {
    add(entry, { keys, tokens }) {
      for (const key of Object.keys(keys)) post(byKey, key, entries.length);
      for (const token of tokens) post(byToken, token, entries.length);
      entries.push(entry);
    },
    async lookUp(tokens, { limit, order }) {
      const found = entriesAt(union(byToken, tokens));
      return found.sort((a, b) => orderOf(b, order) - orderOf(a, order)).slice(0, limit);
    },
    withAll: async (groups, options) => entriesAt(all(groups, options)),
    countWithAll: async (groups, options) => all(groups, options).length,
  };
}
