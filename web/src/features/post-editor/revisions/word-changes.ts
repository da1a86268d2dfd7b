import { diffLines, diffWordsWithSpace } from 'diff';

/** A stretch that two texts share, or that one of them alone has. */
export interface Change {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Beyond this many differences a comparison takes longer than anybody waits: what is compared then counts as changed as a whole. */
const MAX_EDITS = { lines: 1_000, words: 500 } as const;

interface Part {
  readonly value: string;
  readonly added: boolean;
  readonly removed: boolean;
}

const ofPart = ({ value, added, removed }: Part): Change => ({
  kind: added ? 'added' : removed ? 'removed' : 'same',
  text: value,
});

const replaced = (before: string, after: string): Change[] => [
  { kind: 'removed', text: before },
  { kind: 'added', text: after },
];

const byWord = (before: string, after: string): Change[] =>
  diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS.words })?.map(ofPart) ?? replaced(before, after);

/** How one text became another: line by line, and word by word where lines gave way to others. */
export function wordChanges(before: string, after: string): Change[] {
  const lines = diffLines(before, after, { maxEditLength: MAX_EDITS.lines })?.map(ofPart) ?? replaced(before, after);
  const changes: Change[] = [];
  for (let index = 0; index < lines.length; index++) {
    const [line, next] = [lines[index], lines[index + 1]];
    if (line?.kind === 'removed' && next?.kind === 'added') {
      changes.push(...byWord(line.text, next.text));
      index += 1;
    } else if (line) changes.push(line);
  }
  return changes.filter(({ text }) => text !== '');
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
