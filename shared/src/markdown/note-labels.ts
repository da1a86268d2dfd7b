/** How a text names a note, as the source of a pattern: `[^label]`. */
export const NOTE_LABEL = '\\[\\^([^\\s[\\]]{1,100})\\]';

/** A label for the next note of a text: the first number that none of its notes has. */
export function freeNoteLabel(text: string): string {
  const taken = new Set(Array.from(text.matchAll(new RegExp(NOTE_LABEL, 'g')), ([, label]) => label));
  for (let number = 1; ; number += 1) if (!taken.has(String(number))) return String(number);
}
