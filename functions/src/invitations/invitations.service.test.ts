import { INVITATION_LIMITS, INVITATION_TEXTS } from '@inkwell/shared/invitations';
import { DEFAULT_SITE } from '@inkwell/shared/site';
import { describe, expect, it } from 'vitest';
import { addressIdOf, newToken } from '../mail/tokens.ts';
import { documentOf } from '../testing/documents.ts';
import { partOf } from '../testing/parts.ts';
import { refusalOf } from '../testing/refusals.ts';
import { decodeUserData, type StoredUser } from '../users/users.converter.ts';
import type { StoredInvitation } from './invitations.converter.ts';
import { createInvitationService } from './invitations.service.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-01-15T10:00:00.000Z');
const EMAIL = 'bob@example.com';
const ID = addressIdOf(EMAIL);
const TOKEN = newToken(ID);
const BOB = { id: 'bob', role: 'user' } as const;

const account = (changes: Partial<StoredUser> = {}): StoredUser => ({
  ...decodeUserData('ada', documentOf('ada', { role: 'admin', createdAt: new Date(0) }).data() ?? {}),
  displayName: 'Ada  B.',
  ...changes,
});
const INVITATION: StoredInvitation = {
  id: ID,
  email: EMAIL,
  role: null,
  writing: 'author',
  tokenHash: TOKEN.hash,
  createdBy: 'ada',
  createdAt: new Date(NOW.getTime() - DAY_MS),
  acceptedBy: null,
  expireAt: new Date(NOW.getTime() + DAY_MS),
};

interface Given {
  readonly invitation?: StoredInvitation | null;
  readonly inviter?: StoredUser | null;
  readonly own?: { email: string | null; isVerified: boolean; createdAt?: Date };
  readonly known?: StoredUser | null;
  readonly wait?: number;
  readonly refused?: string;
}

function serviceOf({ invitation = INVITATION, inviter = account(), known = null, wait = 0, refused, ...given }: Given) {
  const { own = { email: EMAIL, isVerified: true } } = given;
  const stored: StoredInvitation[] = [];
  const delivered: string[] = [];
  const taken: unknown[][] = [];
  const service = createInvitationService({
    invitations: partOf({
      find: async () => invitation,
      list: async () => ({ items: invitation ? [invitation] : [], total: 1 }),
      async replace(made: StoredInvitation) {
        stored.push(made);
        return refused ? { refused } : { invitation: { ...made, acceptedBy: null }, mailId: 'm' };
      },
      accept: async (_token: unknown, { unconfirmed }: { unconfirmed: object | null }) =>
        invitation && !unconfirmed ? account({ id: 'bob' }) : null,
      remove: async () => invitation !== null,
    } as never),
    users: {
      find: async () => inviter,
      findMany: async () => new Map(inviter ? [['ada', inviter]] : []),
      findByEmail: async (email) => (email === EMAIL ? known : null),
    },
    limits: {
      async take(...args) {
        taken.push(args);
        return wait;
      },
    },
    delivery: { now: async (id) => void delivered.push(id) },
    addressOf: async () => ({ createdAt: new Date(0), ...own }),
    site: async () => DEFAULT_SITE,
    siteUrl: 'https://site.example',
    secret: 's'.repeat(32),
    clock: { now: () => NOW },
  });
  return { service, stored, delivered, taken };
}

const NOT_FOUND = ['not-found', INVITATION_TEXTS.invalid];
const with_ = (changes: Partial<StoredInvitation>): Given => ({ invitation: { ...INVITATION, ...changes } });
/** An account created after the invitation. */
const SINCE = { email: EMAIL, isVerified: false, createdAt: NOW };
const LEFT = account({ invitationsEndedAt: NOW, role: 'user' });

describe('the link of an invitation', () => {
  it.each([
    ['of a visitor', null, {}, 'visitor'],
    ['of whom it is for', BOB, {}, 'ready'],
    ['of whom it is for, not confirmed', BOB, { own: { email: EMAIL, isVerified: false } }, 'unverified'],
    ['of whom it is for, who signed up since', BOB, { own: SINCE }, 'ready'],
    ['of whom it is for, who signed up before', BOB, { own: { ...SINCE, createdAt: new Date(0) } }, 'unverified'],
    ['of somebody else', BOB, { own: { email: 'cem@example.com', isVerified: true } }, 'other-address'],
    ['of somebody without an address', BOB, { own: { email: null, isVerified: false } }, 'other-address'],
    ['that ends now', BOB, with_({ expireAt: NOW }), 'expired'],
    ['that they accepted', BOB, with_({ acceptedBy: 'bob', expireAt: NOW }), 'accepted'],
    ['that somebody else accepted', BOB, with_({ acceptedBy: 'cem' }), 'used'],
    ['that was accepted, for a visitor', null, with_({ acceptedBy: 'cem' }), 'used'],
    ['that they accepted from a former admin', BOB, { ...with_({ acceptedBy: 'bob' }), inviter: LEFT }, 'accepted'],
    ['that was used, from a former admin', BOB, { ...with_({ acceptedBy: 'cem' }), inviter: LEFT }, 'used'],
  ])('%s has this state', async (_, viewer, given, standing) => {
    expect(await serviceOf(given).service.open(viewer, TOKEN.text)).toEqual({
      role: null,
      writing: 'author',
      standing,
      emailHint: 'b…@example.com',
      invitedBy: 'Ada B.',
      expiresAt: expect.any(String),
    });
  });

  it.each([
    ['another case', 'Bob@Example.com', 'ready'],
    ['another spelling', '\uff42ob@example.com', 'unverified'],
  ])('to %s of the address of somebody who signed up since, %s, is %s', async (_, email, standing) => {
    const { service } = serviceOf({ ...with_({ email }), own: SINCE });
    expect(await service.open(BOB, TOKEN.text)).toMatchObject({ standing });
  });

  it.each([
    ['is none', 'nonsense', {}],
    ['has another proof', newToken(ID).text, {}],
    ['is gone', TOKEN.text, { invitation: null }],
    ['is from a former admin', TOKEN.text, { inviter: LEFT }],
    ['is from a deleted admin', TOKEN.text, { inviter: null }],
  ])('that %s is not found', async (_, token, given) => {
    expect(await refusalOf(serviceOf(given).service.open(BOB, token))).toEqual(NOT_FOUND);
  });

  it.each([
    ['whom it is for', TOKEN.text, {}, 'done'],
    ['somebody else', TOKEN.text, { own: { email: 'cem@example.com', isVerified: true } }, NOT_FOUND],
    ['somebody without an address', TOKEN.text, { own: { email: null, isVerified: false } }, NOT_FOUND],
    ['nobody', 'nonsense', {}, NOT_FOUND],
    [
      'whom it is for once confirmed',
      TOKEN.text,
      { own: { email: EMAIL, isVerified: false } },
      ['forbidden', INVITATION_TEXTS.unverified],
    ],
    ['whom it was for', TOKEN.text, { invitation: null }, NOT_FOUND],
  ])('is accepted by %s', async (_, token, given, expected) => {
    expect(await refusalOf(serviceOf(given).service.accept(BOB, token))).toEqual(expected);
  });
});

