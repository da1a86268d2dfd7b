/** Scripts written without spaces: each character counts as a word. */
const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';

const WORD = new RegExp(`${UNSPACED}|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}'’])+`, 'gu');

const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

/**
 * How many words came into a text and how many went, in time that grows with its length alone. Words that only moved count as neither, so
 * the figures may be lower than those of a comparison that keeps the order.
 */
export function changedWords(before: string, after: string): { added: number; removed: number } {
  if (before === after) return { added: 0, removed: 0 };
  const balance = new Map<string, number>();
  for (const word of wordsOf(before)) balance.set(word, (balance.get(word) ?? 0) - 1);
  for (const word of wordsOf(after)) balance.set(word, (balance.get(word) ?? 0) + 1);
  let added = 0;
  let removed = 0;
  for (const count of balance.values()) {
    added += Math.max(0, count);
    removed += Math.max(0, -count);
  }
  return { added, removed };
}
