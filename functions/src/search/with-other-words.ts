/** A query with other words in the places of its own; as a list of words where their places are not known. Null if nothing differs. */
export function withOtherWords(q: string, words: readonly string[], others: readonly string[]): string | null {
  let text = q;
  for (const [n, word] of words.entries()) {
    const other = others[n];
    if (other === undefined || other === word) continue;
    // Folded words are letters, numbers and marks only, which mean themselves in a pattern.
    const places = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${word}(?![\\p{L}\\p{N}\\p{M}])`, 'giu');
    const changed = text.replace(places, other);
    if (changed === text) return others.join(' ');
    text = changed;
  }
  return text === q ? null : text;
}
