import { DEFAULT_SETTINGS } from '@inkwell/shared/settings';
import { describe, expect, it } from 'vitest';
import type { PageRequest } from '../common/paging.ts';
import type { StoredList } from '../named-lists/named-lists.converter.ts';
import type { StoredTag } from '../tags/tags.converter.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import { codeOf } from '../testing/refusals.ts';
import { newPost, type StoredPost } from './posts.converter.ts';
import type { PostRepository } from './posts.repository.ts';
import { createPostService } from './posts.service.ts';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const ADA = { id: 'ada', role: 'user', writing: 'author' } as const;
const READER = { id: 'reader', role: 'user' } as const;
const STAFF = { id: 'mod', role: 'moderator' } as const;

const post = (day: number, changes: Partial<StoredPost> = {}): StoredPost => ({
  ...newPost({ title: `T${day}`, content: 'C', isPublished: true }, { id: `p${day}`, authorId: 'ada', at: at(day) }),
  ...changes,
});

function serviceOf(posts: readonly StoredPost[], featured: readonly string[] = []) {
  const published = posts
    .filter(({ isPublished }) => isPublished)
    .toSorted((a, b) => Number(b.publishedAt) - Number(a.publishedAt));
  const asked: unknown[] = [];
  const service = createPostService({
    settings: { site: async () => DEFAULT_SETTINGS },
    writer: partOf({}),
    clock: { now: () => at(31) },
    tags: partOf({ named: async (slug) => (slug === 'tag' ? partOf<StoredTag>({ id: 't' }) : null) }),
    series: partOf({ named: async (slug) => (slug === 'series' ? partOf<StoredList>({ id: 's' }) : null) }),
    authors: cacheOf(),
    categories: cacheOf(),
    tagNames: cacheOf(),
    seriesNames: cacheOf(),
    remover: partOf({
      trash: async (id: string) => (id === 'p1' ? 'trashed' : id === 'p2' ? 'conflict' : 'not-found'),
    } as never),
    seriesPosts: partOf({
      async published(seriesId) {
        asked.push(seriesId);
        return { items: published, total: published.length, next: null };
      },
    }),
    posts: partOf<PostRepository>({
      async listPublished(group, { limit, after }) {
        asked.push(group);
        const rest = published.filter(({ publishedAt }) => !after || Number(publishedAt) < after.createdAtMs);
        return { items: rest.slice(0, limit), total: published.length, featured };
      },
      listAll: async ({ limit }) => ({ items: posts.slice(0, limit), total: posts.length }),
      find: async (id) => posts.find((one) => one.id === id) ?? null,
      findCard: async (id) => posts.find((one) => one.id === id) ?? null,
      findCards: async (ids) => ids.flatMap((id) => posts.find((one) => one.id === id) ?? []),
      async popular(limit, categoryId) {
        asked.push({ limit, categoryId });
        return published.slice(0, limit);
      },
      findCardsAndTrash: async (ids) => posts.filter(({ id }) => ids.includes(id)),
    }),
  });
  return { service, asked };
}

describe('a list of posts', () => {
  const POSTS = [1, 2, 3, 4, 5, 6].map((day) => post(day));
  /** The ids of each page. */
  async function pages(limit: number, featured: readonly string[], posts: readonly StoredPost[] = POSTS) {
    const { service } = serviceOf(posts, featured);
    const all: string[][] = [];
    let after: PageRequest['after'] = null;
    do {
      const page = await service.list(null, {}, { limit, after });
      all.push(page.items.map(({ id }) => id));
      after = page.next;
    } while (after && all.length < 9);
    return all;
  }

  it('is sorted by latest publication', async () => {
    expect(await pages(4, [])).toEqual([
      ['p6', 'p5', 'p4', 'p3'],
      ['p2', 'p1'],
    ]);
  });

  it.each([
    [
      'each once',
      4,
      ['p1', 'p2'],
      [
        ['p2', 'p1', 'p6', 'p5'],
        ['p4', 'p3'],
      ],
    ],
    ['the last three', 9, ['p1', 'p2', 'p3', 'p4'], [['p4', 'p3', 'p2', 'p6', 'p5', 'p1']]],
    ['fewer than its page has room for', 2, ['p1', 'p2'], [['p2', 'p6'], ['p5', 'p4'], ['p3']]],
    ['none on a page of one', 1, ['p1'], [['p6'], ['p5'], ['p4'], ['p3'], ['p2'], []]],
  ] as const)('begins with featured ones: %s', async (_, limit, featured, expected) => {
    const shown = await pages(limit, featured);
    // A list may end with an empty page.
    expect(shown.filter((ids) => ids.length > 0)).toEqual(expected.filter((ids) => ids.length > 0));
  });

  it('omits unpublished featured ones', async () => {
    const posts = [...POSTS, post(7, { isPublished: false })];
    expect((await pages(9, ['p7', 'p1'], posts))[0]).toEqual(['p1', 'p6', 'p5', 'p4', 'p3', 'p2']);
  });
});

