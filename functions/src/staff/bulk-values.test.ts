import { TAG_LIMITS, TOO_MANY_TAGS } from '@inkwell/shared/tags';
import { describe, expect, it } from 'vitest';
import { api, pagesOf } from '../testing/api.ts';
import { seedPost, storedActs, storedAll, storedPost } from '../testing/posts.ts';
import { clock } from '../testing/server.ts';
import { signInEach } from '../testing/users.ts';

const BULK = '/api/admin/posts/bulk';
const RUNS = `${BULK}/runs`;

const { admin, moderator, author, reader } = signInEach({
  admin: { role: 'admin' },
  moderator: { role: 'moderator' },
  author: { writing: 'author' },
  reader: {},
});

const run = (body: object) => api.post(RUNS, body, moderator);
const undo = (id: string) => api.patch(`${RUNS}/${id}`, { wanted: 'undone' }, moderator);
const listed = async (id: string): Promise<string[]> =>
  (await api.get(`/api/posts/${id}`, moderator)).body.tags.map(({ name }: { name: string }) => name);
const tagged = (tags: string[]) => seedPost({ tags });

describe('bulk changes of tags', () => {
  it('add and remove some, keep the others, and can be undone', async () => {
    const [tea, milk, none] = [await tagged(['Tea', 'Hot']), await tagged(['Milk']), await tagged([])];

    const { status, body } = await run({
      action: 'tags',
      add: ['Drinks', 'tea'],
      remove: ['Milk', 'Unknown'],
      filter: {},
      count: 3,
    });

    expect([status, body]).toMatchObject([201, { action: 'tags', status: 'done', changed: 3, failed: 0 }]);
    expect(await listed(tea.id)).toEqual(['Tea', 'Hot', 'Drinks']);
    expect(await listed(milk.id)).toEqual(['Drinks', 'Tea']);
    expect(await listed(none.id)).toEqual(['Drinks', 'Tea']);
    expect(Object.values(await storedAll('tags')).map(({ name }) => name)).not.toContain('Unknown');
    clock.advance(1_000);
    await api.patch(`/api/posts/${milk.id}`, { title: 'Edited since' }, moderator);

    const undone = await undo(body.id);
    const again = await undo(body.id);

    const failures = [{ id: milk.id, message: 'Conflict' }];
    expect(undone.body).toMatchObject({ isUndo: true, changed: 2, failed: 1, failures });
    expect(again.body).toEqual(undone.body);
    expect([await listed(tea.id), await listed(milk.id), await listed(none.id)]).toEqual([
      ['Tea', 'Hot'],
      ['Drinks', 'Tea'],
      [],
    ]);
  });

  it('skip posts that would have too many, and report it', async () => {
    const full = await tagged(Array.from({ length: TAG_LIMITS.perPost }, (_, n) => `Tag ${n}`));
    const other = await tagged([]);
    const ids = [full.id, other.id];

    const first = await api.post(BULK, { action: 'tags', ids, add: ['One more'], remove: [] }, moderator);

    expect(first.body.results).toMatchObject([
      { id: full.id, ok: false, status: 400, message: TOO_MANY_TAGS, undo: null },
      { id: other.id, ok: true, undo: { tagIds: [] } },
    ]);
    const swapped = { action: 'tags', ids, add: ['One more'], remove: ['Tag 0'] };
    expect((await api.post(BULK, swapped, moderator)).body.results).toMatchObject([{ ok: true }, { undo: null }]);
    expect(await listed(full.id)).toHaveLength(TAG_LIMITS.perPost);
    expect((await api.post(BULK, { action: 'tags', ids, add: [], remove: [] }, moderator)).status).toBe(400);
  });
});

