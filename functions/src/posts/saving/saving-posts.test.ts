import { CONFLICT_MARKERS, CONFLICT_MARKERS_LEFT } from '@inkwell/shared/conflict-markers';
import { OWN_POST_TEXTS } from '@inkwell/shared/own-posts';
import type { PostInput, PostPatch } from '@inkwell/shared/posts';
import { IN_REVIEW_TEXT } from '@inkwell/shared/reviews';
import { SCHEDULE_TEXTS } from '@inkwell/shared/schedule';
import { DEFAULT_SETTINGS } from '@inkwell/shared/settings';
import { MAX_PICTURES } from '@inkwell/shared/storage';
import { describe, expect, it } from 'vitest';
import type { StoredTag } from '../../tags/tags.converter.ts';
import { at, DRAFT, EDITS, LATER, now, TOO_MANY } from '../../testing/edits.ts';
import { cacheOf, partOf } from '../../testing/parts.ts';
import type { AuthorNames } from '../../users/authors.ts';
import { newPost, type StoredPost } from '../posts.converter.ts';
import type { PostRepository } from '../posts.repository.ts';
import { createPostService } from '../posts.service.ts';
import type { CreateOptions, Edit, UpdateOutcome } from './post-writes.repository.ts';

const STAFF = { id: 'mod', role: 'moderator' } as const;
const AUTHOR = { id: 'ada', role: 'user', writing: 'author' } as const;
const CONTRIBUTOR = { id: 'ada', role: 'user', writing: 'contributor' } as const;
const OTHER = { id: 'bob', role: 'user', writing: 'author' } as const;
const READER = { id: 'ada', role: 'user' } as const;
type Actor = typeof STAFF | typeof AUTHOR | typeof CONTRIBUTOR | typeof OTHER | typeof READER;

const INTERNAL = partOf<StoredTag>({ id: 'in', isInternal: true });
const INPUT = { title: 'T', content: 'C', isPublished: false };
const MARKED = `${CONFLICT_MARKERS.mine} words`;
const TOO_MANY_TEXT = `Too many pictures (at most ${MAX_PICTURES})`;

const postOf = (changes: Partial<StoredPost> = {}): StoredPost => ({
  ...newPost(INPUT, { id: 'p', authorId: 'ada', at }),
  ...changes,
});

interface Given {
  /** Null if there is none, or if it was deleted. */
  readonly post?: StoredPost | null;
  readonly after?: Partial<StoredPost>;
  readonly outcome?: UpdateOutcome['kind'];
}

function serviceOf({ post = postOf(), after = {}, outcome = 'updated' }: Given = {}) {
  const created: [StoredPost, CreateOptions][] = [];
  const updated: [string, Record<string, unknown>, Edit][] = [];
  const removed: unknown[] = [];
  const forgotten: string[] = [];
  const madeTags: unknown[] = [];
  const categories = cacheOf({ 4: { id: 4, name: 'Bread', icon: null, color: null } });
  const service = createPostService({
    settings: { site: async () => DEFAULT_SETTINGS },
    posts: partOf<PostRepository>({ find: async (id) => (id === 'p' ? post : null) }),
    writer: partOf({
      async create(...args: [StoredPost, CreateOptions]) {
        created.push(args);
        return post && args[0];
      },
      async update(...args: [string, Record<string, unknown>, Edit]) {
        updated.push(args);
        return { kind: outcome, post: { ...post, ...after }, before: post };
      },
    } as never),
    remover: partOf({
      async trash(...args: unknown[]) {
        removed.push(args);
        return 'trashed';
      },
      async undelete(...args: unknown[]) {
        removed.push(args);
        return post;
      },
    } as never),
    authors: cacheOf({ ada: partOf<AuthorNames>({ displayName: 'Ada L' }) }),
    categories: { ...categories, forget: (id) => void forgotten.push(id) },
    tagNames: cacheOf({ in: INTERNAL, in2: INTERNAL }),
    tags: partOf({
      known: async () => new Map([['known', 't']]) as never,
      async idsOf(...args: unknown[]) {
        madeTags.push(args);
        return ['t'];
      },
    }),
    seriesNames: cacheOf({ s: partOf({ name: 'Series', slug: 'series' }) }),
    series: partOf({}),
    seriesPosts: partOf({ beside: async () => ({ previous: null, next: null }) as never }),
    clock: { now: () => now },
  });
  return { service, created, updated, removed, forgotten, madeTags };
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message, options }) => (options?.body === undefined && message !== '' ? message : code),
  );
