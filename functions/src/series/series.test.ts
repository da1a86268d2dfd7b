import type { StaffPost } from '@inkwell/shared/posts';
import type { StaffSeries } from '@inkwell/shared/series';
import { FieldValue } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { createJobTable } from '../jobs/jobs.repository.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { leaveSeriesIn } from '../posts/series/series-posts.repository.ts';
import { api, pagesOf, type TestAnswer } from '../testing/api.ts';
import { seedPost } from '../testing/posts.ts';
import { recountSeries } from '../testing/recount.ts';
import { clock, db } from '../testing/server.ts';
import { signInEach, type TestUser } from '../testing/users.ts';
import { seriesJob } from './series.job.ts';
import { createSeriesRepository } from './series.repository.ts';

const { admin, moderator } = signInEach({ admin: { role: 'admin' }, moderator: { role: 'moderator' } });

const create = async (name: string, more = {}) =>
  (await api.post('/api/admin/series', { name, ...more }, moderator)).body as StaffSeries;

const write = async (title: string, given: object = {}) => {
  clock.advance(1_000);
  const text = { title, content: 'It snows.', isPublished: true };
  return (await api.post('/api/posts', { ...text, ...given }, moderator)).body as StaffPost;
};

const save = (id: string, change: object) => api.patch(`/api/posts/${id}`, change, moderator);

const titlesIn = ({ body }: TestAnswer): string[] => body.map(({ title }: { title: string }) => title);
const titles = async (path: string, user?: TestUser) => titlesIn(await api.get(path, user));

/** Previous title, place, next title. */
const besides = async (id: string, user?: TestUser) => {
  const { series } = (await api.get(`/api/posts/${id}`, user)).body as StaffPost;
  return series && [series.previous?.title ?? null, series.place, series.next?.title ?? null];
};

