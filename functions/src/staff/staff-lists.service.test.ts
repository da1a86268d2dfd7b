import type { StaffPostCard } from '@inkwell/shared/posts';
import { describe, expect, it } from 'vitest';
import type { ForgivingSearch } from '../search/forgiving.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import type { StaffListRepository } from './staff-lists.repository.ts';
import { createStaffListService } from './staff-lists.service.ts';

const STAFF = { id: 'mod', role: 'moderator' } as const;
const ADMIN = { id: 'admin', role: 'admin' } as const;
const WRITER = { id: 'writer', role: 'user', writing: 'contributor' } as const;
const READER = { id: 'reader', role: 'user' } as const;
const PAGE = { limit: 10, after: null };
const NOW = new Date(Date.UTC(2026, 0, 15));
const MEANT = 'meant';

function serviceOf({ people = ['ada', 'bob'] }: { people?: readonly string[] } = {}) {
  const asked: unknown[][] = [];
  const find =
    (name: string, answer: unknown) =>
    async (...args: unknown[]) => {
      asked.push([name, ...args]);
      return answer;
    };
  // Finds nothing for the typed words.
  const forgiving: ForgivingSearch = async (q, list) => {
    const typed = await list.find(q);
    return list.isEmpty(typed)
      ? { found: await list.find(MEANT), meant: MEANT, documents: 1 }
      : { found: typed, meant: null, documents: 0 };
  };
  const service = createStaffListService({
    lists: {
      posts: find('posts', { items: ['p'], total: 1, next: null }),
      postIds: async (filter: { q?: string }, max: number) => {
        asked.push(['postIds', filter, max]);
        return filter.q === 'none' ? [] : filter.q === 'uncounted' ? null : ['p1', 'p2'];
      },
      authorIds: async () => people,
      users: find('users', {
        items: [{ id: 'ada', role: 'user', createdAt: NOW, lastSeenAt: NOW }],
        total: 1,
        next: null,
      }),
    } as unknown as StaffListRepository,
    posts: partOf({
      listAll: find('listAll', { items: [], total: 7, next: null }) as never,
      staffCards: async (viewer, found) => found.map((one) => partOf<StaffPostCard>({ id: `${one} for ${viewer.id}` })),
      categoryNow: async (id) => (id === 1 ? 2 : id) as never,
    }),
    authors: cacheOf({ ada: { displayName: 'Ada' } as never, cleo: { displayName: 'Cleo' } as never }),
    authorPages: { choices: async () => [{ id: 'bob' }, { id: 'cleo' }] as never },
    forgiving,
    clock: { now: () => NOW },
  });
  return { service, asked };
}
const refusal = (act: () => Promise<unknown>) =>
  act().then(
    () => null,
    ({ code, message }) => [code, message],
  );

describe('staff lists', () => {
  it('are refused to others', async () => {
    const { service, asked } = serviceOf();
    const acts: [string, (viewer: never) => Promise<unknown>, ...object[]][] = [
      ['posts', (viewer) => service.posts(viewer, { sort: 'created' }, PAGE), WRITER],
      ['ids', (viewer) => service.postIds(viewer, {}, 5), WRITER],
      ['own posts', (viewer) => service.ownPosts(viewer, {}, PAGE), READER],
      ['authors', (viewer) => service.authors(viewer), WRITER],
      ['users', (viewer) => service.users(viewer, { sort: 'created' }, PAGE), STAFF],
    ];
    for (const [name, act, viewer] of acts) {
      expect([name, (await refusal(() => act(viewer as never)))?.[0]]).toEqual([name, 'forbidden']);
    }
    expect(asked).toEqual([]);
  });

  it.each([
    ['in another order than newest first', { q: 'a', sort: 'title' }, 'Search results can only be sorted by creation'],
    [
      'with three filters',
      { q: 'a', sort: 'created', status: 'draft', categoryId: 3, authorId: 'ada' },
      'At most 2 filters with a search',
    ],
  ])('are not searched %s', async (_, filter, message) => {
    const { service, asked } = serviceOf();
    expect(await refusal(() => service.posts(STAFF, filter as never, PAGE))).toEqual(['bad-request', message]);
    const { sort, ...unsorted } = filter;
    if (sort === 'created') {
      expect(await refusal(() => service.postIds(STAFF, unsorted as never, 5))).toEqual(['bad-request', message]);
    } else {
      expect(await refusal(() => service.users(ADMIN, filter as never, PAGE))).toEqual(['bad-request', message]);
    }
    expect(asked).toEqual([]);
  });
});

