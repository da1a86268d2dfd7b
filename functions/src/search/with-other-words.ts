/** A query with other words in the places of its own; as a list of words where their places are not known. Null if nothing differs. */
export function withOtherWords(q: string, words: readonly string[], others: readonly string[]): string | null {
  let text = q;
  for (const [n, word] of words.entries()) {
    const other = others[n];
    if (other === undefined || other === word) continue;
    const at = text.toLowerCase().indexOf(word);
    if (at < 0) return others.join(' ');
    text = text.slice(0, at) + other + text.slice(at + word.length);
  }
  return text === q ? null : text;
}
