import { CONFLICT_MARKERS, CONFLICT_MARKERS_LEFT } from '@inkwell/shared/conflict-markers';
import { SCHEDULE_TEXTS } from '@inkwell/shared/schedule';
import { DEFAULT_SETTINGS } from '@inkwell/shared/settings';
import { SITE_PAGE_TEXTS } from '@inkwell/shared/site-pages';
import { MAX_PICTURES } from '@inkwell/shared/storage';
import { describe, expect, it } from 'vitest';
import { newPost, type StoredPost } from '../posts/posts.converter.ts';
import type { UpdateOutcome } from '../posts/saving/post-writes.repository.ts';
import { at, DRAFT, EDITS, LATER, now, TOO_MANY } from '../testing/edits.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import type { AuthorNames } from '../users/authors.ts';
import type { SitePageRepository } from './site-pages.repository.ts';
import { createSitePageService } from './site-pages.service.ts';

const STAFF = { id: 'mod', role: 'moderator' } as const;
const WRITER = { id: 'ada', role: 'user', writing: 'author' } as const;
const INPUT = { title: 'About us', content: 'We write.', isPublished: false };

const pageOf = (changes: Partial<StoredPost> = {}): StoredPost => ({
  ...newPost({ ...INPUT, isPublished: true, slug: 'about' }, { id: 'p', authorId: 'mod', at }),
  ...changes,
});

interface Given {
  /** Null if there is none. */
  readonly page?: StoredPost | null;
  readonly outcome?: UpdateOutcome['kind'];
}

function serviceOf({ page = pageOf(), outcome = 'updated' }: Given = {}) {
  const written: unknown[] = [];
  const forgotten: string[] = [];
  const asked: unknown[] = [];
  const find = async (id: string) => (id === 'p' ? page : null);
  const targets: Record<string, object> = {
    '/about': { kind: 'page', id: 'p' },
    '/earlier': { kind: 'page', id: 'p' },
    '/gone': { kind: 'page', id: 'gone' },
    '/moved': { kind: 'redirect', id: 'r', to: '/elsewhere', status: 301 },
    '/post': { kind: 'post', id: 'p' },
  };
  const findAddress = async (path: string) => (targets[path] ?? null) as never;
  const service = createSitePageService({
    settings: { site: async () => DEFAULT_SETTINGS },
    pages: partOf<SitePageRepository>({
      find,
      findWithTrash: find,
      async list(filter) {
        asked.push(filter);
        return { items: page ? [page] : [], total: 1, next: null };
      },
      wordsOfNewest: async () => [['words']],
      published: async (limit) =>
        Array.from({ length: limit }, () => ({ title: 'About', slug: 'about', updatedAt: at })),
    }),
    writer: partOf({
      async create(...args: unknown[]) {
        written.push(args);
        return page && (args[0] as StoredPost);
      },
      async update(...args: unknown[]) {
        written.push(args);
        return { kind: outcome, post: page, before: page };
      },
    } as never),
    remover: partOf({
      async trash(...args: unknown[]) {
        written.push(args);
        return page ? 'trashed' : 'not-found';
      },
      async undelete(...args: unknown[]) {
        written.push(args);
        return page;
      },
    } as never),
    addresses: partOf({ find: findAddress, forget: (path: string) => void forgotten.push(path) }),
    findAddress,
    authors: cacheOf({ ada: partOf<AuthorNames>({ displayName: 'Ada L' }) }),
    forgiving: async (q, { find }) => ({ found: await find(q), meant: null, documents: 0 }),
    clock: { now: () => now },
  });
  return { service, written, forgotten, asked };
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message }) => (code === 'bad-request' ? message : code),
  );