describe('bulk changes of authors, series and featured posts', () => {
  it('set values, and can be undone', async () => {
    const series = (await api.post('/api/admin/series', { name: 'Letters' }, moderator)).body;
    const own = { authorIds: [moderator.id, author.id], seriesId: series.id, seriesPlace: 7, isFeatured: true };
    const older = await seedPost(own);
    clock.advance(1_000);
    const newer = await seedPost({ authorId: moderator.id });
    const ids = [newer.id, older.id];
    const before = [await storedPost(newer.id), await storedPost(older.id)];
    const valuesOf = (post: (typeof before)[number]) =>
      [post?.authorIds, post?.authorId, post?.seriesId, post?.seriesPlace, post?.isFeatured] as const;
    const into = (await api.post('/api/admin/series', { name: 'Stamps' }, moderator)).body;

    for (const [change, expected] of [
      [
        { action: 'authors', authorIds: [author.id] },
        { authorIds: [author.id], authorId: author.id },
      ],
      [{ action: 'series', seriesId: into.id }, { seriesId: into.id }],
      [{ action: 'featured', isFeatured: false }, { isFeatured: false }],
    ] as const) {
      const { body } = await run({ ...change, filter: {}, count: 2 });
      expect(body).toMatchObject({ status: 'done', done: 2, failed: 0 });
      for (const id of ids) expect(await storedPost(id)).toMatchObject(expected);
      if (change.action === 'series') {
        const places = await Promise.all([older, newer].map(async ({ id }) => (await storedPost(id))?.seriesPlace));
        expect(places).toEqual([1, 2]);
      }
      expect((await undo(body.id)).body).toMatchObject({ isUndo: true, status: 'done', failed: 0 });
    }

    expect([await storedPost(newer.id), await storedPost(older.id)].map(valuesOf)).toEqual(before.map(valuesOf));
  });

  it('skip posts for which the single call is refused', async () => {
    const { id } = await seedPost();
    const act = async (change: object) => (await api.post(BULK, { ids: [id], ...change }, moderator)).body.results[0];

    expect(await act({ action: 'authors', authorIds: [reader.id] })).toMatchObject({ ok: false, status: 400 });
    expect(await act({ action: 'authors', authorIds: ['nobody'] })).toMatchObject({ message: 'Unknown author' });
    expect(await act({ action: 'series', seriesId: 'nothing' })).toMatchObject({ message: 'Unknown series' });
    expect((await api.post(BULK, { ids: [id], action: 'authors', authorIds: [] }, moderator)).status).toBe(400);
    expect((await api.post(BULK, { ids: [id], action: 'featured' }, moderator)).status).toBe(400);
  });
});

describe('the activity of a bulk action', () => {
  it('has an entry for each post, shown as one, with the entries behind it', async () => {
    for (let n = 0; n < 24; n += 1) await seedPost({ title: `Post ${n}` });
    await api.post('/api/posts', { title: 'Before', content: 'C' }, moderator);
    clock.advance(1_000);
    const { body } = await run({ action: 'tags', add: ['Tea'], remove: [], filter: {}, count: 25 });
    clock.advance(1_000);
    await undo(body.id);
    clock.advance(1_000);
    const alone = await seedPost({ title: 'Alone' });
    await api.post(BULK, { action: 'featured', isFeatured: true, ids: [alone.id] }, moderator);
    const list = (query: string) => api.get(`/api/admin/activity?actorId=${moderator.id}&${query}`, admin);

    const acts = (await storedActs()).filter(({ runId }) => runId === body.id);
    expect(acts).toHaveLength(25);
    expect(new Set(acts.map(({ target }) => target)).size).toBe(25);
    const shown = await list('limit=4');
    const undoId = `${body.id}-undo`;
    expect(shown.body).toMatchObject([
      { action: 'post.edit', target: { id: alone.id }, run: null },
      { id: undoId, action: 'post.edit', run: { id: undoId, count: 25 } },
      { id: body.id, action: 'post.edit', run: { id: body.id, count: 25 } },
      { action: 'tag.create', run: null },
    ]);
    expect(shown.reads).toBeLessThanOrEqual(53 + 3 + 4);

    const one = await list(`limit=20&runId=${body.id}`);
    expect([one.body.length, one.headers.get('x-total-count')]).toEqual([20, '25']);
    expect(one.body[0]).toMatchObject({ run: null, target: { kind: 'posts' } });
    expect((await list(`limit=4&targetId=${one.body[0].target.id}`)).body).toHaveLength(2);
  });

  it('continues with the following entries on the next page', async () => {
    for (let n = 0; n < 3; n += 1) {
      await api.post('/api/posts', { title: `Post ${n}`, content: 'C' }, moderator);
      clock.advance(1_000);
    }
    const { body } = await run({ action: 'featured', isFeatured: true, filter: {}, count: 3 });

    const acts = (await pagesOf('/api/admin/activity?limit=2', admin)).flatMap((page) => page.body);

    expect(acts.map(({ id, action }) => (id === body.id ? 'run' : action))).toEqual([
      'run',
      'post.create',
      'post.create',
      'post.create',
    ]);
  });
});
