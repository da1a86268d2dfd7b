import { SLUG_TAKEN } from '@inkwell/shared/tags';
import { describe, expect, it } from 'vitest';
import type { DocumentCache } from '../common/document-cache.ts';
import { partOf } from '../testing/parts.ts';
import type { StoredList } from './named-lists.converter.ts';
import type { ListChange, NamedListRepository } from './named-lists.repository.ts';
import { createNamedLists } from './named-lists.service.ts';

const at = new Date('2026-01-15T10:00:00.000Z');
const ACT = { actorId: 'ada', at };
const PAGE = { limit: 20, after: null };
const TAKEN = 'There is such a list already';
const ADMIN = { id: 'ada', role: 'admin' } as const;
const STAFF = { id: 'ada', role: 'moderator' } as const;
const WRITER = { id: 'ada', role: 'user', writing: 'author' } as const;
const READER = { id: 'ada', role: 'user' } as const;

interface List extends StoredList {
  readonly isInternal?: boolean;
}
const listOf = (changes: Partial<List> = {}): List => ({
  id: 'l',
  name: 'Baking',
  slug: 'baking',
  description: 'Bread',
  picture: null,
  postCount: 2,
  createdAt: at.toISOString(),
  mergedInto: null,
  isRemoved: false,
  ...changes,
});
const SHOWN = { name: 'Baking', slug: 'baking', description: 'Bread', picture: null, postCount: 2 };
const TO_STAFF = { ...SHOWN, id: 'l', createdAt: at.toISOString() };

interface Given {
  /** Null for a missing one. */
  readonly list?: List | null;
  /** The names that the cache still has. */
  readonly cached?: List | null;
  readonly outcome?: ListChange<List>['kind'];
  readonly areDefaults?: boolean;
  readonly remains?: string;
  readonly slugs?: readonly string[];
}

function serviceOf(given: Given = {}) {
  const {
    list = listOf(),
    cached = list,
    outcome = 'changed',
    areDefaults = false,
    remains = 'l',
    slugs = ['baking'],
  } = given;
  const asked: unknown[][] = [];
  const change = async (...args: unknown[]) => {
    asked.push(args);
    return { kind: outcome, list } as ListChange<List>;
  };
  const forgotten: string[] = [];
  const begun: string[] = [];
  const lists: Partial<NamedListRepository<List>> = {
    listPublished: async () => ({ items: list ? [list] : [], total: 1, next: null }),
    async listAll(...args) {
      asked.push(args);
      return { items: list ? [list] : [], total: 1, next: null };
    },
    suggest: async (q, limit) => (q === 'ba' ? Array.from({ length: limit }, () => listOf()) : []),
    idsOfSlugs: async (asked) => new Map(slugs.filter((slug) => asked.includes(slug)).map((slug) => [slug, 'l'])),
    byIds: async () => new Map(list ? [['l', list]] : []),
    create: change,
    update: change,
    async end(...args) {
      asked.push(args);
      return list && { ...list, id: remains };
    },
  };
  const names: DocumentCache<List> = {
    current: async () => list,
    getAll: async (ids) => new Map([...ids].map((id) => [id, cached])),
    forget: (id) => void forgotten.push(id),
  };
  const job = (kind: string) => (id: string, createdBy: string) => ({
    id: `${kind}-${id}`,
    kind,
    params: {},
    about: null,
    createdBy,
  });
  const service = createNamedLists<List>(
    { lists: partOf(lists), names, clock: { now: () => at }, beginJob: async (id) => void begun.push(id) },
    {
      canManage: ({ role }) => role === 'admin',
      isForReaders: ({ isInternal }) => !isInternal,
      nameTaken: TAKEN,
      jobOf: job('end'),
      ...(!areDefaults && {
        canChoose: ({ role }) => role !== 'user',
        canCreate: ({ role }, { name }) => role === 'admin' || name === 'Own',
        renameJobOf: job('rename'),
      }),
    },
  );
  return { service, asked, forgotten, begun };
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message, options }) => (code === 'conflict' ? [message, options.body] : code),
  );

describe('lists for readers', () => {
  it('return what readers may see of them', async () => {
    const { service } = serviceOf();
    expect(await service.list(PAGE)).toEqual({ items: [SHOWN], total: 1, next: null });
    expect(await service.suggest('ba', 2)).toEqual([SHOWN, SHOWN]);
    expect(await service.bySlug('baking')).toEqual(SHOWN);
  });

  it.each([
    ['another spelling', 'BAKING', {}, 'done', true],
    ['another form of its letters', 'ｂａｋｉｎｇ', {}, 'done', true],
    ['another slug', 'bread', {}, 'not-found', false],
    ['a list of staff', 'baking', { list: listOf({ isInternal: true }) }, 'not-found', false],
    ['one of staff since', 'baking', { list: listOf({ isInternal: true }), cached: listOf() }, 'not-found', false],
    ['one without posts', 'baking', { list: listOf({ postCount: 0 }) }, 'not-found', true],
    ['one with a single post', 'baking', { list: listOf({ postCount: 1 }) }, 'done', true],
    ['a deleted one', 'baking', { list: null }, 'not-found', false],
    ['one deleted since', 'baking', { list: null, cached: listOf() }, 'not-found', false],
  ] as [string, string, Given, string, boolean][])(
    'are found by a slug: %s',
    async (_name, slug, given, found, isNamed) => {
      const { service } = serviceOf(given);
      expect(await refusalOf(service.bySlug(slug))).toBe(found);
      expect((await service.named(slug)) !== null).toBe(isNamed);
    },
  );
});

