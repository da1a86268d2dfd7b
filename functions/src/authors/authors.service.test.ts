import { GUEST_HAS_POSTS, GUEST_IS_JOINED } from '@inkwell/shared/authors';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import type { AuthorNames } from '../users/authors.ts';
import type { StoredUser } from '../users/users.converter.ts';
import { createAuthorService } from './authors.service.ts';
import { decodeGuest, type StoredGuest } from './guests.converter.ts';
import type { GuestRepository, JoinOutcome } from './guests.repository.ts';

const NOW = new Date(Date.UTC(2026, 0, 15));
const ADMIN = { id: 'admin', role: 'admin' } as const;
const STAFF = { id: 'mod', role: 'moderator' } as const;
const WRITER = { id: 'ada', role: 'user', writing: 'author' } as const;
const namesOf = (displayName: string, changes: Partial<AuthorNames> = {}): AuthorNames => ({
  firstName: null,
  displayName,
  email: `${displayName}@example.com`,
  profileImageUrl: null,
  text: null,
  website: null,
  handles: {},
  joinedTo: null,
  ...changes,
});
const NAMES = {
  ada: namesOf('Ada'),
  quiet: namesOf('Quiet'),
  'guest-j': namesOf('Ada', { joinedTo: 'ada' }),
  'guest-g': namesOf('Grace'),
};
const GUEST = decodeGuest(
  documentOf('guest-g', { isGuest: true, displayName: 'Grace', postCount: 2, createdAt: NOW }),
) as StoredGuest;
const ACT = { actorId: 'mod', at: NOW };

interface Given {
  readonly guest?: StoredGuest | null;
  readonly removed?: 'removed' | 'not-found' | 'has-posts' | 'joined';
  readonly joined?: JoinOutcome;
  readonly renameJob?: string | null;
}

function serviceOf({ guest = GUEST, removed = 'removed', joined = 'joined', renameJob = null }: Given = {}) {
  const calls: unknown[][] = [];
  const note = (...call: unknown[]) => void calls.push(call);
  const authors = cacheOf<AuthorNames>(NAMES);
  const service = createAuthorService({
    guests: partOf<GuestRepository>({
      list: async () => ({ items: [GUEST], total: 1, next: null, documents: 1 }),
      postCount: async (id) => (id === 'ada' ? 2 : 0),
      withPosts: async () => Object.keys(NAMES),
      writers: async () => [
        partOf<StoredUser>({ id: 'ada', displayName: 'Zoe', firstName: null, email: 'ada@example.com' }),
        partOf<StoredUser>({ id: 'bob', displayName: null, firstName: 'Bob', email: 'ada@example.com' }),
      ],
      async create(id, input, act) {
        note('create', id, input.name, act);
        return GUEST;
      },
      async update(id, patch, job, act) {
        note('update', id, patch, job?.id ?? null, act);
        return guest;
      },
      async remove(id, act) {
        note('remove', id, act);
        return removed;
      },
      async join(id, userId, job, act) {
        note('join', id, userId, job.params, act);
        return joined;
      },
    }),
    authors: { ...authors, forget: (id) => note('forget', id) },
    renaming: {
      jobFor: async () => (renameJob === null ? null : partOf({ id: renameJob })),
      begin: async (id) => note('begin', id),
      catchUp: async (id) => note('catchUp', id),
    },
    beginJob: async () => note('beginJob'),
    clock: { now: () => NOW },
  });
  return { service, calls };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message }) => (message === 'Forbidden' ? code : [code, message]),
  );

describe('an author', () => {
  it('has a page with published posts, also under the id of a joined guest author', async () => {
    const { service } = serviceOf();
    expect(await service.byId('ada')).toMatchObject({ id: 'ada', name: 'Ada', postCount: 2 });
    expect(await service.byId('guest-j')).toMatchObject({ id: 'ada', name: 'Ada' });
    expect([await service.byId('quiet'), await service.byId('gone')]).toEqual([null, null]);
  });

  it('is listed once, under the id of the account', async () => {
    const ids = (await serviceOf().service.withPosts(9)).map(({ id }) => id);
    expect(ids).toEqual(['ada', 'quiet', 'guest-g']);
  });

  it('is offered by name, including guest authors, and never with an address', async () => {
    const choices = async (q?: string) =>
      (await serviceOf().service.choices(STAFF, q)).map(({ id, name }) => [id, name]);
    const all = [
      ['bob', 'Bob'],
      ['guest-g', 'Grace'],
      ['ada', 'Zoe'],
    ];
    expect([await choices(), await choices(' ')]).toEqual([all, all]);
    expect(await choices('zo')).toEqual([all[1], all[2]]);
    expect(await choices('example')).toEqual([all[1]]);
  });

  it('is named once for each id, by the account if a guest author was joined', async () => {
    const named = await serviceOf().service.named(STAFF, ['guest-j', 'guest-g', 'guest-j', 'gone']);
    expect(named).toEqual([
      { askedId: 'guest-j', id: 'ada', name: 'Ada', profileImageUrl: null, isGuest: false },
      { askedId: 'guest-g', id: 'guest-g', name: 'Grace', profileImageUrl: null, isGuest: true },
    ]);
  });
});

