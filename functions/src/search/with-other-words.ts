/** A query with some of its words replaced; a list of words if their positions are unknown. Null if nothing differs. */
export function withOtherWords(q: string, words: readonly string[], others: readonly string[]): string | null {
  let text = q;
  for (const [n, word] of words.entries()) {
    const other = others[n];
    if (other === undefined || other === word) continue;
    // Folded words contain only letters, numbers and marks, which match themselves in a pattern.
    const places = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${word}(?![\\p{L}\\p{N}\\p{M}])`, 'giu');
    const changed = text.replace(places, other);
    if (changed === text) return others.join(' ');
    text = changed;
  }
  return text === q ? null : text;
}