describe('managed lists', () => {
  it.each([
    ['an admin', ADMIN, 'done', 'done', 'done'],
    ['staff', STAFF, 'done', 'forbidden', 'forbidden'],
    ['a reader', READER, 'forbidden', 'forbidden', 'forbidden'],
  ] as const)('are open to %s: all, new ones, changes', async (_name, actor, all, created, changed) => {
    const { service, asked } = serviceOf();
    expect(await refusalOf(service.listAll(actor, 'ba', PAGE))).toBe(all);
    expect(asked).toEqual(all === 'done' ? [['ba', PAGE, actor !== ADMIN]] : []);
    expect(await refusalOf(service.create(actor, 'l', { name: 'Baking' }))).toBe(created);
    expect(await refusalOf(service.create(actor, 'l', { name: 'Own' }))).toBe('done');
    expect(await refusalOf(service.update(actor, 'l', { name: 'Baking' }))).toBe(changed);
    expect(await refusalOf(service.remove(actor, 'l'))).toBe(changed);
  });

  it('are open only to admins by default', async () => {
    const { service } = serviceOf({ areDefaults: true });
    expect(await refusalOf(service.listAll(STAFF, undefined, PAGE))).toBe('forbidden');
    expect(await refusalOf(service.create(STAFF, 'l', { name: 'Own' }))).toBe('forbidden');
    expect((await service.listAll(ADMIN, undefined, PAGE)).items).toEqual([TO_STAFF]);
  });

  it('are created, and known immediately', async () => {
    const { service, asked, forgotten } = serviceOf();
    expect(await service.create(ADMIN, 'l', { name: 'Baking', slug: 'b' })).toEqual(TO_STAFF);
    expect(await service.createNamed(WRITER, 'l', 'Baking')).toEqual(listOf());
    expect(asked).toEqual([
      ['l', { name: 'Baking', slug: 'b' }, ACT],
      ['l', { name: 'Baking' }, ACT],
    ]);
    expect(forgotten).toEqual(['l', 'l']);
  });

  it.each([
    ['not-found', 'not-found', 'not-found', 'not-found'],
    ['slug-taken', [SLUG_TAKEN, undefined], [SLUG_TAKEN, undefined], [SLUG_TAKEN, undefined]],
    ['name-taken', [TAKEN, TO_STAFF], [TAKEN, undefined], 'done'],
  ] as const)('are refused: %s', async (outcome, created, changed, named) => {
    const { service, forgotten, begun } = serviceOf({ outcome });
    expect(await refusalOf(service.create(ADMIN, 'l', { name: 'Baking' }))).toEqual(created);
    expect(await refusalOf(service.update(ADMIN, 'l', { name: 'Baking' }))).toEqual(changed);
    expect(await refusalOf(service.createNamed(ADMIN, 'l', 'Baking'))).toEqual(named);
    expect([forgotten, begun]).toEqual([[], []]);
  });

  it.each([
    ['another name', { name: 'Baking' }, {}, true],
    ['another name, with one post', { name: 'Baking' }, { list: listOf({ postCount: 1 }) }, true],
    ['another name, without posts', { name: 'Baking' }, { list: listOf({ postCount: 0 }) }, false],
    ['another text', { description: null }, {}, false],
  ] as const)('begin a job for their posts with %s', async (_name, patch, given, isBegun) => {
    const { service, asked, begun, forgotten } = serviceOf(given);
    await service.update(ADMIN, 'l', patch);
    expect(asked).toMatchObject([['l', patch, ACT, { id: 'rename-l', createdBy: 'ada' }]]);
    expect(begun).toEqual(isBegun ? ['rename-l'] : []);
    expect(forgotten).toEqual(['l']);
  });

  it('start no job for a name that nothing else uses', async () => {
    const { service, asked, begun } = serviceOf({ areDefaults: true });
    expect(await service.update(ADMIN, 'l', { name: 'Baking' })).toEqual(TO_STAFF);
    expect([asked, begun]).toEqual([[['l', { name: 'Baking' }, ACT, null]], []]);
  });

  it('end with a job for their posts, whether deleted or merged', async () => {
    const { service, asked, begun, forgotten } = serviceOf({ remains: 'l2' });
    await service.remove(ADMIN, 'l');
    expect(await service.end(READER, 'l', 'l2')).toEqual(listOf({ id: 'l2' }));
    const job = expect.objectContaining({ id: 'end-l', createdBy: 'ada' });
    expect(asked).toEqual([
      ['l', null, job, ACT],
      ['l', 'l2', job, ACT],
    ]);
    expect(begun).toEqual(['end-l', 'end-l']);
    expect(forgotten).toEqual(['l', 'l2', 'l', 'l2']);
    const gone = serviceOf({ list: null });
    expect(await refusalOf(gone.service.remove(ADMIN, 'l'))).toBe('not-found');
    expect(gone.begun).toEqual([]);
  });

  it('are found immediately by a slug that was free before', async () => {
    const slugs: string[] = [];
    const { service } = serviceOf({ slugs, list: listOf({ slug: 'bread' }) });
    expect(await service.named('bread')).toBeNull();
    slugs.push('bread');
    expect(await service.named('bread')).toBeNull();
    await service.update(ADMIN, 'l', { slug: 'bread' });
    expect(await service.named('bread')).toMatchObject({ id: 'l' });
  });

  it('refuse callers without the right', () => {
    const { service } = serviceOf();
    expect(() => service.check(false)).toThrow('Forbidden');
    expect(() => service.check(true)).not.toThrow();
  });
});