describe('the series of a post', () => {
  it('is returned with its place and the adjacent published posts', async () => {
    const { id: seriesId } = await create('A house in winter');
    const one = await write('One', { seriesId });
    const two = await write('Two', { seriesId });
    const draft = await write('Draft', { seriesId, isPublished: false });
    const four = await write('Four', { seriesId });
    const alone = await write('Alone');

    expect([one.seriesPlace, two.seriesPlace, draft.seriesPlace, four.seriesPlace]).toEqual([1, 2, 3, 4]);
    expect((await api.get(`/api/posts/${two.id}`)).body.series).toEqual({
      name: 'A house in winter',
      slug: 'a-house-in-winter',
      place: 2,
      previous: { id: one.id, title: 'One', slug: null, excerpt: null, featuredImage: null },
      next: { id: four.id, title: 'Four', slug: null, excerpt: null, featuredImage: null },
    });
    expect(await besides(one.id)).toEqual([null, 1, 'Two']);
    expect(await besides(four.id)).toEqual(['Two', 4, null]);
    expect(await besides(draft.id, moderator)).toEqual(['Two', 3, 'Four']);
    expect(await besides(alone.id)).toBeNull();
    expect(alone).toMatchObject({ seriesId: null, seriesPlace: null, series: null });
  });

  it('orders posts with the same place by their first publication, then by id', async () => {
    const { id: seriesId } = await create('Winter');
    const late = await write('Late', { seriesId, seriesPlace: 1, isPublished: false });
    await write('First', { seriesId, seriesPlace: 1 });
    await write('Second', { seriesId, seriesPlace: 1 });
    expect(await besides(late.id, moderator)).toEqual(['Second', 1, null]);

    clock.advance(1_000);
    await save(late.id, { isPublished: true });
    await write('Before', { seriesId, seriesPlace: 1 });
    await save(late.id, { isPublished: false });

    expect(await titles('/api/posts?series=winter')).toEqual(['First', 'Second', 'Before']);
    expect(await besides(late.id, moderator)).toEqual(['Second', 1, 'Before']);
  });

  it('lists its published posts in order, also in pages', async () => {
    const { id: seriesId } = await create('Winter');
    for (const [title, seriesPlace] of [
      ['E', 9],
      ['A', 1],
      ['C', 3],
      ['B', 2],
      ['D', 3],
    ] as const)
      await write(title, { seriesId, seriesPlace });
    await write('Elsewhere');

    const pages = await pagesOf('/api/posts?series=winter&limit=2');
    expect(pages[0]?.headers.get('x-total-count')).toBe('5');
    expect(pages.flatMap(titlesIn)).toEqual(['A', 'B', 'C', 'D', 'E']);
    const cursorOfOtherList = Buffer.from('1763000000000.abc').toString('base64url');
    expect((await api.get(`/api/posts?series=winter&cursor=${cursorOfOtherList}`)).status).toBe(400);
    expect((await api.get('/api/posts?series=summer')).status).toBe(404);
    await create('Summer');
    expect((await api.get('/api/posts?series=summer')).status).toBe(404);
  });

  it('counts only published posts, through trash, restoring, schedules and other series', async () => {
    const [winter, summer] = [await create('Winter'), await create('Summer')];
    const counts = async () => {
      const found = (await api.get('/api/admin/series', moderator)).body as StaffSeries[];
      return Object.fromEntries(found.map(({ name, postCount }) => [name, postCount]));
    };
    const post = await write('One', { seriesId: winter.id });
    expect(await counts()).toEqual({ Winter: 1, Summer: 0 });

    const soon = new Date(clock.now().getTime() + 3_600_000).toISOString();
    await write('Soon', { seriesId: winter.id, isPublished: false, publishAt: soon });
    expect(await counts()).toEqual({ Winter: 1, Summer: 0 });

    const moved = await save(post.id, { seriesId: summer.id });
    expect(moved.body).toMatchObject({ seriesId: summer.id, seriesPlace: 1, series: { name: 'Summer' } });
    expect(await counts()).toEqual({ Winter: 0, Summer: 1 });

    await api.delete(`/api/posts/${post.id}`, moderator);
    expect(await counts()).toEqual({ Winter: 0, Summer: 0 });
    const back = await api.post(`/api/posts/${post.id}/undelete`, undefined, moderator);
    expect(back.body).toMatchObject({ isPublished: false, seriesId: summer.id, seriesPlace: 1 });
    await save(post.id, { isPublished: true });
    expect(await counts()).toEqual({ Winter: 0, Summer: 1 });

    const out = await save(post.id, { seriesId: null, seriesPlace: 7 });
    expect(out.body).toMatchObject({ seriesId: null, seriesPlace: null, series: null });
    expect([await counts(), await recountSeries(db)]).toEqual([{ Winter: 0, Summer: 0 }, []]);
  });

  it('is kept by a save without a place, and refused for unknown ids and places', async () => {
    const { id: seriesId } = await create('Winter');
    const post = await write('One', { seriesId, seriesPlace: 4 });

    expect((await save(post.id, { seriesId, seriesPlace: null })).body.seriesPlace).toBe(4);
    expect((await save(post.id, { title: 'New' })).body).toMatchObject({ seriesId, seriesPlace: 4 });
    expect((await save(post.id, { seriesPlace: 2 })).body).toMatchObject({ seriesId, seriesPlace: 2 });
    for (const change of [
      { seriesId: 'unknown' },
      { seriesId: '' },
      { seriesId: 3 },
      { seriesPlace: 0 },
      { seriesPlace: 1.5 },
      { seriesPlace: 10_000 },
      { seriesPlace: '2' },
    ]) {
      expect([change, (await save(post.id, change)).status]).toEqual([change, 400]);
    }
    expect((await save(post.id, { seriesPlace: 9_999 })).status).toBe(200);
    expect((await write('Last', { seriesId })).seriesPlace).toBe(9_999);
  });

  it('is empty for older documents, which lack the fields', async () => {
    const { id: seriesId } = await create('Winter');
    const old = await seedPost({ authorId: admin.id });
    await db.doc(`posts/${old.id}`).update({ seriesId: FieldValue.delete(), seriesPlace: FieldValue.delete() });

    expect((await api.get(`/api/posts/${old.id}`)).body).toMatchObject({
      seriesId: null,
      seriesPlace: null,
      series: null,
    });
    expect((await save(old.id, { title: 'New' })).body).toMatchObject({ seriesId: null, seriesPlace: null });
    expect((await save(old.id, { seriesId })).body).toMatchObject({ seriesId, seriesPlace: 1 });
    expect(await titles('/api/posts?series=winter')).toEqual(['New']);
    expect(await recountSeries(db)).toEqual([]);
  });

  it('returns with a revision, and does not change with an older one', async () => {
    const { id: seriesId } = await create('Winter');
    const post = await write('One', { seriesId });
    await save(post.id, { seriesId: null });
    const revisions = (await api.get(`/api/posts/${post.id}/revisions`, moderator)).body as { id: string }[];
    const restore = (id: string | undefined) =>
      api.post(`/api/posts/${post.id}/revisions/${id}/restore`, {}, moderator);

    expect((await restore(revisions.at(-1)?.id)).body).toMatchObject({ seriesId, seriesPlace: 1 });

    const older = db.doc(`posts/${post.id}/revisions/${revisions[0]?.id}`);
    await older.update({ seriesId: FieldValue.delete(), seriesPlace: FieldValue.delete(), title: 'Older' });
    expect((await restore(revisions[0]?.id)).body).toMatchObject({ title: 'Older', seriesId, seriesPlace: 1 });
    expect(await recountSeries(db)).toEqual([]);
  });
});

