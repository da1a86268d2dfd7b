import { describe, expect, it } from 'vitest';
import { changedRange } from './changed-range.ts';

const apply = (text: string, { start, remove, insert }: ReturnType<typeof changedRange>) =>
  text.slice(0, start) + insert + text.slice(start + remove);

describe('the stretch in which two texts differ', () => {
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
  ])('makes %j into %j', (before, after) => {
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
});
