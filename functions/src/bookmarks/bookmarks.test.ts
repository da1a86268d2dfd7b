import { BOOKMARK_LIMITS, LIST_NAME_TAKEN, TOO_MANY_LISTS, TOO_MANY_SAVED } from '@inkwell/shared/bookmarks';
import { describe, expect, it } from 'vitest';
import { api, type TestAnswer } from '../testing/api.ts';
import { costOf } from '../testing/costs.ts';
import { seedPost, stored } from '../testing/posts.ts';
import { clock, db } from '../testing/server.ts';
import { signIn, signInEach } from '../testing/users.ts';

const { reader } = signInEach({ reader: {} });

const save = async (postId: string, body?: object) => {
  clock.advance(1_000);
  return api.put(`/api/bookmarks/${postId}`, body, reader);
};
const saved = async () => (await api.get('/api/bookmarks/saved', reader)).body;
const listed = async (query = '') =>
  (await api.get(`/api/bookmarks${query}`, reader)).body.map(({ postId }: { postId: string }) => postId);

/** Stores a reading list in the format of the calls. */
const storeList = (posts: number, lists: readonly string[] = []) =>
  db.doc(`bookmarks/${reader.id}`).set({
    posts: Array.from({ length: posts }, (_, n) => ({ id: `p${n}`, at: new Date(n), lists: [] })),
    lists,
    schemaVersion: 1,
  });

describe('the reading list', () => {
  it('lists saved posts in pages, most recently saved first', async () => {
    const posts = [await seedPost({ title: 'One' }), await seedPost({ title: 'Two' }), await seedPost()];
    for (const { id } of posts) expect((await save(id)).body).toMatchObject({ postId: id, lists: [] });

    const first = await api.get('/api/bookmarks?limit=2', reader);

    expect(first.body.map(({ postId }: { postId: string }) => postId)).toEqual([posts[2]?.id, posts[1]?.id]);
    expect(first.body[1]).toMatchObject({ lists: [], post: { id: posts[1]?.id, title: 'Two' } });
    expect(first.body[1].post).not.toHaveProperty('content');
    expect(first.headers.get('x-total-count')).toBe('3');
    // The position of a removed post stays valid.
    await api.delete(`/api/bookmarks/${posts[1]?.id}`, reader);
    expect((await api.get(first.next, reader)).body).toMatchObject([{ post: { title: 'One' } }]);
  });

  it.each([1, 2, 3, 4, 5])('lists posts saved at the same time once each, in pages of %i', async (limit) => {
    const posts = ['a', 'b', 'c', 'd'].map((id, n) => ({ id, at: new Date(1_000 * Math.ceil(n / 2)), lists: [] }));
    await db.doc(`bookmarks/${reader.id}`).set({ posts, lists: [], schemaVersion: 1 });
    const ids: string[] = [];
    for (let path = `/api/bookmarks?limit=${limit}`; path && ids.length < 9; ) {
      const page: TestAnswer = await api.get(path, reader);
      expect(page.headers.get('x-total-count')).toBe('4');
      ids.push(...page.body.map(({ postId }: { postId: string }) => postId));
      path = page.next;
    }
    expect(ids).toEqual(['d', 'c', 'b', 'a']);
  });

  it('keeps the time of a post that is saved again, and allows repeated removals', async () => {
    const post = await seedPost();
    const first = (await save(post.id)).body;

    expect((await save(post.id)).body).toEqual(first);
    expect((await api.delete(`/api/bookmarks/${post.id}`, reader)).status).toBe(204);
    expect((await api.delete(`/api/bookmarks/${post.id}`, reader)).status).toBe(204);
    expect(await saved()).toEqual({ posts: [], lists: [] });
  });

  it('reveals about an unpublished post only that it is gone, until it is published again', async () => {
    const admin = await signIn({ role: 'admin' });
    const post = await seedPost({ title: 'Secret now' });
    await save(post.id, { lists: ['Later'] });
    await api.patch(`/api/posts/${post.id}`, { isPublished: false }, admin);

    expect((await api.get('/api/bookmarks', reader)).body).toEqual([{ postId: post.id, gone: true }]);
    // Its lists can still be changed.
    expect((await save(post.id, { lists: [] })).status).toBe(200);

    await api.patch(`/api/posts/${post.id}`, { isPublished: true }, admin);
    expect((await api.get('/api/bookmarks', reader)).body).toMatchObject([{ post: { title: 'Secret now' } }]);
  });

  it('does not accept posts that readers cannot see', async () => {
    const post = await seedPost({ isPublished: false });

    expect((await save(post.id)).status).toBe(404);
    expect((await save('missing')).status).toBe(404);
    expect(await stored(`bookmarks/${reader.id}`)).toBeNull();
  });

  it('is separate for each account', async () => {
    const post = await seedPost();
    await save(post.id);
    const other = await signIn();

    expect((await api.get('/api/bookmarks', other)).body).toEqual([]);
    expect((await api.get('/api/bookmarks/saved', other)).body).toEqual({ posts: [], lists: [] });
    await api.delete(`/api/bookmarks/${post.id}`, other);
    expect(await listed()).toEqual([post.id]);
  });

  it('is limited to 1,000 posts', async () => {
    const post = await seedPost();
    await storeList(BOOKMARK_LIMITS.posts);

    const refused = await save(post.id);

    expect([refused.status, refused.text]).toEqual([409, TOO_MANY_SAVED]);
    expect((await saved()).posts).toHaveLength(BOOKMARK_LIMITS.posts);
  });

  it('has room for 1,000 posts in 20 lists with long names each', { tags: 'thorough' }, async () => {
    const lists = Array.from({ length: BOOKMARK_LIMITS.lists }, (_, n) => `${n} ${'\u0634'.repeat(57)}`);
    const post = await seedPost();
    await db.doc(`bookmarks/${reader.id}`).set({
      posts: Array.from({ length: BOOKMARK_LIMITS.posts - 1 }, (_, n) => ({
        id: `${post.id}${n}`,
        at: new Date(n),
        lists: lists.map((_name, place) => place),
      })),
      lists,
      schemaVersion: 1,
    });

    expect((await save(post.id, { lists })).body.lists).toEqual(lists);

    const { posts } = await saved();
    expect(posts).toHaveLength(BOOKMARK_LIMITS.posts);
    expect(posts.at(-1).lists).toEqual(lists);
  });

  it('keeps all of ten posts that are saved concurrently', { tags: 'thorough' }, async () => {
    const posts = await Promise.all(Array.from({ length: 10 }, () => seedPost()));

    await Promise.all(posts.map(({ id }) => api.put(`/api/bookmarks/${id}`, { lists: ['All'] }, reader)));

    expect((await listed()).sort()).toEqual(posts.map(({ id }) => id).sort());
    expect((await saved()).lists).toEqual(['All']);
  });
});

