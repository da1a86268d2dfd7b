import { describe, expect, it } from 'vitest';
import { setNewest } from './set-newest.ts';

describe('setNewest', () => {
  it('drops the oldest entry above the limit, and moves an entry to the end when it is set again', () => {
    const map = new Map<string, number>();
    for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) setNewest(map, key, value, 3);

    setNewest(map, 'a', 4, 3);
    setNewest(map, 'd', 5, 3);

    expect([...map]).toEqual([
      ['c', 3],
      ['a', 4],
      ['d', 5],
    ]);
  });

  it('drops a tenth of a large map at once when it is full, and never exceeds the limit', () => {
    const map = new Map<number, number>();
    const sizes = Array.from({ length: 1_000 }, (_, n) => {
      setNewest(map, n, n, 100);
      return map.size;
    });

    expect(Math.max(...sizes)).toBe(100);
    expect(Math.min(...sizes.slice(100))).toBe(91);
    expect([...map.keys()]).toEqual(Array.from({ length: map.size }, (_, n) => 1_000 - map.size + n));
  });
});
