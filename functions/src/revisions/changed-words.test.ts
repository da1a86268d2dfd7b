import { createRandom } from '@inkwell/shared/testing/random';
import { describe, expect, it } from 'vitest';
import { changedWords } from './changed-words.ts';

describe('the changed words', () => {
  it.each([
    ['', 'Boats leave early.', 3, 0],
    ['Boats leave early.', 'Boats leave late, very late.', 3, 1],
    ['Boats leave early.', 'Boats\n\nleave *early*!', 0, 0],
    ['one two', 'two one', 0, 0],
    ['漢字', '漢文字', 1, 0],
    ['Inkwell漢字', 'Inkwell', 0, 2],
    ["don't", "don't do", 1, 0],
    ['constructor', '__proto__ constructor', 1, 0],
    ['a harbour b', 'a harbours b', 1, 1],
    ['a harbour b', 'a a harbour b', 1, 0],
    ['漢字仮名', '漢字名', 0, 1],
    ['x𝒜y', 'x𝒟y', 1, 1],
    ['same', 'same', 0, 0],
  ])('from %j to %j', (before, after, added, removed) => {
    expect(changedWords(before, after)).toEqual({ added, removed });
  });

  it('are counted in the whole texts, however similar these are', () => {
    const pieces = ['a', 'bc', '漢', ' ', ', ', "'", '𝒜', 'e\u0301', '\n'];
    const random = createRandom(7);
    const text = (length: number) =>
      Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)] ?? '').join('');

    for (let n = 0; n < 300; n += 1) {
      const [head, tail, one, other] = [text(6), text(6), text(3), text(3)];
      const [before, after] = [`${head}${one}${tail}`, `${head}${other}${tail}`];

      // The surrounding text differs, but no word does.
      expect(changedWords(before, after)).toEqual(changedWords(`# ${before} #`, `! ${after} !`));
    }
  });
});
