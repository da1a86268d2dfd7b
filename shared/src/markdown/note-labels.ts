/** The label of a note, `[^label]`, as the source of a regular expression. */
export const NOTE_LABEL = '\\[\\^([^\\s[\\]]{1,100})\\]';

/** A label for a new note: the first number that the text does not use. */
export function freeNoteLabel(text: string): string {
  const taken = new Set(Array.from(text.matchAll(new RegExp(NOTE_LABEL, 'g')), ([, label]) => label));
  for (let number = 1; ; number += 1) if (!taken.has(String(number))) return String(number);
}