const thrownBy = (work: () => void) => {
  try {
    work();
    return 'done';
  } catch (error) {
    return (error as Error).message;
  }
};

const FAULTS = [
  ['a time that has passed', { publishAt: now.toISOString() }, SCHEDULE_TEXTS.past],
  ['both now and later', { publishAt: LATER, isPublished: true }, SCHEDULE_TEXTS.both],
  ['too many pictures', { content: TOO_MANY }, TOO_MANY_TEXT],
  ['an unknown category, before tags are made', { categoryId: 5, tags: ['new'] }, 'Unknown category'],
] as [string, Partial<PostInput>, string][];

describe('a new post', () => {
  it('is stored with its author, its time and its draft', async () => {
    const { service, created } = serviceOf();
    const input = { ...INPUT, excerpt: 'E', publishAt: LATER, draft: DRAFT };
    expect(await service.create(STAFF, 'n', input)).toMatchObject({ id: 'n', status: 'scheduled', excerpt: 'E' });
    const stored = { id: 'n', ...INPUT, excerpt: 'E', publishAt: new Date(LATER), createdAt: now, authorIds: ['mod'] };
    expect(created).toEqual([[expect.objectContaining(stored), { draft: { ...DRAFT, ownerId: 'mod' } }]]);
    await service.create(STAFF, 'n', INPUT);
    expect(created[1]).toEqual([expect.objectContaining({ publishAt: null }), { draft: undefined }]);
  });

  it.each([
    ...FAULTS,
    ['markers for readers', { content: MARKED, isPublished: true }, CONFLICT_MARKERS_LEFT],
    ['markers for later readers', { content: MARKED, publishAt: LATER }, CONFLICT_MARKERS_LEFT],
    ['markers for itself', { content: MARKED }, 'done'],
    ['a known category', { categoryId: 4, tags: ['new'] }, 'done'],
  ] as [string, Partial<PostInput>, string][])('with %s is refused or not', async (_name, changes, expected) => {
    const { service, created, madeTags } = serviceOf();
    expect(await refusalOf(service.create(STAFF, 'n', { ...INPUT, ...changes }))).toBe(expected);
    expect(created).toHaveLength(expected === 'done' ? 1 : 0);
    expect(madeTags).toHaveLength(expected === 'done' && 'tags' in changes ? 1 : 0);
  });

  it.each([
    ['a reader', READER, {}, 'Forbidden'],
    ['a contributor', CONTRIBUTOR, {}, 'done'],
    ['a contributor who publishes', CONTRIBUTOR, { isPublished: true }, OWN_POST_TEXTS.publishing],
    ['a contributor who schedules', CONTRIBUTOR, { publishAt: LATER }, OWN_POST_TEXTS.publishing],
    ['an author who publishes', AUTHOR, { isPublished: true }, 'done'],
    ['an author who names others', AUTHOR, { authorIds: ['bob'] }, OWN_POST_TEXTS.fields],
    ['an author who names themselves', AUTHOR, { authorIds: ['ada'] }, 'done'],
    ['an author with a slug', AUTHOR, { slug: 's' }, OWN_POST_TEXTS.fields],
    ['an author with an internal tag', AUTHOR, { tagIds: ['in'] }, OWN_POST_TEXTS.internalTag],
    ['an author with a named internal tag', AUTHOR, { tags: ['#in'] }, OWN_POST_TEXTS.internalTag],
    ['an author with a new tag', AUTHOR, { tags: ['new'] }, 'done'],
    ['a contributor with a new tag', CONTRIBUTOR, { tags: ['known', 'new'] }, OWN_POST_TEXTS.newTag],
    ['a contributor with a known tag', CONTRIBUTOR, { tags: ['known'] }, 'done'],
  ] as const)('by %s is created or not', async (_name, actor, changes, expected) => {
    const { service, created } = serviceOf();
    const input = { ...INPUT, ...changes } as unknown as typeof INPUT;
    expect(await refusalOf(service.create(actor, 'n', input))).toBe(expected);
    expect(created).toHaveLength(expected === 'done' ? 1 : 0);
  });

  it('is decided again in the transaction, for writers without staff rights', async () => {
    const { service, created } = serviceOf();
    await service.create(AUTHOR, 'n', { ...INPUT, isPublished: true });
    const decide = created[0]?.[1].decide;
    expect(thrownBy(() => decide?.(AUTHOR))).toBe('done');
    expect(thrownBy(() => decide?.(CONTRIBUTOR))).toBe(OWN_POST_TEXTS.publishing);
    expect(thrownBy(() => decide?.(READER))).toBe('Forbidden');
    expect(thrownBy(() => decide?.(null))).toBe('Forbidden');
  });

  it.each([
    [STAFF, { tags: ['new'] }, ['t']],
    [STAFF, { tagIds: ['in', 'a'] }, ['in', 'a']],
    [AUTHOR, { tags: ['new'] }, ['t']],
    [AUTHOR, { tagIds: ['a'] }, ['a']],
    [STAFF, {}, []],
  ] as const)('by %j with %j has the tags %j', async (actor, tags, tagIds) => {
    const { service, created, madeTags } = serviceOf();
    await service.create(actor, 'n', { ...INPUT, ...tags } as unknown as typeof INPUT);
    expect(created[0]?.[0].tagIds).toEqual(tagIds);
    expect(madeTags).toEqual('tags' in tags ? [[actor, ['new']]] : []);
  });

  it('is not created again after it was deleted', async () => {
    const refusal = await serviceOf({ post: null })
      .service.create(STAFF, 'n', INPUT)
      .catch((error) => error);
    expect(refusal).toMatchObject({ code: 'conflict', message: 'The post made by this request was deleted since' });
  });

  it('is returned with the names of its author and its category', async () => {
    const { service } = serviceOf();
    const made = await service.create(AUTHOR, 'n', { ...INPUT, categoryId: 4 });
    expect(made).toMatchObject({ category: { name: 'Bread' }, author: { displayName: 'Ada L' } });
  });

  it('looks up an unknown category once more', async () => {
    const { service, forgotten } = serviceOf();
    expect(await refusalOf(service.checkCategory(5))).toBe('Unknown category');
    expect(forgotten).toEqual(['5']);
    for (const id of [4, null, undefined]) expect(await refusalOf(service.checkCategory(id))).toBe('done');
    expect(forgotten).toEqual(['5']);
  });
});