describe('the list of posts', () => {
  it('is the plain list with its counted total if there are no words, filters or another order', async () => {
    const { service, asked } = serviceOf();
    expect(await service.posts(STAFF, { sort: 'created', status: undefined }, PAGE)).toMatchObject({ total: 7 });
    expect(asked).toEqual([['listAll', STAFF, PAGE]]);
  });

  it.each([
    ['another order', { sort: 'title' }, { sort: 'title' }],
    ['a filter', { sort: 'created', status: 'draft' }, { sort: 'created', status: 'draft' }],
    ['words', { sort: 'created', q: 'tide' }, { sort: 'created', q: 'tide' }],
    ['words and two filters', { sort: 'created', q: 'a', status: 'draft', authorId: 'b' }, { q: 'a', status: 'draft' }],
    ['a merged category', { sort: 'created', categoryId: 1 }, { sort: 'created', categoryId: 2 }],
  ])('is looked up with %s', async (_, filter, expected) => {
    const { service, asked } = serviceOf();
    const found = await service.posts(STAFF, filter as never, PAGE);
    expect(found.items).toEqual([{ id: 'p for mod' }]);
    expect(asked).toMatchObject([['posts', expected, PAGE]]);
  });
});

describe('the ids of posts', () => {
  it.each([
    ['all that match', {}, [{ sort: 'created' }], ['p1', 'p2']],
    ['those of a merged category', { categoryId: 1 }, [{ categoryId: 2, sort: 'created' }], ['p1', 'p2']],
    ['those with words', { q: 'tide' }, [{ q: 'tide', sort: 'created' }], ['p1', 'p2']],
    [
      'those that were meant',
      { q: 'none' },
      [
        { q: 'none', sort: 'created' },
        { q: MEANT, sort: 'created' },
      ],
      ['p1', 'p2'],
    ],
    ['unknown where they cannot be counted', { q: 'uncounted' }, [{ q: 'uncounted', sort: 'created' }], null],
  ])('are %s', async (_, filter, filters, ids) => {
    const { service, asked } = serviceOf();
    expect(await service.postIds(STAFF, filter, 5)).toEqual(ids);
    expect(asked).toEqual(filters.map((one) => ['postIds', one, 5]));
  });
});

describe('people', () => {
  it('see their own posts, of one status', async () => {
    const { service, asked } = serviceOf();
    expect((await service.ownPosts(WRITER, { status: 'draft' }, PAGE)).items).toEqual([{ id: 'p for writer' }]);
    expect(asked).toEqual([['posts', { status: 'draft', authorId: 'writer', sort: 'created' }, PAGE]]);
  });

  it('who wrote or may be named are listed once each, up to a limit', async () => {
    const authors = await serviceOf().service.authors(STAFF);
    expect(authors.map(({ id, displayName }) => [id, displayName])).toEqual([
      ['ada', 'Ada'],
      ['bob', null],
      ['cleo', 'Cleo'],
    ]);
    const people = Array.from({ length: 5_000 }, (_, n) => `p${n}`);
    const some = await serviceOf({ people }).service.authors(STAFF);
    expect(some.length).toBeLessThan(5_000);
  });

  it('are listed for admins in their current state', async () => {
    const { service, asked } = serviceOf();
    const { items } = await service.users(ADMIN, { sort: 'created' }, PAGE);
    expect(asked).toEqual([['users', { sort: 'created' }, PAGE, NOW]]);
    expect(items.map(({ id, isOnline }) => [id, isOnline])).toEqual([['ada', true]]);
  });
});
