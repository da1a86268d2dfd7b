import { diffLines, diffWordsWithSpace } from 'diff';

/** A part that is in both texts or in only one of them. */
export interface Change {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** With more differences than this, a comparison is too slow, and the whole part counts as changed. */
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

/** The changes between two texts: line by line, and word by word in replaced lines. */
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

/** Characters of an unchanged part that are kept next to a change. */
const CONTEXT = 160;

/** Shortens long unchanged parts to the words next to a change. */
export function abridged(changes: readonly Change[]): Change[] {
  return changes.map((change, index) => {
    const { kind, text } = change;
    if (kind !== 'same' || text.length <= 3 * CONTEXT) return change;
    const head = index === 0 ? '' : text.slice(0, CONTEXT).replace(/\S*$/, '');
    const tail = index === changes.length - 1 ? '' : text.slice(-CONTEXT).replace(/^\S*/, '');
    return { kind, text: `${head}[…]${tail}` };
  });
}

/** The ranges of one text that are not in the other. */
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
