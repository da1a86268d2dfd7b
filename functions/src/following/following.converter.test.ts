import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import {
  decodeFollowing,
  decodeNewPosts,
  encodeFollows,
  idsIn,
  type NewPost,
  withIdReplaced,
} from './following.converter.ts';

const at = new Date('2026-01-15T10:00:00.000Z');
const POST: NewPost = {
  id: 'p',
  publishedAt: at,
  notedAt: at,
  authorIds: ['ada', 'bob'],
  categoryId: '3',
  tagIds: ['t', 'u'],
  seriesId: 's',
};

describe('the targets that somebody follows', () => {
  it('is decoded as it was encoded, and found by the ids of each kind', () => {
    const items = [
      { kind: 'author', id: 'ada', at },
      { kind: 'series', id: 's', at },
      { kind: 'tag', id: 't', at },
      { kind: 'category', id: '3', at },
    ] as const;
    const document = encodeFollows(items);

    expect(document).toMatchObject({ authorIds: ['ada'], categoryIds: ['3'], tagIds: ['t'], seriesIds: ['s'] });
    expect(decodeFollowing(documentOf('me', { ...document, lookedTo: at }))).toEqual({ items, lookedTo: at });
    expect(decodeFollowing(documentOf('me')).items).toEqual([]);
  });
});

describe('a new post', () => {
  it('is decoded as it was encoded', () => {
    expect(decodeNewPosts(documentOf('new', { items: [POST], since: at }))).toEqual({ items: [POST], since: at });
    expect(decodeNewPosts(documentOf('new')).items).toEqual([]);
  });

  it.each([
    ['author', ['ada', 'bob']],
    ['category', ['3']],
    ['tag', ['t', 'u']],
    ['series', ['s']],
  ] as const)('is followed through its %s', (kind, ids) => {
    expect(idsIn(POST, kind)).toEqual(ids);
    expect(idsIn({ ...POST, categoryId: null, seriesId: null, authorIds: [], tagIds: [] }, kind)).toEqual([]);
  });

  it.each([
    ['author', 'ada', 'cem', { authorIds: ['cem', 'bob'] }],
    ['author', 'ada', 'bob', { authorIds: ['bob'] }],
    ['tag', 't', 'u', { tagIds: ['u'] }],
    ['tag', 'u', null, { tagIds: ['t'] }],
    ['category', '3', '4', { categoryId: '4' }],
    ['category', '3', null, { categoryId: null }],
    ['series', 's', null, { seriesId: null }],
    ['series', 's', 'z', { seriesId: 'z' }],
    ['tag', 'other', 'u', {}],
  ] as const)('gets another id of a kind once: %s %s → %s', (kind, from, into, changes) => {
    expect(withIdReplaced(POST, kind, from, into)).toEqual({ ...POST, ...changes });
  });
});