describe('a changed post', () => {
  const EDIT = {
    actorId: 'mod',
    base: null,
    restoredId: null,
    isUndo: false,
    at: now,
    draft: undefined,
    source: undefined,
  };

  it.each([
    ...EDITS,
    ['tags', { tagIds: ['a', 'in'] }, { tagIds: ['a', 'in'] }, {}],
    ['names of tags', { tags: ['new'] }, { tagIds: ['t'] }, {}],
  ] as [string, PostPatch, object, object][])('is written with %s', async (_name, patch, fields, edit) => {
    const { service, updated } = serviceOf();
    expect(await service.update(STAFF, 'p', patch)).toMatchObject({ id: 'p', status: 'draft' });
    expect(updated).toStrictEqual([['p', { tagIds: undefined, ...fields }, { ...EDIT, ...edit }]]);
  });

  it('contains the restored revision, and where its undo information is stored', async () => {
    const { service, updated } = serviceOf();
    await service.update(STAFF, 'p', {}, 'r1');
    await service.change(STAFF, 'p', {}, { keptIn: 'shard', restoredId: 'r2' });
    expect(updated.map(([, , edit]) => [edit.restoredId, edit.keptIn])).toEqual([
      ['r1', undefined],
      ['r2', 'shard'],
    ]);
  });

  it.each(FAULTS)('is refused with %s', async (_name, patch, message) => {
    const { service, updated, madeTags } = serviceOf();
    const refusal = await service.update(STAFF, 'p', patch).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'bad-request', message });
    expect([updated, madeTags]).toEqual([[], []]);
  });

  it.each([
    ['a reader', READER, {}, { title: 'N' }, 'Forbidden'],
    ['another author', OTHER, {}, { title: 'N' }, 'Not found'],
    ['another author, published', OTHER, { isPublished: true }, { title: 'N' }, OWN_POST_TEXTS.others],
    ['its author', AUTHOR, { isPublished: true }, { title: 'N' }, 'done'],
    ['its contributor', CONTRIBUTOR, {}, { title: 'N' }, 'done'],
    ['its contributor, published', CONTRIBUTOR, { isPublished: true }, { title: 'N' }, OWN_POST_TEXTS.public],
    ['its contributor who publishes', CONTRIBUTOR, {}, { isPublished: true }, OWN_POST_TEXTS.publishing],
    ['its contributor who schedules', CONTRIBUTOR, {}, { publishAt: LATER }, OWN_POST_TEXTS.publishing],
    ['its contributor who undoes too late', CONTRIBUTOR, {}, { undo: true, publishAt: at.toISOString() }, 'done'],
    ['its author in review', AUTHOR, { inReviewSince: at }, { title: 'N' }, IN_REVIEW_TEXT],
    ['staff in review', STAFF, { inReviewSince: at }, { title: 'N' }, 'done'],
    ['its author, with a slug', AUTHOR, {}, { slug: 's' }, OWN_POST_TEXTS.fields],
    ['its author, with the slug it has', AUTHOR, { slug: 's' }, { slug: 's' }, 'done'],
    ['its author, with an internal tag', AUTHOR, {}, { tagIds: ['in'] }, OWN_POST_TEXTS.internalTag],
    ['its author, with the internal tag it has', AUTHOR, { tagIds: ['in'] }, { tagIds: ['in'] }, 'done'],
    ['its contributor, with a new tag', CONTRIBUTOR, {}, { tags: ['new'] }, OWN_POST_TEXTS.newTag],
  ] as [string, Actor, Partial<StoredPost>, PostPatch, string][])(
    'is allowed: %s',
    async (_name, actor, before, patch, expected) => {
      const { service, updated } = serviceOf({ post: postOf(before) });
      expect(await refusalOf(service.update(actor, 'p', patch))).toBe(expected);
      expect(updated).toHaveLength(expected === 'done' ? 1 : 0);
    },
  );

  it('must exist for writers without staff rights, who otherwise do not learn whether it does', async () => {
    const { service } = serviceOf({ post: null });
    expect(await refusalOf(service.update(AUTHOR, 'p', { title: 'N' }))).toBe('Not found');
    expect(await refusalOf(service.update(READER, 'p', { title: 'N' }))).toBe('Forbidden');
  });

  it('is decided again in the transaction, for writers without staff rights', async () => {
    const { service, updated } = serviceOf();
    await service.update(AUTHOR, 'p', { title: 'N' });
    await service.update(STAFF, 'p', { title: 'N' });
    const decide = updated[0]?.[2].decide;
    expect(thrownBy(() => decide?.(AUTHOR, postOf(), ['title']))).toBe('done');
    expect(thrownBy(() => decide?.(OTHER, postOf(), ['title']))).toBe('Not found');
    expect(thrownBy(() => decide?.(AUTHOR, postOf({ inReviewSince: at }), ['title']))).toBe(IN_REVIEW_TEXT);
    expect(updated[1]?.[2]).not.toHaveProperty('decide');
  });

  it.each([
    ['others stay that its authors do not see', AUTHOR, ['b'], undefined, ['b'], ['a']],
    ['none are written where all stay that they see', AUTHOR, ['a'], undefined, undefined, ['a']],
    ['a revision brings back no internal ones', AUTHOR, ['b', 'in2'], 'r1', ['b'], ['a']],
    ['staff see all', STAFF, ['b'], undefined, ['b'], undefined],
  ])('has tags: %s', async (_name, actor, tagIds, restoredId, written, seen) => {
    const { service, updated } = serviceOf({ post: postOf({ tagIds: ['in', 'a'] }) });
    await service.update(actor as Actor, 'p', { tagIds }, restoredId);
    expect(updated[0]?.[1].tagIds).toEqual(written);
    expect(updated[0]?.[2].seenTagIds).toEqual(seen);
  });

  it.each([
    ['not-found', 'Not found'],
    ['conflict-markers', CONFLICT_MARKERS_LEFT],
    ['conflict', 'conflict'],
  ] as const)('is refused by the writer: %s', async (outcome, expected) => {
    expect(await refusalOf(serviceOf({ outcome }).service.update(STAFF, 'p', {}))).toBe(expected);
  });

  it.each([
    ['ada', { id: 'ada', displayName: 'Ada L' }],
    [null, null],
  ])('returns the stored state in a conflict, by %s', async (lastEditedBy, shown) => {
    const { service } = serviceOf({ outcome: 'conflict', post: postOf({ lastEditedBy }) });
    const { options } = await service.update(STAFF, 'p', {}).catch((error) => error);
    expect(options.body).toMatchObject({ id: 'p', content: 'C', status: 'draft' });
    expect(options.body.lastEditedBy).toEqual(shown && expect.objectContaining(shown));
  });

  it.each([
    ['nothing', {}, {}, null],
    ['its category', {}, { categoryId: 4 }, { categoryId: null }],
    ['its publication', {}, { isPublished: true }, { isPublished: false }],
    ['no time that it still has', { publishAt: new Date(LATER) }, {}, null],
    ['its time', { publishAt: new Date(LATER) }, { publishAt: null }, { publishAt: new Date(LATER).toISOString() }],
  ] as const)('can be taken back: %s', async (_name, before, after, undo) => {
    const { service } = serviceOf({ post: postOf(before), after });
    const expected = undo && { ...undo, baseUpdatedAt: at.toISOString() };
    expect((await service.change(STAFF, 'p', {})).undo).toEqual(expected);
  });

  it('shows its series with its place, or none', async () => {
    const seriesOf = async (changes: Partial<StoredPost>) =>
      (await serviceOf({ post: postOf(changes) }).service.update(STAFF, 'p', {})).series;
    const shown = { name: 'Series', slug: 'series', place: 2, previous: null, next: null };
    expect(await seriesOf({ seriesId: 's', seriesPlace: 2 })).toEqual(shown);
    for (const changes of [{ seriesId: 's' }, { seriesPlace: 2 }, { seriesId: 'gone', seriesPlace: 2 }])
      expect(await seriesOf(changes)).toBeNull();
  });

  it.each([
    [READER, 'Forbidden', 0],
    [AUTHOR, 'done', 2],
    [STAFF, 'done', 2],
  ] as const)('is moved to the trash and back, by %j: %s', async (actor, expected, calls) => {
    const { service, removed } = serviceOf();
    expect(await refusalOf(service.remove(actor, 'p', { base: at, keptIn: 'shard' }))).toBe(expected);
    expect(await refusalOf(service.undelete(actor, 'p', { keptIn: 'shard' }))).toBe(expected);
    const decide = actor.role === 'user' && { decide: expect.any(Function) };
    const all = [
      ['p', actor.id, now, { base: at, keptIn: 'shard', ...decide }],
      ['p', actor.id, now, { keptIn: 'shard', ...decide }],
    ];
    expect(removed).toStrictEqual(all.slice(0, calls));
    expect(await refusalOf(serviceOf({ post: null }).service.undelete(STAFF, 'p'))).toBe('Not found');
  });
});
