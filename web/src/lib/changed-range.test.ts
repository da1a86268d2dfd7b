import { describe, expect, it } from 'vitest';
import { changedRange } from './changed-range.ts';

const apply = (text: string, { start, remove, insert }: ReturnType<typeof changedRange>) =>
  text.slice(0, start) + insert + text.slice(start + remove);

describe('the range in which two texts differ', () => {
  it.each([
    ['', ''],
    ['', 'new'],
    ['old', ''],
    ['a word here', 'a longer word here'],
    ['aaa', 'aaaa'],
    ['abcabc', 'abc'],
    ['😀😁', '😀😂'],
    ['😀', '😀😀'],
    ['x\ud83d\ude00', 'x\ud83d\ude01'],
    ['\ud83d\ude00', '\ud83c\ude00'],
  ])('turns %j into %j', (before, after) => {
    const range = changedRange(before, after);

    expect(apply(before, range)).toBe(after);
    expect(encodeURIComponent(range.insert)).toBeDefined();
  });

  it('is as short as the change', () => {
    const before = 'word '.repeat(1000);

    expect(changedRange(before, `${before.slice(0, 2500)}!${before.slice(2500)}`)).toEqual({
      start: 2500,
      remove: 0,
      insert: '!',
    });
  });

  it('is found anywhere in a long text', () => {
    const word = (index: number) => String.fromCodePoint(0x61 + (index % 23), 0x1f600 + (index % 40));
    const text = Array.from({ length: 9_000 }, (_, index) => word(index * index)).join('');
    for (const at of [0, 3, 4_095, 4_098, 8_190, 12_288, text.length - 4_098, text.length - 3, text.length])
      for (const [taken, put] of [
        [0, '!'],
        [3, ''],
        [4_098, 'Other words'],
        [30, '¡'.repeat(5_000)],
      ] as const) {
        const after = text.slice(0, at) + put + text.slice(at + taken);
        const range = changedRange(text, after);
        expect(apply(text, range)).toBe(after);
        // A surrogate pair that the change would split counts as a whole, on both sides.
        expect(range.remove).toBeLessThanOrEqual(Math.min(taken, text.length - at) + 2);
        expect(range.insert.length).toBeLessThanOrEqual(put.length + 2);
      }
  });
});