describe('posts of a tag, of a series and of all', () => {
  const page = { limit: 9, after: null };
  const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);

  it('are listed by the slug of their list', async () => {
    const { service, asked } = serviceOf([post(1), post(2)]);
    expect(idsOf(await service.listTagged(null, 'tag', page))).toEqual(['p2', 'p1']);
    expect(idsOf(await service.listInSeries(null, 'series', page))).toEqual(['p2', 'p1']);
    expect(asked).toEqual([{ tagId: 't', categoryId: undefined }, 's']);
  });

  it('are not found without such a list, or if none is published', async () => {
    const [some, none] = [serviceOf([post(1)]).service, serviceOf([post(1, { isPublished: false })]).service];
    expect(await codeOf(some.listTagged(null, 'other', page))).toBe('not-found');
    expect(await codeOf(some.listInSeries(null, 'other', page))).toBe('not-found');
    expect(await codeOf(none.listTagged(null, 'tag', page))).toBe('not-found');
    expect(await codeOf(none.listInSeries(null, 'series', page))).toBe('not-found');
  });

  it('are all listed for staff, with their status', async () => {
    const { service } = serviceOf([post(1), post(2, { isPublished: false })]);
    expect(await service.listAll(STAFF, page)).toMatchObject({
      items: [
        { id: 'p1', status: 'published' },
        { id: 'p2', status: 'draft' },
      ],
      total: 2,
      next: null,
    });
    expect(await codeOf(service.listAll(ADA, page))).toBe('forbidden');
  });
});

describe('similar posts', () => {
  it('are four others in the category', async () => {
    const { service, asked } = serviceOf([1, 2, 3, 4, 5, 6].map((day) => post(day, { categoryId: 3 })));
    expect((await service.similar(null, 'p5')).map(({ id }) => id)).toEqual(['p6', 'p4', 'p3', 'p2']);
    expect(asked).toEqual([{ limit: 5, categoryId: 3 }]);
    expect(await serviceOf([post(1)]).service.similar(null, 'p1')).toEqual([]);
    expect(await codeOf(serviceOf([post(1, { isPublished: false })]).service.similar(READER, 'p1'))).toBe('not-found');
  });
});

describe('one post', () => {
  const posts = [post(1), post(2, { isPublished: false }), post(3, { isPublished: false, trashedAt: at(4) })];
  const { service } = serviceOf(posts);

  it.each([
    [null, 'public', 'not-found'],
    [READER, 'public', 'not-found'],
    [ADA, 'staff', 'staff'],
    [{ ...ADA, id: 'bob' }, 'public', 'not-found'],
    [STAFF, 'staff', 'staff'],
  ] as const)('for %j is shown as %s, and unpublished as %s', async (viewer, published, unpublished) => {
    const shownAs = (id: string) =>
      service.byId(viewer, id).then(
        (one) => ('status' in one ? 'staff' : 'public'),
        ({ code }) => code,
      );
    expect([await shownAs('p1'), await shownAs('p2')]).toEqual([published, unpublished]);
  });

  it.each([
    [READER, 'forbidden', 'forbidden'],
    [ADA, 'done', 'done'],
    [{ ...ADA, id: 'bob' }, 'forbidden', 'not-found'],
    [STAFF, 'done', 'done'],
  ] as const)('is accessible to %j as an insider: %s, and unpublished: %s', async (actor, published, unpublished) => {
    expect(await codeOf(service.ofInsider(actor, 'p1'))).toBe(published);
    expect(await codeOf(service.ofInsider(actor, 'p2'))).toBe(unpublished);
    expect(await codeOf(service.ofInsider(STAFF, 'none'))).toBe('not-found');
  });

  it('is shown in its stored form as visitors will see it', async () => {
    const shown = await service.asItStands('p2');
    expect(shown).toMatchObject({ id: 'p2', title: 'T2', content: 'C' });
    expect(shown).not.toHaveProperty('status');
    expect(await service.asItStands('none')).toBeNull();
  });

  it('is in the trash for 30 days, for people who may see it', async () => {
    expect(await service.inTrash(STAFF, 'p3')).toEqual({
      trashedAt: at(4).toISOString(),
      keptUntil: new Date(at(4).getTime() + 30 * 86_400_000).toISOString(),
    });
    expect(await codeOf(service.inTrash(STAFF, 'p1'))).toBe('not-found');
    expect(await codeOf(service.inTrash({ ...ADA, id: 'bob' }, 'p3'))).toBe('not-found');
    for (const id of ['p3', 'none']) expect(await codeOf(service.inTrash(READER, id))).toBe('forbidden');
  });

  it('is removed by writers, unless it was edited or does not exist', async () => {
    const remove = (id: string, actor: typeof STAFF | typeof READER = STAFF) => codeOf(service.remove(actor, id));
    expect([await remove('p1'), await remove('p2'), await remove('none')]).toEqual(['done', 'conflict', 'not-found']);
    expect(await remove('p1', READER)).toBe('forbidden');
  });
});
