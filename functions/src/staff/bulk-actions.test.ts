import { BULK_POSTS_MAX } from '@inkwell/shared/bulk-actions';
import { describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { seedCategory, seedPost, stored, storedActs, storedAll, storedPost } from '../testing/posts.ts';
import { signInEach } from '../testing/users.ts';

const PATH = '/api/admin/posts/bulk';

const { moderator } = signInEach({ moderator: { role: 'moderator' } });

const done = (id: string) => expect.objectContaining({ id, ok: true, status: 200, message: null });

describe('a bulk action', () => {
  it('publishes each post like a single publication, returns each result, and changes nothing when repeated', async () => {
    const category = await seedCategory();
    const drafts = await Promise.all(
      [1, 2].map((n) => seedPost({ title: `Draft ${n}`, isPublished: false, categoryId: category.id })),
    );
    const published = await seedPost();
    const ids = [...drafts.map(({ id }) => id), 'unknown', published.id];
    const publish = () => api.post(PATH, { action: 'publish', ids: [...ids, ids[0]] }, moderator);

    const first = await publish();
    const acts = await storedActs();
    const again = await publish();

    const [one = '', two = ''] = ids;
    const missing = { id: 'unknown', ok: false, status: 404, message: 'Not found', undo: null };
    expect(first.body).toEqual({ results: [done(one), done(two), missing, done(published.id)] });
    expect(again.body.results.map(({ undo }: { undo: unknown }) => undo)).toEqual([null, null, null, null]);
    expect(again.body).toMatchObject({ results: [done(one), done(two), missing, done(published.id)] });
    expect(await stored('counters/posts')).toEqual({ total: 3, published: 3 });
    expect((await stored(`categories/${category.id}`))?.postCount).toBe(2);
    expect(Object.keys(await storedAll('searchIndex')).sort()).toEqual([one, two, published.id].sort());
    expect((await api.get('/api/posts')).body).toHaveLength(3);
    const own = acts.filter(({ actorId }) => actorId === moderator.id);
    expect(own.map(({ action, target }) => `${action} ${target}`).sort()).toEqual(
      [`post.publish posts/${one}`, `post.publish posts/${two}`].sort(),
    );
    expect(await storedActs()).toHaveLength(acts.length);
    expect((await api.get(`/api/posts/${one}/revisions`, moderator)).body).toMatchObject([
      { reason: 'publish' },
      { reason: 'create' },
    ]);
  });

  it('unpublishes, moves, deletes and restores', async () => {
    const category = await seedCategory();
    const posts = [await seedPost(), await seedPost({ categoryId: category.id })];
    const ids = posts.map(({ id }) => id);
    const act = (body: object) => api.post(PATH, { ids, ...body }, moderator);

    expect((await act({ action: 'category', categoryId: category.id })).body.results).toEqual(ids.map(done));
    expect((await stored(`categories/${category.id}`))?.postCount).toBe(2);
    expect((await act({ action: 'unpublish' })).body.results).toEqual(ids.map(done));
    expect((await stored(`categories/${category.id}`))?.postCount).toBe(0);
    expect((await act({ action: 'category', categoryId: null })).body.results).toEqual(ids.map(done));
    expect(await storedPost(ids[0] ?? '')).toMatchObject({ categoryId: null, isPublished: false });
    expect((await act({ action: 'delete' })).body.results).toEqual(ids.map(done));
    expect((await api.get('/api/admin/posts', moderator)).body).toEqual([]);
    expect((await act({ action: 'delete' })).body.results).toEqual(ids.map(done));
    expect((await act({ action: 'publish' })).body.results).toMatchObject([{ status: 404 }, { status: 404 }]);
    expect((await act({ action: 'undelete' })).body.results).toEqual(ids.map(done));
    expect((await act({ action: 'undelete' })).body.results).toEqual(ids.map(done));
    expect((await api.get('/api/admin/posts?status=draft', moderator)).body).toHaveLength(2);
    expect(await stored('counters/posts')).toEqual({ total: 2, published: 0 });
  });

  it.each([
    ['no posts', { action: 'publish', ids: [] }],
    ['too many', { action: 'publish', ids: Array.from({ length: BULK_POSTS_MAX + 1 }, (_, n) => `p${n}`) }],
    ['an unknown action', { action: 'praise', ids: ['a'] }],
    ['a missing category', { action: 'category', ids: ['a'] }],
    ['an unknown category', { action: 'category', ids: ['a'], categoryId: 99 }],
    ['invalid ids', { action: 'delete', ids: ['a/b'] }],
  ])('refuses %s as a whole', async (_name, body) => {
    expect((await api.post(PATH, body, moderator)).status).toBe(400);
  });
});
