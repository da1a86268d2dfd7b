import { describe, expect, it } from 'vitest';
import { mergeTexts } from './merge.ts';
import { openPassages, passageAfter } from './passages.ts';

describe('passages with conflict markers', () => {
  it('extend from the first marker to the last, including both', () => {
    const { text } = mergeTexts('a\n\nb\n\nc', 'A1\n\nb\n\nC1', 'A2\n\nb\n\nC2');

    const found = openPassages(text).map(({ start, end }) => text.slice(start, end));

    expect(found).toEqual([
      '⟪Your version⟫\nA1\n⟪Their version⟫\nA2\n⟪End⟫',
      '⟪Your version⟫\nC1\n⟪Their version⟫\nC2\n⟪End⟫',
    ]);
  });

  it('include unpaired markers, and nothing else', () => {
    const text = 'a ⟪Their version⟫ b\n⟪Your version⟫\nc\n⟪Your version⟫\nd\n⟪End⟫';

    expect(openPassages(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '⟪Their version⟫',
      '⟪Your version⟫',
      '⟪Your version⟫\nd\n⟪End⟫',
    ]);
    expect(openPassages('⟪Something⟫ else')).toEqual([]);
  });

  it('are visited in order, and then again from the first', () => {
    const passages = [
      { start: 3, end: 5 },
      { start: 9, end: 12 },
    ];

    expect(passageAfter(passages, 0)?.start).toBe(3);
    expect(passageAfter(passages, 5)?.start).toBe(9);
    expect(passageAfter(passages, 9)?.start).toBe(9);
    expect(passageAfter(passages, 12)?.start).toBe(3);
    expect(passageAfter([], 0)).toBeUndefined();
  });
});
