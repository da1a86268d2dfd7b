import { describe, expect, it } from 'vitest';
import type { Change } from '../comments/changes.ts';
import type { StoredComment } from '../comments/comments.converter.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import { codeOf } from '../testing/refusals.ts';
import { SAMPLED_AT as at, sampleComment as comment, samplePost } from '../testing/samples.ts';
import type { StoredUser } from '../users/users.converter.ts';
import { createModerationService, type PersonWork } from './moderation.service.ts';

const STAFF = { id: 'mod', role: 'moderator' } as const;
const ADMIN = { id: 'admin', role: 'admin' } as const;
const PAGE = { limit: 20, after: null };

function serviceOf(stored: readonly StoredComment[]) {
  const changes: Change[] = [];
  const work: PersonWork[] = [];
  const post = samplePost();
  const findMany = async (ids: readonly string[]) => stored.filter(({ id }) => ids.includes(id));
  const service = createModerationService({
    moderation: partOf({
      list: async () => ({ items: stored, total: stored.length, next: null }),
      ofPerson: async (_: string, { limit }: { limit: number }) => stored.slice(0, limit),
      postsOf: async () => new Map(),
      answersOf: async (id: string) => stored.filter(({ parentId }) => parentId === id),
      reportsOn: async () => [
        { id: 'r', commentId: 'c', reporterId: 'bob', email: null, reason: 'Spam', createdAt: at },
      ],
      wordsOfNewest: async () => [],
    } as never),
    comments: {
      find: async (id) => stored.find((one) => one.id === id) ?? null,
      findMany: findMany as never,
      async change(_post, change) {
        changes.push(change);
        const before = 'id' in change ? (stored.find(({ id }) => id === change.id) ?? null) : null;
        return before && { before, comment: { ...before }, moved: 0 };
      },
    },
    posts: { findCard: async () => post, findCardsAndTrash: async (ids) => (ids.includes('p') ? [post] : []) },
    users: {
      find: async (id) =>
        id === 'none' ? null : partOf<StoredUser>({ id, role: id === 'mod' ? 'moderator' : 'user' }),
    },
    authors: cacheOf(),
    forgiving: async (q, { find }) => ({ found: await find(q), meant: null, documents: 0 }),
    carryOut: async (one) => {
      work.push(one);
      return partOf({});
    },
    clock: { now: () => at },
  });
  return { service, changes, work };
}

describe('the list of comments', () => {
  it.each([
    [{}, 'done'],
    [{ sort: 'reports', state: 'reported' }, 'done'],
    [{ sort: 'reports' }, 'bad-request'],
    [{ sort: 'reports', state: 'held' }, 'bad-request'],
    [{ sort: 'reports', state: 'reported', q: 'words' }, 'bad-request'],
    [{ sort: 'newest', q: 'words' }, 'done'],
  ] as const)('(%j) is answered: %s', async (choice, expected) => {
    expect(await codeOf(serviceOf([comment('c')]).service.list(STAFF, choice, PAGE))).toBe(expected);
  });

  it('is for staff, like all of moderation', async () => {
    const { service, changes } = serviceOf([comment('c')]);
    for (const viewer of [null, { id: 'ada', role: 'user', writing: 'author' }] as const) {
      const actor = viewer as never;
      const calls = [
        service.list(viewer, {}, PAGE),
        service.queue(viewer),
        service.byId(viewer, 'c'),
        service.change(actor, 'c', { state: 'hidden' }),
        service.changeMany(actor, ['c'], { state: 'hidden' }),
        service.changeAllOf(actor, 'bob', { isHidden: true }),
        service.accessOf(viewer, 'p'),
        service.setAccess(actor, 'p', null),
      ];
      for (const call of calls) expect(await codeOf(call)).toBe('forbidden');
    }
    expect(changes).toEqual([]);
  });
});

