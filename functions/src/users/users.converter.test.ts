import { ONLINE_MS } from '@inkwell/shared/users';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { decodeUser, encodeNewUser, findableUser, toUser } from './users.converter.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const OLD = decodeUser(documentOf('ada', { role: 'user', createdAt: at(1) }));
if (!OLD) throw new Error('no account');

/** Every shown field has a unique value. */
const SHOWN = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Byron',
  displayName: 'Ada B.',
  mobileNumber: '1',
  telephoneNumber: '2',
  profileImageUrl: 'https://example.com/a.png',
  text: 'About',
  website: 'https://ada.example',
  handles: { github: 'ada' },
  role: 'moderator' as const,
  writing: 'author' as const,
};
const USER = { ...OLD, ...SHOWN, lastSeenAt: at(2) };

describe('an account', () => {
  it('is decoded as it was encoded, with defaults for fields that an older document lacks', () => {
    expect(decodeUser(documentOf('ada', encodeNewUser(USER)))).toEqual(USER);
    expect(decodeUser(documentOf('ada'))).toBeNull();
    expect(OLD).toMatchObject({
      id: 'ada',
      email: null,
      isEmailVerified: false,
      displayName: null,
      handles: {},
      writing: 'none',
      isBlocked: false,
      leaving: null,
      lastSeenAt: null,
      readBefore: null,
      readIds: [],
      startsWithMail: false,
      knowsOfMail: false,
    });
  });

  it('is shown with each of its fields', () => {
    expect(toUser(USER, at(9))).toEqual({
      ...SHOWN,
      id: 'ada',
      isBlocked: false,
      leavesAt: null,
      isOnline: false,
      createdAt: at(1).toISOString(),
      lastSeenAt: at(2).toISOString(),
    });
  });

  it.each([
    [ONLINE_MS - 1, true],
    [ONLINE_MS, false],
  ])('that was seen %i ms ago is online: %j', (ago, isOnline) => {
    expect(toUser(USER, new Date(at(2).getTime() + ago)).isOnline).toBe(isOnline);
    expect(toUser({ ...USER, lastSeenAt: null }, new Date(ago)).isOnline).toBe(false);
  });

  it.each([false, true])('that is leaving shows when, and whether it was blocked before: %j', (wasBlocked) => {
    const leaving = { key: 'k', requestedAt: at(3), at: at(5), comments: 'keep' as const, wasBlocked };

    expect(toUser({ ...USER, isBlocked: true, leaving }, at(4))).toMatchObject({
      isBlocked: wasBlocked,
      leavesAt: at(5).toISOString(),
    });
  });

  it('is found by each of its names and its address, and sorted by its displayed name', () => {
    const { wordPrefixes, sortName } = findableUser(USER);

    for (const word of ['ada', 'byron', 'example']) expect(wordPrefixes).toContain(word);
    expect(sortName).toBe(findableUser({ ...USER, lastName: 'Other', email: null }).sortName);
    expect(sortName).not.toBe(findableUser({ ...USER, displayName: 'Zed' }).sortName);
  });
});