describe('a series', () => {
  it('has a unique name and address, and keeps its earlier addresses', async () => {
    const winter = await create('Winter');
    expect((await api.get(`/api/admin/series/${winter.id}`, moderator)).body).toMatchObject({
      id: winter.id,
      postCount: 0,
    });

    const again = await api.post('/api/admin/series', { name: 'ＷＩＮＴＥＲ' }, moderator);
    expect([again.status, again.body.id]).toEqual([409, winter.id]);
    expect(await create('Winter?')).toMatchObject({ slug: 'winter-2' });
    expect((await api.post('/api/admin/series', { name: 'Other', slug: 'winter' }, moderator)).status).toBe(409);
    for (const slug of ['..', 'a b', 'A', '-a', 'a/b', '🍵'])
      expect([slug, (await api.patch(`/api/admin/series/${winter.id}`, { slug }, moderator)).status]).toEqual([
        slug,
        400,
      ]);
    // A tag may have the same name and slug.
    expect((await api.post('/api/admin/tags', { name: 'Winter' }, moderator)).body.slug).toBe('winter');

    await write('One', { seriesId: winter.id });
    await api.patch(`/api/admin/series/${winter.id}`, { name: 'Snow', slug: 'snow', description: 'Cold' }, moderator);
    expect((await api.get('/api/series/winter')).body).toMatchObject({ name: 'Snow', slug: 'snow', postCount: 1 });
    expect((await api.get('/api/series')).body).toEqual([
      { name: 'Snow', slug: 'snow', description: 'Cold', picture: null, postCount: 1 },
    ]);
    expect((await api.get('/api/admin/series?q=sn', moderator)).body).toHaveLength(1);
  });

  it('is put in order, with an edit for each changed place', async () => {
    const { id: seriesId } = await create('Winter');
    const [a, b, c] = [
      await write('A', { seriesId }),
      await write('B', { seriesId, isPublished: false }),
      await write('C', { seriesId, seriesPlace: 9 }),
    ];
    const trashed = await write('Trashed', { seriesId });
    await api.delete(`/api/posts/${trashed.id}`, moderator);
    const order = (ids: string[]) => api.put(`/api/admin/series/${seriesId}/order`, { ids }, moderator);
    expect(await titles(`/api/admin/series/${seriesId}/posts`, moderator)).toEqual(['A', 'B', 'C']);

    for (let n = 0; n < 2; n += 1) expect((await order([a.id, c.id, b.id])).status).toBe(204);

    expect(await titles(`/api/admin/series/${seriesId}/posts`, moderator)).toEqual(['A', 'C', 'B']);
    expect(await besides(c.id)).toEqual(['A', 2, null]);
    expect((await api.get(`/api/posts/${a.id}/revisions`, moderator)).body).toHaveLength(1);
    expect((await api.get(`/api/posts/${c.id}/revisions`, moderator)).body).toHaveLength(2);
    // An open editor is told about the change.
    expect((await save(c.id, { title: 'X', baseUpdatedAt: c.updatedAt })).status).toBe(409);
    for (const ids of [[a.id], [a.id, b.id, c.id, trashed.id], [a.id, b.id, 'unknown']])
      expect((await order(ids)).status).toBe(409);
    expect((await order([a.id, a.id])).status).toBe(400);
  });

  it('of 500 posts is ordered post by post, with an edit only for each changed place', {
    tags: 'thorough',
    timeout: 60_000,
  }, async () => {
    const { id: seriesId } = await create('Long');
    const post = await write('P', { seriesId });
    const stored = (await db.doc(`posts/${post.id}`).get()).data();
    const writer = db.bulkWriter();
    const idOf = (n: number) => `p${String(n).padStart(3, '0')}`;
    // The place 250 is free.
    for (let n = 1; n < 500; n += 1)
      void writer.set(db.doc(`posts/${idOf(n)}`), { ...stored, title: idOf(n), seriesPlace: n < 250 ? n : n + 1 });
    await db.doc(`posts/${post.id}`).update({ seriesPlace: 501 });
    await writer.close();
    const path = `/api/admin/series/${seriesId}`;
    const shown = (): Promise<string[]> => titles(`${path}/posts`, moderator);
    const order = await shown();
    expect(order).toHaveLength(500);
    const move = async (id: string, after: string | null) => {
      const answer = await api.patch(`${path}/order`, { id, after }, moderator);
      expect(answer.status).toBe(204);
      const from = order.findIndex((title: string) => title === (id === post.id ? 'P' : id));
      const [moved = ''] = order.splice(from, 1);
      order.splice(after === null ? 0 : order.indexOf(after) + 1, 0, moved);
      expect(await shown()).toEqual(order);
      return answer;
    };
    const revisions = async (n: number) => (await db.collection(`posts/${idOf(n)}/revisions`).get()).size;

    // Between two places, next to an adjacent post upwards and downwards, again, and to the beginning.
    await move(post.id, idOf(249));
    expect((await api.get(`/api/posts/${post.id}`)).body.seriesPlace).toBe(250);
    await move(idOf(10), idOf(8));
    await move(idOf(20), idOf(21));
    expect((await move(idOf(20), idOf(21))).writes).toBe(0);
    await move(idOf(3), null);

    expect(await Promise.all([1, 2, 3, 4, 9, 10, 11, 20, 21, 22, 249, 251].map(revisions))).toEqual([
      ...[1, 1, 1, 0, 1, 1, 0, 1, 1, 0, 0, 0],
    ]);
    for (const body of [
      { id: idOf(1), after: 'unknown' },
      { id: 'unknown', after: null },
    ])
      expect((await api.patch(`${path}/order`, body, moderator)).status).toBe(409);
    expect((await api.patch(`${path}/order`, { id: idOf(1), after: idOf(1) }, moderator)).status).toBe(400);
  });

  it('that is deleted leaves its posts, including those in the trash, in drafts and after a killed job', async () => {
    const series = await create('Winter');
    const [one, two] = [await write('One', { seriesId: series.id }), await write('Two', { seriesId: series.id })];
    const trashed = await write('Trashed', { seriesId: series.id });
    await api.delete(`/api/posts/${trashed.id}`, moderator);
    // The series is deleted, and its job has not started.
    const repository = createSeriesRepository(db, { pictures: createPictureTable(db), jobs: createJobTable(db) });
    await repository.end(series.id, null, seriesJob(series.id, admin.id), { actorId: admin.id, at: clock.now() });
    clock.advance(31_000);

    expect((await api.get(`/api/posts/${one.id}`)).body).toMatchObject({ seriesId: null, series: null });
    expect((await api.get('/api/series/winter')).status).toBe(404);
    // An open editor saves its outdated state.
    expect((await save(one.id, { title: 'New', seriesId: series.id, seriesPlace: 1 })).status).toBe(200);
    const leave = leaveSeriesIn(db);
    await Promise.all([leave({ from: series.id }, null), save(two.id, { isPublished: false })]);
    await leave({ from: series.id }, null);

    expect(await recountSeries(db)).toEqual([]);
    const late = await save(one.id, { title: 'Newer', seriesId: series.id, seriesPlace: 1 });
    expect(late.body).toMatchObject({ seriesId: null, seriesPlace: null });
    expect((await api.delete(`/api/admin/series/${series.id}`, moderator)).status).toBe(204);
    expect((await api.get(`/api/admin/series/${series.id}`, moderator)).status).toBe(404);
    // Its address is available again.
    expect(await create('Winter')).toMatchObject({ slug: 'winter' });
  });
});