describe('an invitation', () => {
  const create = (given: Given = {}, key: string | null = null) => {
    const { service, ...calls } = serviceOf(given);
    return refusalOf(service.create(account(), { email: EMAIL, writing: 'author' }, key)).then((answer) => ({
      answer,
      ...calls,
    }));
  };

  it.each([
    ['a contributor as contributor', { writing: 'contributor' }, { writing: 'contributor' }],
    ['an author as contributor', { writing: 'author' }, { writing: 'contributor' }],
    ['a moderator as author', { role: 'moderator' }, { writing: 'author' }],
    ['a moderator as moderator', { role: 'moderator' }, { role: 'moderator' }],
    ['an admin as moderator', { role: 'admin' }, { role: 'moderator' }],
  ] as const)('is refused for %s, and costs nothing', async (_, has, right) => {
    const { service, stored, taken } = serviceOf({ known: account({ role: 'user', ...has }) });
    const answer = await refusalOf(service.create(account(), { email: ' BOB@Example.com', ...right }, null));
    expect([answer, stored, taken]).toEqual([['conflict', INVITATION_TEXTS.hasRight], [], []]);
  });

  it.each([
    ['nobody is known there', {}, 'done'],
    ['a reader is', { known: account({ role: 'user' }) }, 'done'],
    [
      'somebody blocked is',
      { known: account({ role: 'user', isBlocked: true }) },
      ['conflict', INVITATION_TEXTS.isBlocked],
    ],
    ['there were too many', { wait: 5 }, ['too-many', INVITATION_TEXTS.full]],
    ['they want none', { refused: 'unwanted' }, ['conflict', INVITATION_TEXTS.isUnwanted]],
    ['its time is over', { refused: 'over' }, ['conflict', INVITATION_TEXTS.isOver]],
    ['the admin is none any more', { refused: 'actor' }, ['forbidden', expect.any(String)]],
  ])('is sent to an address if %s', async (_, given, expected) => {
    const { answer, delivered, taken } = await create(given);
    expect([answer, delivered]).toEqual([expected, expected === 'done' ? ['m'] : []]);
    // Fifty a day, from all admins.
    if (expected === 'done')
      expect(taken).toEqual([['invitations', 'all', { calls: INVITATION_LIMITS.perDay, windowMs: DAY_MS }]]);
  });

  it('says how long to wait if there were too many', async () => {
    const late = serviceOf({ wait: 5 }).service.create(account(), { email: EMAIL, writing: 'author' }, null);
    await expect(late).rejects.toMatchObject({ options: { retryAfterSeconds: 5 } });
  });

  it('expires after its days, and has one link for each key', async () => {
    const [made] = (await create()).stored;
    expect(made).toMatchObject({
      id: ID,
      email: EMAIL,
      role: null,
      writing: 'author',
      createdBy: 'ada',
      createdAt: NOW,
    });
    expect(made?.expireAt).toEqual(new Date(NOW.getTime() + INVITATION_LIMITS.days * DAY_MS));
    const hash = async (key: string | null) => (await create({}, key)).stored[0]?.tokenHash;
    expect(await hash('k')).toBe(await hash('k'));
    expect(await hash('k')).not.toBe(await hash('l'));
    expect(await hash(null)).not.toBe(await hash(null));
  });

  it.each([
    ['open', {}],
    ['accepted', { ...with_({ acceptedBy: 'bob', expireAt: NOW }) }],
    ['expired', { ...with_({ expireAt: NOW }) }],
    ['ended', { inviter: LEFT }],
    ['ended', { inviter: null }],
  ])('is listed as %s', async (state, given) => {
    const page = await serviceOf(given).service.list(account(), { limit: 20, after: null });
    expect(page.items).toMatchObject([{ id: ID, email: EMAIL, state, writing: 'author' }]);
  });

  it('is removed unless it was accepted', async () => {
    expect(await refusalOf(serviceOf({}).service.remove(account(), ID))).toBe('done');
    expect(await refusalOf(serviceOf({ invitation: null }).service.remove(account(), ID))).toEqual([
      'conflict',
      INVITATION_TEXTS.isAccepted,
    ]);
  });
});
