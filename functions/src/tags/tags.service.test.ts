import { describe, expect, it } from 'vitest';
import type { ListChange } from '../named-lists/named-lists.repository.ts';
import { createSeriesService } from '../series/series.service.ts';
import { documentOf } from '../testing/documents.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import { codeOf } from '../testing/refusals.ts';
import { decodeTag, type StoredTag } from './tags.converter.ts';
import type { TagRepository } from './tags.repository.ts';
import { createTagService } from './tags.service.ts';

const at = new Date('2026-01-15T10:00:00.000Z');
const ADMIN = { id: 'ada', role: 'admin' } as const;
const STAFF = { id: 'ada', role: 'moderator' } as const;
const AUTHOR = { id: 'ada', role: 'user', writing: 'author' } as const;
const CONTRIBUTOR = { id: 'ada', role: 'user', writing: 'contributor' } as const;
const READER = { id: 'ada', role: 'user' } as const;

const tagOf = (id: string, fields: object = {}): StoredTag => {
  const tag = decodeTag(documentOf(id, { name: id, slug: id, isThere: true, createdAt: at, ...fields }));
  if (!tag) throw new Error('no tag');
  return tag;
};
const SEA = tagOf('sea', { postCount: 2 });
const SECRET = tagOf('secret', { isInternal: true, postCount: 2 });

function tagsOf() {
  const calls: unknown[][] = [];
  const all = new Map([SEA, SECRET].map((tag) => [tag.id, tag]));
  const service = createTagService({
    tags: partOf<TagRepository>({
      byIds: async (ids) =>
        new Map(
          ids.flatMap((id) => [[id, all.get(id)] as const]).filter((one): one is [string, StoredTag] => !!one[1]),
        ),
      byNames: async (names) =>
        new Map(names.flatMap((name) => (name === 'Sea' || name === 'SEA' ? [[name, SEA]] : []))),
      idsOfSlugs: async (slugs) => new Map(slugs.map((slug) => [slug, slug])),
      async create(_id, { name }) {
        calls.push(['create', name]);
        return { kind: 'changed', list: tagOf(name.toLowerCase()) } as ListChange<StoredTag>;
      },
      async update(id, patch, _act, job) {
        calls.push(['update', id, patch, job?.kind]);
        return { kind: 'changed', list: SEA } as ListChange<StoredTag>;
      },
      async end(id, into, job) {
        calls.push(['end', id, into, job.kind]);
        return into === 'gone' ? null : SEA;
      },
    }),
    names: cacheOf(Object.fromEntries(all)),
    beginJob: async (id) => void calls.push(['begin', id]),
    clock: { now: () => at },
  });
  return { service, calls };
}

describe('a tag', () => {
  it.each([
    ['staff', STAFF, { name: '#secret', description: 'D' }, 'done'],
    ['an author', AUTHOR, { name: 'Sea' }, 'done'],
    ['an author, an internal one', AUTHOR, { name: '#secret' }, 'forbidden'],
    ['an author, with details', AUTHOR, { name: 'Sea', description: 'D' }, 'forbidden'],
    ['a contributor', CONTRIBUTOR, { name: 'Sea' }, 'forbidden'],
    ['a reader', READER, { name: 'Sea' }, 'forbidden'],
  ])('is created by %s', async (_, actor, input, expected) => {
    const { service, calls } = tagsOf();
    expect(await codeOf(service.create(actor, 't', input))).toBe(expected);
    expect(calls).toHaveLength(expected === 'done' ? 1 : 0);
  });

  it.each([
    ['staff', STAFF, ['sea', 'secret']],
    ['those who write, unless it is internal', CONTRIBUTOR, ['sea']],
  ])('has a name for %s', async (_, actor, ids) => {
    const found = await tagsOf().service.byIds(actor, ['sea', 'secret', 'gone']);
    expect(found.map(({ askedId, id }) => [askedId, id])).toEqual(ids.map((id) => [id, id]));
    expect(await codeOf(tagsOf().service.byIds(READER, ['sea']))).toBe('forbidden');
  });

  it('that is internal does not exist for readers', async () => {
    const { service } = tagsOf();
    expect(await service.named('sea')).toEqual(SEA);
    expect([await service.named('secret'), await codeOf(service.bySlug('secret'))]).toEqual([null, 'not-found']);
    expect(await service.bySlug('sea')).toMatchObject({ slug: 'sea', postCount: 2 });
  });

  it('has the id of its name, once, and is created if it is new', async () => {
    const { service, calls } = tagsOf();
    expect(await service.idsOf(AUTHOR, ['Sea', 'Wind', 'SEA'])).toEqual(['sea', 'wind']);
    expect(calls).toEqual([['create', 'Wind']]);
    expect(await codeOf(service.idsOf(READER, []))).toBe('forbidden');
  });

  it.each([
    ['admins', ADMIN, 'other', 'done'],
    ['moderators', STAFF, 'other', 'forbidden'],
    ['admins, not with itself', ADMIN, 'sea', 'bad-request'],
    ['admins, if both are there', ADMIN, 'gone', 'not-found'],
  ] as const)('is merged by %s', async (_, actor, into, expected) => {
    const { service, calls } = tagsOf();
    expect(await codeOf(service.merge(actor, 'sea', into))).toBe(expected);
    const end = ['end', 'sea', into, expect.any(String)];
    if (expected === 'done') expect(calls).toEqual([end, ['begin', expect.any(String)]]);
    else expect(calls).toEqual(into === 'gone' ? [end] : []);
  });

  it('with another name is searched for by it', async () => {
    const { service, calls } = tagsOf();
    await service.update(STAFF, 'sea', { name: 'Ocean' });
    expect(calls).toEqual([
      ['update', 'sea', { name: 'Ocean' }, expect.any(String)],
      ['begin', expect.any(String)],
    ]);
    expect(await codeOf(service.update(AUTHOR, 'sea', { name: 'Ocean' }))).toBe('forbidden');
  });
});

describe('a series', () => {
  it('is shown and created only by staff, even without posts', async () => {
    const list = { ...tagOf('s'), postCount: 0 };
    const service = createSeriesService({
      series: partOf({
        byIds: async ([id]: readonly string[]) => new Map(id === 's' ? [['s', list]] : []),
        create: async () => ({ kind: 'changed', list }),
      } as never),
      names: cacheOf({ s: list }),
      beginJob: async () => {},
      clock: { now: () => at },
    });
    expect(await service.byId(STAFF, 's')).toMatchObject({ id: 's', postCount: 0 });
    expect(await codeOf(service.byId(STAFF, 'gone'))).toBe('not-found');
    expect(await codeOf(service.byId(AUTHOR, 's'))).toBe('forbidden');
    expect(await codeOf(service.create(AUTHOR, 's', { name: 'S' }))).toBe('forbidden');
    expect(await codeOf(service.create(STAFF, 's', { name: 'S' }))).toBe('done');
  });
});