describe('a guest author', () => {
  const ADDRESS = ['bad-request', 'A name cannot be an email address'];
  const NOT_FOUND = ['not-found', expect.any(String)];

  it('is created and changed by staff, and places that show the name follow', async () => {
    const { service, calls } = serviceOf();
    expect(await service.create(STAFF, 'guest-g', { name: 'Grace' })).toMatchObject({ name: 'Grace', postCount: 2 });
    expect(await codeOf(service.create(STAFF, 'guest-g', { name: 'a@b.example' }))).toEqual(ADDRESS);
    expect(await codeOf(service.update(STAFF, 'guest-g', { name: 'a@b.example' }))).toEqual(ADDRESS);
    await service.update(STAFF, 'guest-g', { name: 'Grace H.' });
    await service.update(STAFF, 'guest-g', { text: 'Text' });
    expect(calls).toEqual([
      ['create', 'guest-g', 'Grace', ACT],
      ['update', 'guest-g', { name: 'Grace H.' }, null, ACT],
      ['forget', 'guest-g'],
      ['catchUp', 'guest-g'],
      ['update', 'guest-g', { text: 'Text' }, null, ACT],
      ['forget', 'guest-g'],
    ]);
    const posted = serviceOf({ renameJob: 'j' });
    await posted.service.update(STAFF, 'guest-g', { name: 'Grace H.' });
    expect(posted.calls.map(([what, id]) => [what, id])).toEqual([
      ['update', 'guest-g'],
      ['forget', 'guest-g'],
      ['begin', 'j'],
    ]);
    expect(await codeOf(serviceOf({ guest: null }).service.update(STAFF, 'guest-g', {}))).toEqual(NOT_FOUND);
  });

  it.each([
    ['removed', 'done'],
    ['not-found', NOT_FOUND],
    ['has-posts', ['conflict', GUEST_HAS_POSTS]],
    ['joined', ['conflict', GUEST_IS_JOINED]],
  ] as const)('is removed: %s', async (removed, expected) => {
    const { service, calls } = serviceOf({ removed });
    expect(await codeOf(service.remove(STAFF, 'guest-g'))).toEqual(expected);
    expect(calls).toEqual([['remove', 'guest-g', ACT], ...(removed === 'removed' ? [['forget', 'guest-g']] : [])]);
  });

  it.each([
    ['joined', 'done'],
    ['not-found', NOT_FOUND],
    ['unknown-account', ['bad-request', 'Unknown account']],
    ['joined-to-another', ['conflict', GUEST_IS_JOINED]],
  ] as const)('is joined to an account by admins: %s', async (joined, expected) => {
    const { service, calls } = serviceOf({ joined });
    expect(await codeOf(service.join(ADMIN, 'guest-g', 'ada'))).toEqual(expected);
    const act = ['join', 'guest-g', 'ada', { from: 'guest-g', into: 'ada' }, { ...ACT, actorId: 'admin' }];
    expect(calls).toEqual([act, ...(joined === 'joined' ? [['forget', 'guest-g'], ['beginJob']] : [])]);
  });

  it('is not accessible to writers without staff rights, and moderators join none', async () => {
    const { service, calls } = serviceOf();
    const acts = [
      service.listGuests(WRITER, undefined, { limit: 9, after: null }),
      service.choices(WRITER, undefined),
      service.named(WRITER, ['ada']),
      service.create(WRITER, 'guest-g', { name: 'G' }),
      service.update(WRITER, 'guest-g', {}),
      service.remove(WRITER, 'guest-g'),
      service.join(STAFF, 'guest-g', 'ada'),
    ];
    expect(new Set((await Promise.all(acts.map(codeOf))).map((code) => [code].flat()[0]))).toEqual(
      new Set(['forbidden']),
    );
    expect(calls).toEqual([]);
  });
});
