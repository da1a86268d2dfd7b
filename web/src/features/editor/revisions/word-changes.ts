import { diffLines, diffWordsWithSpace } from 'diff';

/** A stretch that two texts share, or that one of them alone has. */
export interface Change {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Beyond this many differences a comparison takes longer than anybody waits; it is then made by lines, and then as a whole. */
const MAX_EDITS = 4_000;

/** How one text became another, word by word. Parts that are there twice in a row are joined. */
export function wordChanges(before: string, after: string): Change[] {
  const options = { maxEditLength: MAX_EDITS };
  const parts = diffWordsWithSpace(before, after, options) ??
    diffLines(before, after, options) ?? [
      { value: before, added: false, removed: true },
      { value: after, added: true, removed: false },
    ];
  return parts
    .map(({ value, added, removed }): Change => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }))
    .filter(({ text }) => text !== '');
}

/** The stretches of one of the texts that the other does not have, as places in it. */
export function placesOf(changes: readonly Change[], kind: 'added' | 'removed'): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  let at = 0;
  for (const change of changes) {
    if (change.kind !== 'same' && change.kind !== kind) continue;
    if (change.kind === kind) places.push({ start: at, end: at + change.text.length });
    at += change.text.length;
  }
  return places;
}
