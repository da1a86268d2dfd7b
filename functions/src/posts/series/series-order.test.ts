import { SERIES_LIMITS } from '@inkwell/shared/post-series';
import { describe, expect, it } from 'vitest';
import { compareOrdered, placesAfterMove } from './series-order.ts';

const series = (...places: number[]) =>
  places.map((seriesPlace, n) => ({ id: `p${n}`, seriesPlace, publishedAt: new Date(n) }));

/** The ids in order after a move, and the writes. */
function moved(places: number[], from: number, behind: number) {
  const all = series(...places);
  const [one] = all.splice(from, 1);
  if (!one) throw new Error('no such post');
  const written = placesAfterMove(all, one, behind);
  const wanted = all.toSpliced(behind, 0, one).map(({ id }) => id);
  for (const { id, place } of written ?? [])
    Object.assign([...all, one].find((post) => post.id === id) ?? {}, { seriesPlace: place });
  const order = [...all, one].sort(compareOrdered).map(({ id }) => id);
  return { isAsWanted: order.join() === wanted.join(), written: written?.length ?? null };
}

describe('a move in a series', () => {
  it.each([
    ['nothing where the post stands there', [1, 2, 3], 1, 1, 0],
    ['one place where one is free', [1, 5, 9], 2, 1, 1],
    ['one place at the end', [1, 2, 3], 0, 2, 1],
    ['two places at the last one', [1, 2, SERIES_LIMITS.place], 0, 2, 2],
    ['two places beside a neighbour above', [1, 2, 3, 4, 5], 3, 2, 2],
    ['two places beside a neighbour below', [1, 2, 3, 4, 5], 1, 2, 2],
    ['those on the shorter side', [1, 2, 3, 4, 5, 6, 7, 8], 7, 6, 2],
    ['what stands at one place behind it', [1, 1, 1], 2, 1, 2],
  ])('changes %s', (_what, places, from, behind, written) => {
    expect(moved(places, from, behind)).toEqual({ isAsWanted: true, written });
  });

  it('results in the requested order whatever the places were', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const places = Array.from({ length: 8 }, (_, n) => 1 + ((seed * (n + 3) * 7) % 11)).sort((a, b) => a - b);
      expect([seed, moved(places, seed % 8, (seed * 5) % 8).isAsWanted]).toEqual([seed, true]);
    }
  });

  it('is refused if all places are taken', () => {
    const all = Array.from({ length: SERIES_LIMITS.place }, (_, n) => n + 1);

    expect(placesAfterMove(series(...all), { id: 'x', seriesPlace: 9_999, publishedAt: null }, 5)).toBeNull();
  });
});
