import { describe, expect, it } from 'vitest';
import { cacheOf, partOf } from '../testing/parts.ts';
import type { StoredPicture } from './picture-library.converter.ts';
import type { PictureLibrary } from './picture-library.repository.ts';
import { createPictureLibraryService } from './picture-library.service.ts';

const STAFF = { id: 'mod', role: 'moderator' } as const;
const WRITER = { id: 'writer', role: 'user', writing: 'contributor' } as const;
const READER = { id: 'reader', role: 'user' } as const;
const NOW = new Date(Date.UTC(2026, 0, 15));
const picture = (name: string, ownerId: string | null = 'ada'): StoredPicture => ({
  name,
  fileName: 'tide.png',
  description: 'Tide',
  uploadedAt: NOW,
  ownerId,
  keepUntil: NOW,
});
const SHOWING = { of: 'settings', document: { id: 'site' } };
const refusal = (act: Promise<unknown>) =>
  act.then(
    () => null,
    ({ code, options }) => ({ code, body: options.body }),
  );

function serviceOf(
  given: {
    pages?: readonly StoredPicture[][];
    used?: readonly string[];
    described?: StoredPicture | null;
    deletion?: object;
  } = {},
) {
  const { pages = [[picture('a.png')]], used = [], described = picture('a.png'), deletion = { kind: 'begun' } } = given;
  const calls: unknown[][] = [];
  let read = 0;
  const service = createPictureLibraryService({
    library: partOf<PictureLibrary>({
      async list(filter, page) {
        calls.push(['list', filter, page]);
        const items = [...(pages[read] ?? [])];
        read += 1;
        const next = read < pages.length ? { createdAtMs: read, id: 'picture', text: 'next' } : null;
        return { items, total: null, next, documents: 10 };
      },
      async describe(...args) {
        calls.push(['describe', ...args]);
        return described;
      },
      async beginDeletion(...args) {
        calls.push(['beginDeletion', ...args]);
        return deletion as never;
      },
      noteDeleted: async (...args) => void calls.push(['noteDeleted', ...args]),
    }),
    places: {
      usesOf: async (names: readonly string[]) =>
        new Map(names.map((name) => [name, { showing: used.includes(name) ? [SHOWING] : [], isCut: false }])),
    } as never,
    images: { removeObjects: async (name: string) => void calls.push(['removeObjects', name]) } as never,
    authors: cacheOf({ ada: { displayName: 'Ada' } as never }),
    publicBucket: { name: 'bucket', origin: 'https://images.example.com' } as never,
    clock: { now: () => NOW },
  });
  return { service, calls };
}
const ALL = { show: 'all', of: 'everybody' } as const;
const UNUSED = { ...ALL, show: 'unused' } as const;
const PAGE = { limit: 2, after: null };

