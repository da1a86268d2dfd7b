import { describe, expect, it } from 'vitest';
import { mergeTexts } from './merge.ts';
import { openPassages, passageAfter } from './passages.ts';

describe('passages that hold both versions', () => {
  it('reach from the first mark to the last, both included', () => {
    const { text } = mergeTexts('a\n\nb\n\nc', 'A1\n\nb\n\nC1', 'A2\n\nb\n\nC2');

    const found = openPassages(text).map(({ start, end }) => text.slice(start, end));

    expect(found).toEqual([
      '⟪Your version⟫\nA1\n⟪Their version⟫\nA2\n⟪End⟫',
      '⟪Your version⟫\nC1\n⟪Their version⟫\nC2\n⟪End⟫',
    ]);
  });

  it('are also markers without a partner, and nothing else', () => {
    const text = 'a ⟪Their version⟫ b\n⟪Your version⟫\nc\n⟪Your version⟫\nd\n⟪End⟫';

    expect(openPassages(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '⟪Their version⟫',
      '⟪Your version⟫',
      '⟪Your version⟫\nd\n⟪End⟫',
    ]);
    expect(openPassages('⟪Something⟫ else')).toEqual([]);
  });

  it('are gone through in their order, and then from the first one again', () => {
    const passages = [
      { start: 3, end: 5 },
      { start: 9, end: 12 },
    ];

    expect(passageAfter(passages, 0)?.start).toBe(3);
    expect(passageAfter(passages, 5)?.start).toBe(9);
    expect(passageAfter(passages, 12)?.start).toBe(3);
    expect(passageAfter([], 0)).toBeUndefined();
  });
});
