/** Caches results for texts, up to a total length of these texts. The most recently used ones stay. */
export function createTextCache<T>(mostCharacters: number): (text: string, make: () => T) => T {
  const known = new Map<string, T>();
  let characters = 0;
  return (text, make) => {
    const found = known.get(text) ?? make();
    characters += known.delete(text) ? 0 : text.length;
    known.set(text, found);
    // Entries are reinserted with every use, so the least recently used come first.
    for (const [oldest] of known) {
      if (characters <= mostCharacters) break;
      known.delete(oldest);
      characters -= oldest.length;
    }
    return found;
  };
}
