import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { decodeGuest, namedGuest, toGuest } from './guests.converter.ts';

const at = new Date(Date.UTC(2026, 0, 15));
const DOCUMENT = { isGuest: true, displayName: 'Grace', text: 'About', website: 'https://g.example', createdAt: at };

describe('a guest author', () => {
  it('is decoded with its shown fields, and whether it is joined or removed', () => {
    const guest = decodeGuest(documentOf('guest-g', { ...DOCUMENT, postCount: 2, joinedTo: 'ada' }));
    expect(guest).toMatchObject({
      id: 'guest-g',
      displayName: 'Grace',
      joinedTo: 'ada',
      isRemoved: false,
      postCount: 2,
    });
    expect(guest && toGuest(guest)).toEqual({
      id: 'guest-g',
      name: 'Grace',
      profileImageUrl: null,
      text: 'About',
      website: 'https://g.example',
      handles: {},
      postCount: 2,
      createdAt: at.toISOString(),
    });
    expect(decodeGuest(documentOf('guest-g', { ...DOCUMENT, isRemoved: true }))).toMatchObject({
      isRemoved: true,
      joinedTo: null,
      postCount: 0,
    });
  });

  it("is not the document of an account, which only counts the account's posts", () => {
    expect([decodeGuest(documentOf('ada', { postCount: 2 })), decodeGuest(documentOf('gone'))]).toEqual([null, null]);
  });

  it('is found and sorted by the name', () => {
    expect(namedGuest('Grace Hopper')).toMatchObject({ displayName: 'Grace Hopper', sortName: 'grace hopper' });
    expect(namedGuest('Grace').wordPrefixes).toContain('gra');
  });
});
