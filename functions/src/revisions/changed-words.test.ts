import { describe, expect, it } from 'vitest';
import { changedWords } from './changed-words.ts';

describe('the words of a change', () => {
  it.each([
    ['', 'Boats leave early.', 3, 0],
    ['Boats leave early.', 'Boats leave late, very late.', 3, 1],
    ['Boats leave early.', 'Boats\n\nleave *early*!', 0, 0],
    ['one two', 'two one', 0, 0],
    ['漢字', '漢文字', 1, 0],
    ['Inkwell漢字', 'Inkwell', 0, 2],
    ["don't", "don't do", 1, 0],
    ['constructor', '__proto__ constructor', 1, 0],
  ])('from %j to %j', (before, after, added, removed) => {
    expect(changedWords(before, after)).toEqual({ added, removed });
  });

  it('are counted at once in the longest text', () => {
    const text = Array.from({ length: 33_000 }, (_, n) => `w${n}`).join(' ');

    expect(changedWords(text, `${text} more`)).toEqual({ added: 1, removed: 0 });
  });
});
