import { OWN_POST_TEXTS } from '@inkwell/shared/own-posts';
import type { PostPatch } from '@inkwell/shared/posts';
import { IN_REVIEW_TEXT } from '@inkwell/shared/reviews';
import { DEFAULT_SETTINGS } from '@inkwell/shared/settings';
import { describe, expect, it } from 'vitest';
import type { StoredTag } from '../../tags/tags.converter.ts';
import { cacheOf, partOf } from '../../testing/parts.ts';
import { newPost, type StoredPost } from '../posts.converter.ts';
import type { PostRepository } from '../posts.repository.ts';
import { createPostService } from '../posts.service.ts';
import type { CreateOptions, Edit } from './post-writes.repository.ts';

/** When the stored text was last saved. */
const at = new Date('2026-01-10T10:00:00.000Z');
/** When the text is edited. */
const now = new Date('2026-01-15T10:00:00.000Z');
const LATER = '2026-02-01T10:00:00.000Z';
const DRAFT = { key: 'k', version: 2, sitting: 's' };
const STAFF = { id: 'mod', role: 'moderator' } as const;
const AUTHOR = { id: 'ada', role: 'user', writing: 'author' } as const;
const CONTRIBUTOR = { id: 'ada', role: 'user', writing: 'contributor' } as const;
const OTHER = { id: 'bob', role: 'user', writing: 'author' } as const;
const READER = { id: 'ada', role: 'user' } as const;
type Actor = typeof STAFF | typeof AUTHOR | typeof CONTRIBUTOR | typeof OTHER | typeof READER;

const INTERNAL = partOf<StoredTag>({ id: 'in', isInternal: true });
const INPUT = { title: 'T', content: 'C', isPublished: false };

const postOf = (changes: Partial<StoredPost> = {}): StoredPost => ({
  ...newPost(INPUT, { id: 'p', authorId: 'ada', at }),
  ...changes,
});

/** @param post null if there is none */
function serviceOf(post: StoredPost | null = postOf()) {
  const created: [StoredPost, CreateOptions][] = [];
  const updated: [string, Record<string, unknown>, Edit][] = [];
  const forgotten: string[] = [];
  const madeTags: unknown[] = [];
  const categories = cacheOf({ 4: { id: 4, name: 'Bread', icon: null, color: null } });
  const service = createPostService({
    settings: { site: async () => DEFAULT_SETTINGS },
    posts: partOf<PostRepository>({ find: async (id) => (id === 'p' ? post : null) }),
    writer: partOf({
      async create(...args: [StoredPost, CreateOptions]) {
        created.push(args);
        return args[0];
      },
      async update(...args: [string, Record<string, unknown>, Edit]) {
        updated.push(args);
        return { kind: 'updated', post, before: post };
      },
    } as never),
    remover: partOf({}),
    authors: cacheOf(),
    categories: { ...categories, forget: (id) => void forgotten.push(id) },
    tagNames: cacheOf({ in: INTERNAL, in2: INTERNAL }),
    tags: partOf({
      known: async () => new Map([['known', 't']]) as never,
      async idsOf(...args: unknown[]) {
        madeTags.push(args);
        return ['t'];
      },
    }),
    seriesNames: cacheOf(),
    series: partOf({}),
    seriesPosts: partOf({}),
    clock: { now: () => now },
  });
  return { service, created, updated, forgotten, madeTags };
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

/** Patches from a moderator, each with the fields that it changes and the other properties of the stored edit. */
const EDITS: [name: string, patch: PostPatch, fields: object, edit: object][] = [
  ['fields', { title: 'We', slug: 'we' }, { title: 'We', slug: 'we' }, {}],
  ['a base', { baseUpdatedAt: at.toISOString() }, {}, { base: at }],
  ['a draft', { draft: DRAFT }, {}, { draft: { ...DRAFT, ownerId: 'mod' } }],
  ['a time', { publishAt: LATER }, { publishAt: new Date(LATER) }, {}],
  ['no time', { publishAt: null }, { publishAt: null }, {}],
  ['the time before', { basePublishAt: LATER }, {}, { basePlan: new Date(LATER) }],
  ['no time before', { basePublishAt: null }, {}, { basePlan: null }],
  ['an undo', { undo: true, publishAt: LATER }, { publishAt: new Date(LATER) }, { isUndo: true }],
  ['an undo too late', { undo: true, publishAt: now.toISOString() }, {}, { isUndo: true }],
  ['tags', { tagIds: ['a', 'in'] }, { tagIds: ['a', 'in'] }, {}],
  ['names of tags', { tags: ['new'] }, { tagIds: ['t'] }, {}],
];

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
    ['a known', 4, 'done', 1],
    ['an unknown', 5, 'Unknown category', 0],
  ])('makes its tags only with %s category, and so does a change', async (_name, categoryId, expected, made) => {
    const { service, created, updated, madeTags } = serviceOf();
    const fields = { categoryId, tags: ['new'] };
    expect(await refusalOf(service.create(STAFF, 'n', { ...INPUT, ...fields }))).toBe(expected);
    expect([created.length, madeTags.length]).toEqual([made, made]);
    expect(await refusalOf(service.update(STAFF, 'p', fields))).toBe(expected);
    expect([updated.length, madeTags.length]).toEqual([made, 2 * made]);
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

  it.each(EDITS)('is written with %s', async (_name, patch, fields, edit) => {
    const { service, updated } = serviceOf();
    expect(await service.update(STAFF, 'p', patch)).toMatchObject({ id: 'p', status: 'draft' });
    expect(updated).toStrictEqual([['p', { tagIds: undefined, ...fields }, { ...EDIT, ...edit }]]);
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
      const { service, updated } = serviceOf(postOf(before));
      expect(await refusalOf(service.update(actor, 'p', patch))).toBe(expected);
      expect(updated).toHaveLength(expected === 'done' ? 1 : 0);
    },
  );

  it('must exist for writers without staff rights, who otherwise do not learn whether it does', async () => {
    const { service } = serviceOf(null);
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
    const { service, updated } = serviceOf(postOf({ tagIds: ['in', 'a'] }));
    await service.update(actor as Actor, 'p', { tagIds }, restoredId);
    expect(updated[0]?.[1].tagIds).toEqual(written);
    expect(updated[0]?.[2].seenTagIds).toEqual(seen);
  });
});
