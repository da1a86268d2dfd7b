import { describe, expect, it } from 'vitest';
import { estimatePatternSize } from './pattern-size.ts';

describe('estimatePatternSize', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['a.c', 3],
    ['[a-z]', 1],
    ['[^]a]b', 2],
    ['[[:alpha:]]x', 2],
    ['\\\\d', 2],
    ['\\d\\w', 2],
    ['\\p{Greek}', 1],
    ['a{3}', 3],
    ['a{2,5}', 5],
    ['a{2,}', 2],
    ['[0-9]{13}-.{1,200}', 214],
    ['(ab){10}', 40],
    ['((a{10}){10}){10}', 1220],
    ['(a|b)*c', 7],
    ['a{x}', 4],
    ['(((', 0],
    [')))', 3],
  ])('%s: %s', (pattern, expected) => {
    expect(estimatePatternSize(pattern)).toBe(expected);
  });

  it('counts each part of a UUID pattern', () => {
    expect(estimatePatternSize('[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')).toBe(36);
  });
});
