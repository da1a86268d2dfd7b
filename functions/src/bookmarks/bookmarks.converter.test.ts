import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { decodeBookmarks, encodeBookmarks } from './bookmarks.converter.ts';

const at = new Date('2026-01-15T10:00:00.000Z');

describe('a reading list', () => {
  const stored = {
    posts: [
      { id: 'a', at, lists: ['Travel', 'Later'] },
      { id: 'b', at, lists: [] },
    ],
    lists: ['Later', 'Travel'],
  };

  it('is decoded as it was encoded, with indexes instead of list names', () => {
    const document = encodeBookmarks(stored);
    expect(document.posts[0].lists).toEqual([1, 0]);
    expect(decodeBookmarks(documentOf('me', document))).toEqual(stored);
    expect(decodeBookmarks(documentOf('me'))).toEqual({ posts: [], lists: [] });
  });

  it('is decoded with list names from the first documents, and without deleted lists', () => {
    const posts = [{ id: 'a', at, lists: ['Travel', 1, 7] }];
    expect(decodeBookmarks(documentOf('me', { posts, lists: stored.lists })).posts).toEqual([
      { id: 'a', at, lists: ['Travel', 'Travel'] },
    ]);
    expect(encodeBookmarks({ posts: [{ id: 'a', at, lists: ['Gone', 'Later'] }], lists: ['Later'] }).posts).toEqual([
      { id: 'a', at, lists: [0] },
    ]);
  });
});
