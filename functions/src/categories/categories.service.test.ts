import { CATEGORY_IN_USE, CATEGORY_NAME_TAKEN, type Category, NO_CATEGORY_ORDER } from '@inkwell/shared/categories';
import { CATEGORY_CHOICES } from '@inkwell/shared/category-choices';
import { iconClass } from '@inkwell/shared/category-icons';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../testing/documents.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import { refusalOf } from '../testing/refusals.ts';
import { decodeCategory, toCategory } from './categories.converter.ts';
import type { CategoryRepository } from './categories.repository.ts';
import { createCategoryService } from './categories.service.ts';

const NOW = new Date(Date.UTC(2026, 0, 15));
const ADMIN = { id: 'ada', role: 'admin' } as const;
const STAFF = { id: 'ada', role: 'moderator' } as const;
const WRITER = { id: 'ada', role: 'user', writing: 'author' } as const;
const ACT = { actorId: 'ada', at: NOW };
const [CHOICE] = CATEGORY_CHOICES;

const categoryOf = (id: number, fields: object = {}): Category => {
  const stored = decodeCategory(documentOf(String(id), { id, name: `C${id}`, createdAt: NOW, ...fields }));
  if (!stored) throw new Error('no category');
  return toCategory(stored);
};

interface Given {
  readonly all?: readonly Category[];
  readonly created?: Category | null;
  readonly changed?: unknown;
  readonly removed?: unknown;
  readonly ordered?: Category[] | null;
  readonly merged?: Category | null;
}

function serviceOf(given: Given = {}) {
  const {
    all = [],
    created = categoryOf(1),
    changed,
    removed = 'removed',
    ordered = [],
    merged = categoryOf(2),
  } = given;
  const calls: unknown[][] = [];
  const note = (...call: unknown[]) => void calls.push(call);
  const service = createCategoryService({
    categories: partOf<CategoryRepository>({
      list: async () => [...all],
      find: async (id) => all.find((one) => one.id === id) ?? null,
      async create(category, options) {
        note('create', category, options);
        return created;
      },
      async update(id, patch, job, act) {
        note('update', id, patch, job.kind, act);
        return (changed ?? { kind: 'changed', category: categoryOf(id, { postCount: 2 }) }) as never;
      },
      async setOrder(ids, act) {
        note('setOrder', ids, act);
        return ordered;
      },
      async remove(id, act) {
        note('remove', id, act);
        return removed as never;
      },
      async merge(id, into, job, act) {
        note('merge', id, into, job.params, act);
        return merged;
      },
    }),
    names: { ...cacheOf(), forget: (id) => note('forget', id) },
    beginJob: async () => note('begin'),
    clock: { now: () => NOW },
  });
  return { service, calls };
}

const codes = async (...acts: Promise<unknown>[]) =>
  (await Promise.all(acts.map(refusalOf))).map((one) => [one].flat()[0]);
const stepsOf = (calls: unknown[][]) => calls.map(([what]) => what);

describe('categories', () => {
  it('are sorted by name for readers, and in their own order for staff', async () => {
    const all = [
      categoryOf(1, { name: 'sea' }),
      categoryOf(2, { name: 'Ant' }),
      categoryOf(3, { name: 'Sea', order: 1 }),
    ];
    const { service } = serviceOf({ all });
    expect((await service.list()).map(({ id }) => id)).toEqual([2, 1, 3]);
    expect((await service.listAll(STAFF)).map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(await service.byId(2)).toMatchObject({ name: 'Ant', order: NO_CATEGORY_ORDER });
    expect(await codes(service.byId(9), service.listAll(WRITER))).toEqual(['not-found', 'forbidden']);
  });

  it.each([
    [
      'a known icon decides the color',
      { icon: CHOICE.icon, color: '#123456' },
      { icon: iconClass(CHOICE.icon), color: CHOICE.color },
    ],
    ['another icon does not', { icon: 'x-unknown', color: '#123456' }, { icon: 'x-unknown', color: '#123456' }],
    ['neither is needed', {}, { icon: null, color: null }],
  ])('are created: %s', async (_, look, stored) => {
    const { service, calls } = serviceOf();
    await service.create(STAFF, { name: 'C', ...look } as never, 'r');
    expect(calls).toEqual([['create', { name: 'C', description: null, ...stored }, { ...ACT, requestId: 'r' }]]);
  });

  it('have unique names, and places that show a name follow a change', async () => {
    const renamed = serviceOf();
    await renamed.service.update(STAFF, 1, { name: 'D' });
    expect(stepsOf(renamed.calls)).toEqual(['update', 'forget', 'begin']);
    const described = serviceOf();
    await described.service.update(STAFF, 1, { icon: CHOICE.icon });
    expect(described.calls).toEqual([
      ['update', 1, { icon: iconClass(CHOICE.icon) }, 'categories.reindex', ACT],
      ['forget', '1'],
    ]);
    const empty = serviceOf({ changed: { kind: 'changed', category: categoryOf(1) } });
    await empty.service.update(STAFF, 1, { name: 'D' });
    expect(stepsOf(empty.calls)).toEqual(['update', 'forget']);
    const taken = serviceOf({ created: null, changed: { kind: 'name-taken' } }).service;
    const isTaken = ['conflict', CATEGORY_NAME_TAKEN];
    expect(await refusalOf(taken.create(STAFF, { name: 'C' } as never, null))).toEqual(isTaken);
    expect(await refusalOf(taken.update(STAFF, 1, { name: 'C' }))).toEqual(isTaken);
    expect(await codes(serviceOf({ changed: { kind: 'not-found' } }).service.update(STAFF, 1, {}))).toEqual([
      'not-found',
    ]);
  });

  it('are deleted unless something uses them', async () => {
    const { service, calls } = serviceOf();
    await service.remove(STAFF, 1);
    expect(stepsOf(calls)).toEqual(['remove', 'forget']);
    const use = { posts: 1 };
    const refusal = await serviceOf({ removed: use })
      .service.remove(STAFF, 1)
      .catch((error) => error);
    expect(refusal).toMatchObject({ code: 'conflict', message: CATEGORY_IN_USE, options: { body: use } });
    expect(await codes(serviceOf({ removed: 'not-found' }).service.remove(STAFF, 1))).toEqual(['not-found']);
  });

  it('are merged by admins, each into an existing other one', async () => {
    const { service, calls } = serviceOf({ all: [categoryOf(2, { name: 'New' })] });
    expect(await service.merge(ADMIN, 1, 2)).toMatchObject({ id: 2, name: 'New' });
    expect(calls).toEqual([['merge', 1, 2, { from: 1, into: 2 }, { ...ACT }], ['forget', '1'], ['begin']]);
    expect(await codes(service.merge(ADMIN, 1, 1), serviceOf({ merged: null }).service.merge(ADMIN, 1, 2))).toEqual([
      'bad-request',
      'not-found',
    ]);
  });

  it('are not accessible to writers without staff rights, and moderators merge none', async () => {
    const { service, calls } = serviceOf();
    const acts = [
      service.create(WRITER, { name: 'C' } as never, null),
      service.update(WRITER, 1, {}),
      service.setOrder(WRITER, [1]),
      service.remove(WRITER, 1),
      service.merge(STAFF, 1, 2),
    ];
    expect(await codes(...acts)).toEqual(acts.map(() => 'forbidden'));
    expect(calls).toEqual([]);
    expect(await codes(serviceOf({ ordered: null }).service.setOrder(STAFF, [9]))).toEqual(['bad-request']);
  });
});