describe('a page of the site', () => {
  it.each([
    ['published', pageOf(), true],
    ['unpublished', pageOf({ isPublished: false }), false],
    ['gone', null, false],
  ])('is for readers if it is published: %s', async (_name, page, isShown) => {
    const { service } = serviceOf({ page });
    expect(await refusalOf(service.bySlug('about'))).toBe(isShown ? 'done' : 'not-found');
    expect((await service.published('p'))?.id).toBe(isShown ? 'p' : undefined);
    expect((await service.asItStands('p'))?.id).toBe(page?.id);
  });

  it('is found by its addresses, which lead to nothing else', async () => {
    const { service } = serviceOf();
    expect(await service.bySlug('earlier')).toMatchObject({ id: 'p', slug: 'about' });
    for (const slug of ['post', 'moved', 'free', 'gone'])
      expect(await refusalOf(service.bySlug(slug))).toBe('not-found');
    expect(await service.forSearch(2)).toHaveLength(2);
  });

  it('is managed by staff', async () => {
    const { service, written, asked } = serviceOf();
    const calls = [
      service.list(WRITER, {}, { limit: 20, after: null }),
      service.byId(WRITER, 'p'),
      service.slugState(WRITER, 'about', undefined),
      service.create(WRITER, 'p', INPUT),
      service.update(WRITER, 'p', {}),
      service.remove(WRITER, 'p'),
      service.undelete(WRITER, 'p'),
    ];
    for (const call of calls) expect(await refusalOf(call)).toBe('forbidden');
    expect([written, asked]).toEqual([[], []]);
  });

  it('is listed, or found by words, or in the trash', async () => {
    const { service, asked } = serviceOf();
    const page = { limit: 20, after: null };
    const { items } = await service.list(STAFF, {}, page);
    expect(items).toMatchObject([{ id: 'p', slug: 'about', status: 'published' }]);
    expect(items[0]).not.toHaveProperty('content');
    await service.list(STAFF, { q: 'words' }, page);
    await service.list(STAFF, { status: 'trash' }, page);
    expect(asked).toEqual([
      { q: undefined, isTrash: false },
      { q: 'words', isTrash: false },
      { q: undefined, isTrash: true },
    ]);
  });

  it('is shown to staff with its status', async () => {
    expect(await serviceOf().service.byId(STAFF, 'p')).toMatchObject({ status: 'published', content: 'We write.' });
    expect(await refusalOf(serviceOf().service.byId(STAFF, 'none'))).toBe('not-found');
  });
});

describe('the address of a slug', () => {
  it.each([
    ['free', 'free', undefined, null],
    ['moved', 'redirect', undefined, '/elsewhere'],
    ['post', 'taken', undefined, null],
    ['about', 'own', 'p', null],
    ['about', 'taken', 'p2', 'About us'],
    ['about', 'taken', undefined, 'About us'],
    ['earlier', 'moved', undefined, 'About us'],
    ['gone', 'free', undefined, null],
  ])('/%s is %s for %s, and leads to %s', async (slug, is, id, leadsTo) => {
    expect(await serviceOf().service.slugState(STAFF, slug, id)).toEqual({ is, leadsTo });
  });
});

const MARKED = `${CONFLICT_MARKERS.mine} words`;

describe('a new page', () => {
  it('is stored at its slug or that of its title, with its author and its draft', async () => {
    const { service, written, forgotten } = serviceOf();
    expect(await service.create(STAFF, 'n', { ...INPUT, draft: DRAFT })).toMatchObject({ id: 'n', slug: 'about-us' });
    expect(await service.create(STAFF, 'n', { ...INPUT, slug: 'we', publishAt: LATER })).toMatchObject({ slug: 'we' });
    expect(written).toMatchObject([
      [
        { id: 'n', ...INPUT, slug: 'about-us', authorId: 'mod', createdAt: now, publishAt: null },
        { draft: { ...DRAFT, ownerId: 'mod' } },
      ],
      [{ slug: 'we', publishAt: new Date(LATER), scheduledBy: 'mod' }, {}],
    ]);
    expect(forgotten).toEqual(['/about-us', '/we']);
  });

  it.each([
    ['no slug', { title: '!' }, SITE_PAGE_TEXTS.slugRequired],
    ['a reserved slug', { title: 'Admin' }, SITE_PAGE_TEXTS.reserved],
    ['a time that has passed', { publishAt: now.toISOString() }, SCHEDULE_TEXTS.past],
    ['both now and later', { publishAt: LATER, isPublished: true }, SCHEDULE_TEXTS.both],
    ['too many pictures', { content: TOO_MANY }, `Too many pictures (at most ${MAX_PICTURES})`],
    ['markers for readers', { content: MARKED, isPublished: true }, CONFLICT_MARKERS_LEFT],
    ['markers for later readers', { content: MARKED, publishAt: LATER }, CONFLICT_MARKERS_LEFT],
    ['markers for itself', { content: MARKED }, 'done'],
  ] as const)('with %s is refused or not', async (_name, changes, expected) => {
    const { service, written } = serviceOf();
    expect(await refusalOf(service.create(STAFF, 'n', { ...INPUT, ...changes }))).toBe(expected);
    expect(written).toHaveLength(expected === 'done' ? 1 : 0);
  });

  it('is not made again once it was deleted', async () => {
    expect(await refusalOf(serviceOf({ page: null }).service.create(STAFF, 'n', INPUT))).toBe('conflict');
  });
});

