import { SERIES_LIMITS } from '@inkwell/shared/post-series';
import { describe, expect, it } from 'vitest';
import { partOf } from '../../testing/parts.ts';
import { codeOf } from '../../testing/refusals.ts';
import type { StoredCard } from '../posts.converter.ts';
import { createSeriesPostService } from './series-posts.service.ts';

const STAFF = { id: 'mod', role: 'moderator' } as const;
const WRITER = { id: 'ada', role: 'user', writing: 'author' } as const;

/** The posts a, b and c in a series, at these places. */
function seriesOf(places: readonly number[] = [1, 2, 5]) {
  const updates: unknown[] = [];
  const all = places.map((seriesPlace, n) => {
    const id = 'abcdefgh'[n] ?? '';
    return partOf<StoredCard>({ id, seriesPlace, publishedAt: new Date(n), createdAt: new Date(n) });
  });
  const service = createSeriesPostService({
    stored: { all: async () => all },
    posts: {
      staffCards: async (_, posts) => posts.map(({ id }) => partOf({ id })),
      async update(_actor, id, patch) {
        updates.push([id, patch.seriesPlace]);
        return partOf({});
      },
    },
  });
  return { service, updates };
}

describe('the posts of a series', () => {
  it.each([
    ['in their order, only with places that change', ['a', 'b', 'c'], 'done', [['c', 3]]],
    [
      'in another order',
      ['c', 'b', 'a'],
      'done',
      [
        ['c', 1],
        ['a', 3],
      ],
    ],
    ['unless one is missing', ['a', 'b'], 'conflict', []],
    ['unless one is of another series', ['a', 'b', 'x'], 'conflict', []],
  ])('are ordered %s', async (_, ids, expected, places) => {
    const { service, updates } = seriesOf();
    expect([await codeOf(service.order(STAFF, 's', ids)), updates]).toEqual([expected, places]);
  });

  const last = SERIES_LIMITS.place;
  it.each([
    ['behind another one', [1, 2, 5], 'a', 'b', 'done', [['a', 3]]],
    ['to the beginning', [2, 3, 5], 'c', null, 'done', [['c', 1]]],
    ['to where it is', [1, 2, 5], 'b', 'a', 'done', []],
    ['not if it is gone', [1, 2, 5], 'x', 'a', 'conflict', []],
    ['not behind one that is gone', [1, 2, 5], 'a', 'x', 'conflict', []],
    [
      'with those that make room',
      [1, 2, last],
      'a',
      'c',
      'done',
      [
        ['c', last - 1],
        ['a', last],
      ],
    ],
  ])('are moved %s', async (_, places, id, after, expected, changed) => {
    const { service, updates } = seriesOf(places);
    expect([await codeOf(service.move(STAFF, 's', { id, after })), updates]).toEqual([expected, changed]);
  });

  it('are listed, ordered and moved only by staff', async () => {
    const { service, updates } = seriesOf();
    expect((await service.all(STAFF, 's')).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    const acts = [
      service.all(WRITER, 's'),
      service.order(WRITER, 's', []),
      service.move(WRITER, 's', { id: 'a', after: 'c' }),
    ];
    expect(await Promise.all(acts.map(codeOf))).toEqual(['forbidden', 'forbidden', 'forbidden']);
    expect(updates).toEqual([]);
  });
});