describe('the picture library', () => {
  it('is refused to people who cannot write', async () => {
    const { service, calls } = serviceOf();
    const acts = [
      service.list(READER, ALL, PAGE),
      service.describe(READER, 'a.png', { description: null }),
      service.remove(READER, 'a.png'),
    ];
    for (const act of acts) expect(await refusal(act)).toMatchObject({ code: 'forbidden' });
    expect(calls).toEqual([]);
  });

  it.each([
    ['all for staff', STAFF, {}, { ownerId: null, isUndescribed: false }],
    ['own ones for staff who ask', STAFF, { of: 'me' }, { ownerId: 'mod', isUndescribed: false }],
    ['own ones for others', WRITER, {}, { ownerId: 'writer', isUndescribed: false }],
    ['undescribed ones', STAFF, { show: 'undescribed', q: 'tide' }, { q: 'tide', ownerId: null, isUndescribed: true }],
    ['unused ones', WRITER, { show: 'unused' }, { ownerId: 'writer', isUndescribed: false }],
  ] as const)('lists %s', async (_, actor, filter, expected) => {
    const { service, calls } = serviceOf();
    await service.list(actor, { ...ALL, ...filter }, PAGE);
    expect(calls[0]?.[1]).toMatchObject(expected);
    expect(calls[0]?.[2]).toEqual({ limit: 'show' in filter && filter.show === 'unused' ? 30 : 2, after: null });
  });

  it('shows the owner and the places of each picture', async () => {
    const { service } = serviceOf({ pages: [[picture('a.png'), picture('b.png', null)]], used: ['a.png'] });
    const { items } = await service.list(STAFF, ALL, PAGE);
    expect(items).toMatchObject([
      { name: 'a.png', owner: { id: 'ada', displayName: 'Ada' }, places: [{ kind: 'settings' }], keptUntil: null },
      { name: 'b.png', owner: null, places: [], keptUntil: NOW.toISOString() },
    ]);
    expect(items[0]?.imageUrl).toMatch(/\/a\.png$|%2Fa\.png/);
  });

  it('continues to look for unused pictures until the page is full', async () => {
    const pages = [[picture('a.png'), picture('b.png')], [picture('c.png'), picture('d.png')], [picture('e.png')]];
    const { service, calls } = serviceOf({ pages, used: ['a.png'] });
    const found = await service.list(STAFF, UNUSED, PAGE);
    expect(found.items.map(({ name }) => name)).toEqual(['b.png', 'c.png']);
    expect(found).toMatchObject({ total: null, next: { createdAtMs: NOW.getTime(), text: 'c.png' }, documents: 21 });
    expect(calls[1]?.[2]).toEqual({ limit: 30, after: { createdAtMs: 1, id: 'picture', text: 'next' } });
  });

  it('returns a short page of unused pictures after four rounds, or at the end', async () => {
    const many = serviceOf({ pages: Array.from({ length: 6 }, () => [picture('a.png')]), used: ['a.png'] });
    const short = await many.service.list(STAFF, UNUSED, PAGE);
    expect(short).toMatchObject({ items: [], next: { createdAtMs: 4 }, documents: 44 });
    expect(many.calls).toHaveLength(4);
    const one = serviceOf();
    const last = await one.service.list(STAFF, UNUSED, PAGE);
    expect(last).toMatchObject({ items: [{ name: 'a.png' }], next: null, documents: 10 });
    expect(one.calls).toHaveLength(1);
  });
});

describe.each([
  ['staff', STAFF, null],
  ['others', WRITER, 'writer'],
] as const)('a picture, for %s', (_, actor, ownerId) => {
  const act = { actorId: actor.id, at: NOW, ownerId };

  it('is described', async () => {
    const { service, calls } = serviceOf();
    expect(await service.describe(actor, 'a.png', { description: 'Tide' })).toMatchObject({ name: 'a.png' });
    expect(calls).toEqual([['describe', 'a.png', 'Tide', act]]);
    const none = serviceOf({ described: null }).service.describe(actor, 'a.png', { description: 'Tide' });
    expect(await refusal(none)).toMatchObject({ code: 'not-found' });
  });

  it('is deleted with its files, and recorded', async () => {
    const { service, calls } = serviceOf();
    await service.remove(actor, 'a.png');
    expect(calls).toEqual([
      ['beginDeletion', 'a.png', act],
      ['removeObjects', 'a.png'],
      ['noteDeleted', 'a.png', NOW],
    ]);
  });

  it.each([
    ['unknown', { kind: 'not-found' }, 'not-found', undefined],
    ['used', { kind: 'used', use: { showing: [SHOWING], isCut: true } }, 'conflict', { hasMorePlaces: true }],
  ])('is not deleted if it is %s', async (__, deletion, code, body) => {
    const { service, calls } = serviceOf({ deletion });
    const refused = await refusal(service.remove(actor, 'a.png'));
    expect(refused?.code).toBe(code);
    if (body) expect(refused?.body).toMatchObject(body);
    expect(calls).toHaveLength(1);
  });
});