describe('a changed page', () => {
  const EDIT = {
    actorId: 'mod',
    restoredId: null,
    isUndo: false,
    at: now,
    base: null,
    draft: undefined,
    source: undefined,
  };

  it.each(EDITS)('is written with %s', async (_name, patch, fields, edit) => {
    const { service, written, forgotten } = serviceOf();
    expect(await service.update(STAFF, 'p', patch)).toMatchObject({ id: 'p', status: 'published' });
    expect(written).toStrictEqual([['p', fields, { ...EDIT, ...edit }]]);
    expect(forgotten).toEqual(['/about']);
  });

  it('tells which revision it restores', async () => {
    const { service, written } = serviceOf();
    await service.update(STAFF, 'p', {}, 'r1');
    expect(written).toEqual([['p', {}, { ...EDIT, restoredId: 'r1' }]]);
  });

  it.each([
    ['a time that has passed', { publishAt: now.toISOString() }, SCHEDULE_TEXTS.past],
    ['both now and later', { publishAt: LATER, isPublished: true }, SCHEDULE_TEXTS.both],
    ['too many pictures', { content: TOO_MANY }, `Too many pictures (at most ${MAX_PICTURES})`],
  ])('is refused with %s', async (_name, patch, expected) => {
    const { service, written } = serviceOf();
    expect(await refusalOf(service.update(STAFF, 'p', patch))).toBe(expected);
    expect(written).toEqual([]);
  });

  it.each([
    ['not-found', 'not-found'],
    ['conflict-markers', CONFLICT_MARKERS_LEFT],
    ['conflict', 'conflict'],
  ] as const)('is refused by the writer: %s', async (outcome, expected) => {
    const { service, forgotten } = serviceOf({ outcome });
    expect(await refusalOf(service.update(STAFF, 'p', {}))).toBe(expected);
    expect(forgotten).toEqual([]);
  });

  it.each([
    ['ada', { id: 'ada', displayName: 'Ada L' }],
    [null, null],
  ])('returns the stored state in a conflict, by %s', async (lastEditedBy, shown) => {
    const { service } = serviceOf({ outcome: 'conflict', page: pageOf({ lastEditedBy }) });
    const { options } = await service.update(STAFF, 'p', {}).catch((error) => error);
    expect(options.body).toMatchObject({ id: 'p', content: 'We write.', status: 'published' });
    expect(options.body.lastEditedBy).toEqual(shown && expect.objectContaining(shown));
  });

  it('is moved to the trash and back', async () => {
    const { service, written, forgotten } = serviceOf();
    await service.remove(STAFF, 'p');
    expect(await service.undelete(STAFF, 'p')).toMatchObject({ id: 'p', status: 'published' });
    expect(written).toEqual([
      ['p', 'mod', now, undefined],
      ['p', 'mod', now, undefined],
    ]);
    expect(forgotten).toEqual(['/about']);
    const gone = serviceOf({ page: null }).service;
    expect(await refusalOf(gone.remove(STAFF, 'p'))).toBe('not-found');
    expect(await refusalOf(gone.undelete(STAFF, 'p'))).toBe('not-found');
  });
});
