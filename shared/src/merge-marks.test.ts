import { describe, expect, it } from 'vitest';
import { holdsMergeMarks, MERGE_MARKS, marksIn } from './merge-marks.ts';

const { mine, theirs, end } = MERGE_MARKS;

describe('marks of a merge', () => {
  it('are found in their order, wherever they stand', () => {
    const text = `a\n${mine}\nb\n${theirs}\nc ${end}`;

    expect(marksIn(text)).toEqual([mine, theirs, end].map((mark) => ({ mark, start: text.indexOf(mark) })));
    expect(holdsMergeMarks(text)).toBe(true);
  });

  it.each(Object.values(MERGE_MARKS))('are also one that was left over: %s', (mark) => {
    const text = `The harbour. ${mark} Boats.`;

    // Asked twice: what was found before must not move where the next search begins.
    expect([holdsMergeMarks(text), holdsMergeMarks(text)]).toEqual([true, true]);
  });

  it.each(['⟪Something⟫ else', '⟪Your version', 'Your version, their version, end', '⟪ End ⟫', ''])(
    'are not %j',
    (text) => {
      expect(marksIn(text)).toEqual([]);
      expect(holdsMergeMarks(text)).toBe(false);
    },
  );
});