describe('the lists of a reading list', () => {
  it('are created when a post is put into them, and can be renamed, and deleted without their posts', async () => {
    const [one, two] = [await seedPost(), await seedPost()];
    await save(one.id, { lists: ['Later', 'Dough & salt'] });
    await save(two.id);

    expect(await listed('?list=Later')).toEqual([one.id]);
    expect(await listed(`?list=${encodeURIComponent('Dough & salt')}`)).toEqual([one.id]);

    const renamed = () => api.put('/api/bookmarks/lists/Later', { name: 'Weekend' }, reader);
    expect((await renamed()).body).toEqual({ name: 'Weekend' });
    // A retry after a lost answer.
    expect((await renamed()).body).toEqual({ name: 'Weekend' });
    expect(await listed('?list=Weekend')).toEqual([one.id]);

    expect((await api.delete('/api/bookmarks/lists/Weekend', reader)).status).toBe(204);
    expect((await api.delete('/api/bookmarks/lists/Weekend', reader)).status).toBe(204);
    expect(await saved()).toMatchObject({
      posts: [{ postId: two.id }, { postId: one.id, lists: ['Dough & salt'] }],
      lists: ['Dough & salt'],
    });
  });

  it('are found by any encoding of their names', async () => {
    const { id } = await seedPost();
    await save(id, { lists: ['Caf\u00e9', 'Cafe\u0301'] });

    expect((await saved()).lists).toEqual(['Caf\u00e9']);
    expect(await listed(`?list=${encodeURIComponent('Cafe\u0301')}`)).toEqual([id]);
  });

  it('refuse the name of another list, a missing list and more than 20 lists', async () => {
    await storeList(0, ['A', 'B']);
    const put = (name: string, body?: object) => api.put(`/api/bookmarks/lists/${name}`, body, reader);

    const taken = await put('A', { name: 'B' });
    expect([taken.status, taken.text]).toEqual([409, LIST_NAME_TAKEN]);
    expect((await put('C', { name: 'D' })).status).toBe(404);
    expect((await put('x'.repeat(BOOKMARK_LIMITS.listName + 1))).status).toBe(404);
    expect((await put('A', { name: ' ' })).status).toBe(400);
    // These names cannot be in a path, because it would be that of another call.
    for (const name of ['.', '..']) {
      expect((await put('A', { name })).status).toBe(400);
      expect((await save('missing', { lists: [name] })).status).toBe(400);
    }
    for (let n = 2; n < BOOKMARK_LIMITS.lists; n += 1) expect((await put(`L${n}`)).status).toBe(200);
    const tooMany = await put('One more');
    expect([tooMany.status, tooMany.text]).toEqual([409, TOO_MANY_LISTS]);
    expect((await put('A')).status).toBe(200);
  });
});

it('a reading list costs one document and its post cards', async () => {
  const posts = [await seedPost(), await seedPost()];
  for (const { id } of posts) await save(id);
  expect(costOf(await api.get('/api/bookmarks', reader))).toEqual({ reads: 1 + 2, writes: 0 });
  expect(costOf(await api.get('/api/bookmarks/saved', reader))).toEqual({ reads: 1, writes: 0 });
  expect(costOf(await api.put(`/api/bookmarks/${posts[0]?.id}`, { lists: ['A'] }, reader))).toEqual({
    reads: 1 + 1,
    writes: 1,
  });
  expect(costOf(await api.delete(`/api/bookmarks/${posts[0]?.id}`, reader))).toEqual({ reads: 1, writes: 1 });
});
