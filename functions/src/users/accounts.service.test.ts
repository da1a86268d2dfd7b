import { describe, expect, it, vi } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { partOf } from '../testing/parts.ts';
import { createAccounts, newAccount, type TokenIdentity } from './accounts.service.ts';
import { decodeUserData, type StoredUser } from './users.converter.ts';
import type { UserRepository } from './users.repository.ts';

const MINUTE_MS = 60_000;
const NOW = new Date('2026-01-15T10:00:00.500Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);
const ME: TokenIdentity = { uid: 'ada', email: 'ada@example.com', isEmailVerified: true };

const user = (changes: Partial<StoredUser> = {}): StoredUser => ({
  ...decodeUserData('ada', documentOf('ada', { role: 'user', createdAt: ago(600) }).data() ?? {}),
  email: 'ada@example.com',
  isEmailVerified: true,
  displayName: 'Ada',
  lastSeenAt: ago(1),
  ...changes,
});

interface Given {
  readonly stored?: StoredUser | null;
  /** What Auth says; null for a deleted account. */
  readonly record?: object | null;
  readonly blocked?: readonly string[];
}

function accountsOf({ stored = user(), record = {}, blocked = [] }: Given) {
  const written: object[] = [];
  const seen: Date[] = [];
  const getUser = vi.fn(async () => {
    if (record === null) throw Object.assign(new Error('none'), { code: 'auth/user-not-found' });
    const metadata = { creationTime: 'Thu, 15 Jan 2026 10:00:00 GMT' };
    return {
      uid: 'ada',
      email: 'ada@example.com',
      emailVerified: true,
      displayName: 'Ada',
      metadata,
      ...record,
    } as never;
  });
  const accounts = createAccounts({
    users: partOf<UserRepository>({
      find: async () => stored,
      async createIfAbsent(one) {
        written.push({ created: one.id, isBlocked: one.isBlocked, blockedAt: one.blockedAt });
        return one;
      },
      async updateProfile(_id, fields) {
        written.push(fields);
        return { ...(stored ?? user()), ...fields };
      },
      setSeen: async (_id, at) => void seen.push(at),
    }),
    auth: { getUser },
    blockedAddresses: { has: async (email) => blocked.includes(email) },
    siteName: async () => 'Inkwell',
    clock: { now: () => NOW },
    onError: vi.fn(),
  });
  return { accounts, written, seen, getUser };
}

describe('the account of a call', () => {
  it.each([
    ['nothing changed', {}, ME, {}, [], 0],
    [
      'the address changed',
      { email: 'old@example.com' },
      ME,
      {},
      [{ email: 'ada@example.com', isEmailVerified: true }],
      1,
    ],
    [
      'the address was confirmed',
      { isEmailVerified: false },
      ME,
      {},
      [{ email: 'ada@example.com', isEmailVerified: true }],
      1,
    ],
    ['the token is older than Auth', { isEmailVerified: false }, ME, { emailVerified: false }, [], 1],
    ['it is not confirmed', { isEmailVerified: false }, { ...ME, isEmailVerified: false }, {}, [], 0],
    ['its token has no address', {}, { uid: 'ada' }, {}, [], 0],
    ['it is young and has no name yet', { displayName: null, createdAt: ago(59) }, ME, {}, [{ displayName: 'Ada' }], 1],
    ['it has had no name for an hour', { displayName: null, createdAt: ago(60) }, ME, {}, [], 0],
    [
      'it is blocked',
      { isBlocked: true, email: 'old@example.com', displayName: null, createdAt: ago(1) },
      ME,
      {},
      [],
      0,
    ],
  ])(
    'is the stored one; if %s, Auth is asked only if needed',
    async (_, changes, identity, record, expected, asked) => {
      const { accounts, written, getUser } = accountsOf({ stored: user(changes), record });
      await accounts.recall(identity);
      expect(written).toEqual(expected);
      expect(getUser).toHaveBeenCalledTimes(asked);
    },
  );

  it.each([
    ['never', { lastSeenAt: null }, 1],
    ['five minutes ago', { lastSeenAt: ago(5) }, 1],
    ['less than that ago', { lastSeenAt: new Date(ago(5).getTime() + 1) }, 0],
    ['long ago, and is blocked', { lastSeenAt: ago(60), isBlocked: true }, 0],
  ])('is marked as seen if it was seen %s', async (_, changes, times) => {
    const { accounts, seen } = accountsOf({ stored: user(changes) });
    const found = await accounts.recall(ME);
    expect(seen).toHaveLength(times);
    expect(found.lastSeenAt).toEqual(times ? NOW : changes.lastSeenAt);
    await accounts.recall(ME);
    expect(seen).toHaveLength(times);
  });

  it('is created on the first call, blocked if its address is', async () => {
    const first = accountsOf({ stored: null });
    expect(await first.accounts.recall(ME)).toMatchObject({
      id: 'ada',
      displayName: 'Ada',
      role: 'user',
      writing: 'none',
    });
    expect(first.written).toEqual([{ created: 'ada', isBlocked: false, blockedAt: null }]);
    const blocked = accountsOf({ stored: null, blocked: ['ada@example.com'] });
    expect(await blocked.accounts.recall(ME)).toMatchObject({ isBlocked: true, blockedAt: NOW });
    expect(blocked.seen).toEqual([]);
    await expect(accountsOf({ stored: null, record: null }).accounts.recall(ME)).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });
});

describe('a new account', () => {
  const made = (record: object) =>
    newAccount(
      { uid: 'ada', metadata: { creationTime: 'Thu, 15 Jan 2026 09:00:00 GMT' }, ...record } as never,
      NOW,
      'Inkwell',
    );

  it.each([
    ['Ada', 'Ada'],
    ['a@example.com', null],
    ['  ', null],
    ['The Inkwell Team', null],
    ['x'.repeat(200), 'x'.repeat(100)],
    [undefined, null],
  ])("gets its provider's name, if that is a name: %j", (displayName, name) => {
    expect(made({ displayName }).displayName).toBe(name);
  });

  it('is as old as at its provider, to the end of that second, and never from the future', () => {
    expect(made({}).createdAt).toEqual(new Date('2026-01-15T09:00:00.999Z'));
    expect(made({ metadata: { creationTime: 'Thu, 15 Jan 2026 10:00:00 GMT' } }).createdAt).toEqual(NOW);
    expect(made({ metadata: { creationTime: '' } }).createdAt).toEqual(NOW);
    expect(made({})).toMatchObject({ email: null, isEmailVerified: false, startsWithMail: true, knowsOfMail: false });
  });
});
