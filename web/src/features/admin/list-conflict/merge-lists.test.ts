import { describe, expect, it } from 'vitest';
import { mergeLists } from './merge-lists.ts';

const merged = (base: string, mine: string, theirs: string) =>
  mergeLists({ base: [...base], mine: [...mine], theirs: [...theirs] }).join('');

describe('a merged list', () => {
  it.each([
    ['has what either added', 'ab', 'abx', 'aby', 'abxy'],
    ['has what both added once', 'ab', 'abx', 'abx', 'abx'],
    ['lacks what either removed', 'abc', 'bc', 'ab', 'b'],
    ['has both where both changed the same value', 'ab', 'xb', 'yb', 'xby'],
    ['keeps what one changed and the other removed', 'ab', 'xb', 'b', 'xb'],
    ['stands in the order of mine', 'abc', 'cab', 'bcad', 'cabd'],
    ['has equal values as often as either wants them', 'a', 'a', 'aa', 'aa'],
    ['loses one of two equal values', 'aa', 'a', 'aax', 'ax'],
    ['begins with nothing', '', 'x', 'y', 'xy'],
  ])('%s', (_name, base, mine, theirs, result) => {
    expect(merged(base, mine, theirs)).toBe(result);
  });
});
