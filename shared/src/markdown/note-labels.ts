/** The label of a note, `[^label]`, as the source of a regular expression. */
export const NOTE_LABEL = '\\[\\^([^\\s[\\]]{1,100})\\]';

/** Labels are case-insensitive, as on GitHub. */
export const noteKey = (label: string): string => label.toLowerCase();

/** Creates labels for new notes: numbers that the text does not use. */
export function freeNoteLabels(text: string): () => string {
  const taken = new Set(Array.from(text.matchAll(new RegExp(NOTE_LABEL, 'g')), ([, label]) => label));
  let number = 0;
  return () => {
    do number += 1;
    while (taken.has(String(number)));
    return String(number);
  };
}

/** A label for a new note. */
export const freeNoteLabel = (text: string): string => freeNoteLabels(text)();

/** The marker of a note in a text: a reference, or the label at the beginning of a note. */
export interface NoteSign {
  readonly label: string;
  readonly isNote: boolean;
}

const SIGN = new RegExp(`${NOTE_LABEL}(:[ \\t]*)?`, 'g');

/** Splits a text at the markers of notes. @param place whether the text begins a line, is further on in one, or is where no note can begin */
export function noteSigns(text: string, place: 'begins' | 'continues' | 'nested'): (string | NoteSign)[] {
  const parts: (string | NoteSign)[] = [];
  let end = 0;
  for (const found of text.matchAll(SIGN)) {
    const [whole, label = '', colon = ''] = found;
    const before = text.slice(end, found.index);
    const begins = place === 'begins' && end === 0 ? /(?:^|\n) {0,3}$/ : /\n {0,3}$/;
    const isNote = colon !== '' && place !== 'nested' && begins.test(before);
    parts.push(isNote ? before.replace(/ +$/, '') : before, { label, isNote });
    end = found.index + whole.length - (isNote ? 0 : colon.length);
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
}
