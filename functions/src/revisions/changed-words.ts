/** In scripts without spaces, each character counts as a word. */
const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';

const WORD = new RegExp(`${UNSPACED}|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}'’])+`, 'gu');

/** A character that can belong to an adjacent word, including half a surrogate pair. */
const WITHIN_WORD = new RegExp(`^(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}\\p{Cs}'’]$`, 'u');

const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

/** The number of added and removed words. Words that moved within the changed part do not count, so the numbers may be lower than in a diff. */
export function changedWords(before: string, after: string): { added: number; removed: number } {
  const [old, current] = changedParts(before, after);
  const balance = new Map<string, number>();
  for (const word of wordsOf(old)) balance.set(word, (balance.get(word) ?? 0) - 1);
  for (const word of wordsOf(current)) balance.set(word, (balance.get(word) ?? 0) + 1);
  let added = 0;
  let removed = 0;
  for (const count of balance.values()) {
    added += Math.max(0, count);
    removed += Math.max(0, -count);
  }
  return { added, removed };
}

/** The parts between the common beginning and end of both texts, in whole words: most saves change little of a long text. */
function changedParts(before: string, after: string): [string, string] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  while (start > 0 && WITHIN_WORD.test(before[start - 1] ?? '')) start -= 1;
  while (end > 0 && WITHIN_WORD.test(before.at(-end) ?? '')) end -= 1;
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)];
}