describe('one comment', () => {
  const starter = comment('s', { state: 'hidden', heldBy: 'links', reportsCount: 2 });
  const answer = comment('c', { parentId: 's', authorId: 'cem', earlier: [{ content: 'Before', until: at }] });
  const { service, changes } = serviceOf([starter, answer, comment('gone', { state: 'deleted', answersCount: 1 })]);

  it('is shown with its thread, reports and earlier texts', async () => {
    const found = await service.byId(STAFF, 'c');
    expect(found.comment).toMatchObject({ id: 'c', content: 'Words', authorId: 'cem', starter: { id: 's' } });
    expect(found.thread).toMatchObject([{ id: 's', heldBy: 'links', reportsCount: 2, starter: null }, { id: 'c' }]);
    expect(found.reports).toMatchObject([{ reason: 'Spam', reporter: { id: 'bob' }, createdAt: at.toISOString() }]);
    expect(found.earlier).toEqual([{ content: 'Before', until: at.toISOString() }]);
    expect(await codeOf(service.byId(STAFF, 'gone'))).toBe('not-found');
    expect(await codeOf(service.byId(STAFF, 'none'))).toBe('not-found');
  });

  it('is changed with who decided, when and why', async () => {
    await service.change(STAFF, 'c', { state: 'hidden', reason: 'Rude' });
    expect(changes).toEqual([
      { kind: 'moderate', id: 'c', parentId: 's', state: 'hidden', reason: 'Rude', actorId: 'mod', at },
    ]);
    expect(await service.changeMany(STAFF, ['s', 'none'], { state: 'visible' })).toEqual(['s']);
    expect(changes.at(-1)).toMatchObject({ id: 's', parentId: null, state: 'visible', reason: null });
    expect(await codeOf(service.change(STAFF, 'none', { state: 'hidden' }))).toBe('not-found');
  });
});

describe('all comments of a person', () => {
  const with_ = { cause: 'block', state: 'visible', heldBy: null, reportsCount: 0 } as const;
  const stored = [
    comment('visible'),
    comment('held', { state: 'held' }),
    comment('hidden', { state: 'hidden' }),
    comment('by-block', { state: 'hidden', hiddenWith: with_ }),
    comment('by-all', { state: 'hidden', hiddenWith: { ...with_, cause: 'all' } }),
    comment('deleted', { state: 'deleted' }),
    comment('elsewhere', { postId: 'gone' }),
  ];

  it.each([
    [true, ['visible', 'held', 'by-block'], 'hide-with-all'],
    [false, ['by-block', 'by-all'], 'show-with-all'],
  ])('are hidden (%j) unless they already are, and shown if they were hidden together', async (isHidden, ids, kind) => {
    const { service, changes } = serviceOf(stored);
    const work = { userId: 'ada', actorId: 'mod', isHidden, reason: 'Spam', cause: 'all' } as const;
    expect(await service.continueWith(work, null)).toEqual({ changed: ids.length, next: null });
    expect(changes.map((change) => [change.kind, 'id' in change && change.id])).toEqual(ids.map((id) => [kind, id]));
    expect(changes[0]).toMatchObject({ cause: 'all', ...(isHidden && { reason: 'Spam' }) });
  });

  it('are changed in pages of 100', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => comment(`c${n}`));
    const work = { userId: 'ada', actorId: 'mod', isHidden: true, reason: null, cause: 'all' } as const;
    const nextAfter = async (count: number) => (await serviceOf(many(count)).service.continueWith(work, null)).next;
    expect([await nextAfter(99), await nextAfter(100)]).toEqual([null, 'c99']);
  });

  it('of staff are changed only by admins', async () => {
    const { service, work } = serviceOf([]);
    const change = (actor: typeof STAFF | typeof ADMIN, userId: string) =>
      codeOf(service.changeAllOf(actor, userId, { isHidden: true, reason: 'Spam' }));
    expect(await change(STAFF, 'mod')).toBe('forbidden');
    expect(await change(STAFF, 'none')).toBe('not-found');
    expect([await change(STAFF, 'ada'), await change(ADMIN, 'mod')]).toEqual(['done', 'done']);
    expect(work).toEqual([
      { userId: 'ada', actorId: 'mod', isHidden: true, reason: 'Spam', cause: 'all' },
      { userId: 'mod', actorId: 'admin', isHidden: true, reason: 'Spam', cause: 'all' },
    ]);
  });
});
