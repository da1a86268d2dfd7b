import { CONFLICT_MARKERS } from '@inkwell/shared/conflict-markers';

/** With more comparisons than this, the changed part counts as one passage, so that the tab does not hang. */
const MAX_COMPARISONS = 4_000_000;

/** For each line of `base`, the index of its line in `other`, or -1. Longest common subsequence. */
function matchLines(base: readonly string[], other: readonly string[]): number[] {
  const matches = new Array<number>(base.length).fill(-1);
  let start = 0;
  while (start < base.length && start < other.length && base[start] === other[start]) {
    matches[start] = start;
    start += 1;
  }
  let end = 0;
  while (end < base.length - start && end < other.length - start && base.at(-1 - end) === other.at(-1 - end)) {
    matches[base.length - 1 - end] = other.length - 1 - end;
    end += 1;
  }

  const rows = base.length - start - end;
  const columns = other.length - start - end;
  if (rows * columns > MAX_COMPARISONS) return matches;

  const lengths = new Uint32Array((rows + 1) * (columns + 1));
  const at = (row: number, column: number) => lengths[row * (columns + 1) + column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const isSame = base[start + row] === other[start + column];
      lengths[row * (columns + 1) + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (base[start + row] === other[start + column]) {
      matches[start + row] = start + column;
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return matches;
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((line, index) => line === b[index]);

interface Merge {
  readonly text: string;
  /** Number of passages that both sides changed. Both versions are between `CONFLICT_MARKERS`. */
  readonly conflicts: number;
}

/** Merges two versions of `base`, line by line. No line of either side is lost. docs/decisions/0008-own-merge.md */
export function mergeTexts(base: string, mine: string, theirs: string): Merge {
  const [baseLines, mineLines, theirLines] = [base, mine, theirs].map((text) => text.split('\n')) as [
    string[],
    string[],
    string[],
  ];
  const toMine = matchLines(baseLines, mineLines);
  const toTheirs = matchLines(baseLines, theirLines);
  const merged: string[] = [];
  let conflicts = 0;

  function addPassage(from: string[], ours: string[], others: string[]): void {
    if (isSame(ours, others) || isSame(others, from)) merged.push(...ours);
    else if (isSame(ours, from)) merged.push(...others);
    else {
      conflicts += 1;
      merged.push(CONFLICT_MARKERS.mine, ...ours, CONFLICT_MARKERS.theirs, ...others, CONFLICT_MARKERS.end);
    }
  }

  let [baseAt, mineAt, theirsAt] = [0, 0, 0];
  baseLines.forEach((line, index) => {
    const inMine = toMine[index] ?? -1;
    const inTheirs = toTheirs[index] ?? -1;
    if (inMine < 0 || inTheirs < 0) return;
    addPassage(baseLines.slice(baseAt, index), mineLines.slice(mineAt, inMine), theirLines.slice(theirsAt, inTheirs));
    merged.push(line);
    [baseAt, mineAt, theirsAt] = [index + 1, inMine + 1, inTheirs + 1];
  });
  addPassage(baseLines.slice(baseAt), mineLines.slice(mineAt), theirLines.slice(theirsAt));
  return { text: merged.join('\n'), conflicts };
}
