import type { ProfilePatch } from '@inkwell/shared/users';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { partOf } from '../testing/parts.ts';
import { refusalOf } from '../testing/refusals.ts';
import { decodeUserData } from './users.converter.ts';
import type { Refusal, UserRepository } from './users.repository.ts';
import { createUserService, REFUSED } from './users.service.ts';

const at = new Date('2026-01-15T10:00:00.000Z');
const READER = { id: 'ada', role: 'user' } as const;
const AUTHOR = { ...READER, writing: 'author' } as const;
const STAFF = { id: 'ada', role: 'moderator' } as const;
const ADMIN = { id: 'admin', role: 'admin' } as const;
const STORED = {
  ...decodeUserData('ada', documentOf('ada', { role: 'user', createdAt: at }).data() ?? {}),
  displayName: 'Ada',
  firstName: 'A',
  profileImageUrl: '/old.webp',
};

function serviceOf({ hasJob = false, refused = null as Refusal | null, stored = STORED as typeof STORED | null } = {}) {
  const done: string[] = [];
  const note = (what: string) => async () => void done.push(what);
  const change = (name: string) => async () => {
    done.push(name);
    return refused ? { refused } : { user: STORED, job: hasJob ? 'job' : null };
  };
  const service = createUserService({
    users: partOf<UserRepository>({
      find: async () => stored,
      async updateProfile(_id, fields, _at, job) {
        done.push(`write ${Object.keys(fields)}${job ? ' with job' : ''}`);
        return { ...STORED, ...fields };
      },
      ...({ changeRole: change('role'), changeWriting: change('writing'), setBlocked: change('block') } as object),
    }),
    accounts: partOf({}),
    images: { canUse: async (_, url) => url === '/own.webp' },
    renaming: {
      jobFor: async () => (hasJob ? ({ id: 'job' } as never) : null),
      begin: note('begin'),
      catchUp: note('catch up'),
    },
    onProfileChanged: () => void done.push('shown'),
    blockedComments: { jobFor: () => ({ id: 'comments' }) as never, begin: note('comments') },
    beginJob: note('job'),
    siteName: async () => 'Inkwell',
    clock: { now: () => at },
  });
  return { service, done };
}

describe('a profile', () => {
  const change = async (
    patch: ProfilePatch,
    actor: typeof READER | typeof AUTHOR | typeof STAFF = READER,
    given = {},
  ) => {
    const { service, done } = serviceOf(given);
    return [await refusalOf(service.updateProfile(actor, 'ada', patch)), done];
  };

  it.each([
    ['nothing new', { displayName: 'Ada' }, false, ['write ']],
    ['a number', { mobileNumber: '1' }, false, ['write mobileNumber']],
    ['a name', { displayName: 'Bea' }, false, ['write displayName', 'shown', 'catch up']],
    ['a name of somebody with posts', { firstName: 'B' }, true, ['write firstName with job', 'shown', 'begin']],
    ['a picture', { profileImageUrl: '/own.webp' }, false, ['write profileImageUrl', 'shown']],
    ['no picture', { profileImageUrl: null }, false, ['write profileImageUrl', 'shown']],
  ])('with %s is written, and places that show it follow', async (_, patch, hasJob, done) => {
    expect(await change(patch, READER, { hasJob })).toEqual(['done', done]);
  });

  it('has a page only if its owner may write', async () => {
    for (const patch of [{ text: 'About' }, { website: 'https://ada.example' }, { handles: { github: 'ada' } }]) {
      const written = `write ${Object.keys(patch)}`;
      expect(await change(patch)).toEqual(['done', [written]]);
      expect(await change(patch, AUTHOR)).toEqual(['done', [written, 'shown']]);
    }
  });
});

describe("an admin's change", () => {
  it.each([
    ['changeRole', 'moderator'],
    ['changeWriting', 'author'],
    ['setBlocked', true],
  ] as const)('(%s) explains its refusals', async (name, value) => {
    const call = (given = {}) => {
      const { service, done } = serviceOf(given);
      return refusalOf(service[name](ADMIN, 'ada', value as never)).then((answer) => [answer, done.length]);
    };
    expect(await call()).toEqual(['done', 1]);
    expect(await call({ hasJob: true })).toEqual(['done', 2]);
    const [code, text = expect.any(String)] = REFUSED['target-leaves'];
    expect(await call({ refused: 'target-leaves' })).toEqual([[code, text], 1]);
  });

  it.each([
    [true, {}, ['block']],
    [true, { hideComments: true }, ['block', 'comments']],
    [true, { showComments: true }, ['block']],
    [false, { showComments: true }, ['block', 'comments']],
    [false, { hideComments: true }, ['block']],
  ])('(a block: %j, %j) hides or shows comments only on request', async (isBlocked, also, expected) => {
    const { service, done } = serviceOf();
    await service.setBlocked(ADMIN, 'ada', isBlocked, also);
    expect(done).toEqual(expected);
  });
});
