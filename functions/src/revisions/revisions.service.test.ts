import { describe, expect, it } from 'vitest';
import type { PageRequest } from '../common/paging.ts';
import { newPost } from '../posts/posts.converter.ts';
import { cacheOf, partOf } from '../testing/parts.ts';
import type { AuthorNames } from '../users/authors.ts';
import { foundRevision, type StoredRevision } from './revisions.converter.ts';
import type { RevisionRepository } from './revisions.repository.ts';
import { createRevisionService } from './revisions.service.ts';
import { thinOutRevisions } from './thin-out.ts';

const at = new Date('2026-01-15T10:00:00.000Z');
const ADA = { id: 'ada', role: 'user', writing: 'contributor' } as const;
const READER = { id: 'ada', role: 'user' } as const;
const PAGE: PageRequest = { limit: 20, after: null };

const revisionOf = (changes: Partial<StoredRevision> = {}): StoredRevision => ({
  ...foundRevision(
    newPost(
      { title: 'T', content: 'Some words', isPublished: false, excerpt: 'E', categoryId: 4 },
      { id: 'p', authorId: 'ada', at },
    ),
  ),
  reason: 'save',
  editorId: 'ada',
  restoredId: 'r0',
  wordsRemoved: 1,
  ...changes,
});

function serviceOf(stored: readonly StoredRevision[], refusal?: Error) {
  const checked: unknown[] = [];
  const updated: unknown[] = [];
  const service = createRevisionService({
    revisions: partOf<RevisionRepository>({
      list: async (_, { limit }) => ({ items: stored.slice(0, limit), total: stored.length }),
      find: async (postId, id) => stored.find((one) => one.postId === postId && one.id === id) ?? null,
    }),
    async check(...args) {
      checked.push(args);
      if (refusal) throw refusal;
    },
    restored: ['title', 'content', 'categoryId'],
    async update(...args) {
      updated.push(args);
      return 'saved';
    },
    authors: cacheOf({ ada: partOf<AuthorNames>({ displayName: 'Ada L' }) }),
    categories: cacheOf({ 4: { id: 9, name: 'Merged', icon: null, color: null } }),
  });
  return { service, checked, updated };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message }) => code ?? message,
  );

describe('the revisions of a post', () => {
  const id = String(at.getTime());
  const CARD = {
    id,
    postId: 'p',
    title: 'T',
    excerpt: 'E',
    reason: 'save',
    restoredId: 'r0',
    wordsAdded: 2,
    wordsRemoved: 1,
    createdAt: at.toISOString(),
    editor: { id: 'ada', displayName: 'Ada L' },
    categoryId: 9,
  };

  it('are listed without their texts, and continue after the last one of a page', async () => {
    const { service, checked } = serviceOf([revisionOf(), revisionOf({ id: 'r2', editorId: null, categoryId: null })]);
    const { items, total, next } = await service.list(ADA, 'p', PAGE);
    expect(items).toMatchObject([CARD, { id: 'r2', editor: null, categoryId: null }]);
    expect(items[0]).not.toHaveProperty('content');
    expect([total, next]).toEqual([2, null]);
    expect(checked).toEqual([[ADA, 'p']]);
    expect((await service.list(ADA, 'p', { ...PAGE, limit: 1 })).next).toEqual({ createdAtMs: at.getTime(), id });
  });

  it('are read with their texts, one at a time', async () => {
    const { service, checked } = serviceOf([revisionOf()]);
    expect(await service.byId(ADA, 'p', id)).toMatchObject({ ...CARD, content: 'Some words' });
    expect(checked).toEqual([[ADA, 'p']]);
    expect(await codeOf(service.byId(ADA, 'p', 'none'))).toBe('not-found');
    expect(await codeOf(service.byId(ADA, 'p2', id))).toBe('not-found');
  });

  it('have no deleted category', async () => {
    const { service } = serviceOf([revisionOf({ categoryId: 5 })]);
    expect((await service.byId(ADA, 'p', id)).categoryId).toBeNull();
  });

  it('are shown only to people who may see the post', async () => {
    const { service } = serviceOf([revisionOf()], new Error('refused'));
    expect(await codeOf(service.list(ADA, 'p', PAGE))).toBe('refused');
    expect(await codeOf(service.byId(ADA, 'p', id))).toBe('refused');
  });

  it('are restored by an update of their fields, based on the version that the caller has seen', async () => {
    const { service, updated } = serviceOf([revisionOf()]);
    expect(await service.restore(ADA, 'p', id, {})).toBe('saved');
    await service.restore(ADA, 'p', id, { baseUpdatedAt: at.toISOString() });
    const fields = { title: 'T', content: 'Some words', categoryId: 4 };
    expect(updated).toStrictEqual([
      [ADA, 'p', fields, id],
      [ADA, 'p', { ...fields, baseUpdatedAt: at.toISOString() }, id],
    ]);
  });

  it('can be restored by writers, if they exist', async () => {
    const { service, updated } = serviceOf([revisionOf()]);
    expect(await codeOf(service.restore(READER, 'p', id, {}))).toBe('forbidden');
    expect(await codeOf(service.restore(ADA, 'p', 'none', {}))).toBe('not-found');
    expect(updated).toEqual([]);
  });

  it('are thinned out when they are due, 100 at a time', async () => {
    const due = [{ path: 'a' }, { path: 'b' }] as never[];
    const asked: unknown[] = [];
    const thinned: unknown[] = [];
    const revisions = {
      async due(...args: unknown[]) {
        asked.push(args);
        return due;
      },
      async thinOut(one: unknown) {
        thinned.push(one);
        return true;
      },
    };
    expect(await thinOutRevisions({ revisions, clock: { now: () => at } })).toBe(2);
    expect([asked, thinned]).toEqual([[[at, 100]], due]);
  });
});
