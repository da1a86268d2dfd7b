/** The code points of a `unicode-range` without wildcards (`U+0000-00FF, U+20AC`), in its order. */
export const parseRange = (range: string): number[] =>
  range
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [first = Number.NaN, last = first] = part
        .replace('U+', '')
        .split('-')
        .map((digits) => Number.parseInt(digits, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });

const hex = (character: number): string => character.toString(16).toUpperCase().padStart(4, '0');

/** The shortest `unicode-range` of these code points. */
export function formatRange(characters: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const character of characters.toSorted((a, b) => a - b)) {
    const span = spans.at(-1);
    if (span && character <= span[1] + 1) span[1] = character;
    else spans.push([character, character]);
  }
  return spans.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join(', ');
}
