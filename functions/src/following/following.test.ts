import { FOLLOW_LIMITS, TOO_MANY_FOLLOWED } from '@inkwell/shared/following';
import { beforeEach, describe, expect, it } from 'vitest';
import { createJobs } from '../compose/jobs.ts';
import { api } from '../testing/api.ts';
import { seedCategory, seedPost, stored } from '../testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { createNewPostRepository } from './new-posts.repository.ts';

let reader: TestUser;
let admin: TestUser;

beforeEach(async () => {
  await resetFirestore();
  [reader, admin] = [await signIn(), await signIn({ role: 'admin', displayName: 'Grace Hopper' })];
  clock.advance(31_000);
});

const newPosts = createNewPostRepository(db);
/** The work that `work` does each minute. */
const note = async () => {
  clock.advance(60_000);
  await newPosts.note(clock.now());
};
const follow = (path: string, user = reader) => api.put(`/api/following/${path}`, undefined, user);
const followed = async (user = reader) => (await api.get('/api/following', user)).body;
const look = async (user = reader) => (await api.post('/api/following/look', undefined, user)).body.newPosts;
const notified = async (user = reader) => (await api.get('/api/notifications', user)).body;
const isFollowed = async (path: string) => (await api.get(`/api/following/${path}`, reader)).body.isFollowed;

/** A target of each kind, with a post of each. */
async function seedAll() {
  const category = await seedCategory('Bread');
  const series = (await api.post('/api/admin/series', { name: 'Basics' }, admin)).body;
  const post = { tags: ['Rye'], authorId: admin.id, categoryId: category.id, seriesId: series.id };
  const first = await api.post('/api/posts', { title: 'One', content: 'Text', isPublished: true, ...post }, admin);
  expect(first.status).toBe(201);
  return { category, series, first: first.body };
}
const publish = async (title: string, more: object = {}, by = admin) => {
  const answer = await api.post('/api/posts', { title, content: 'Text', isPublished: true, ...more }, by);
  expect(answer.status).toBe(201);
  return answer.body;
};

describe('following', () => {
  it('lists followed targets, most recently followed first, each once', async () => {
    const { category } = await seedAll();

    for (const path of [`author/${admin.id}`, `category/${category.id}`, 'tag/rye', 'series/basics', 'tag/rye'])
      expect((await follow(path)).status).toBe(204);

    expect(await followed()).toEqual([
      { kind: 'series', id: 'basics', name: 'Basics' },
      { kind: 'tag', id: 'rye', name: 'Rye' },
      { kind: 'category', id: String(category.id), name: 'Bread' },
      { kind: 'author', id: admin.id, name: 'Grace Hopper' },
    ]);
    expect(await isFollowed('tag/rye')).toBe(true);
    expect((await api.delete('/api/following/tag/rye', reader)).status).toBe(204);
    expect((await api.delete('/api/following/tag/rye', reader)).status).toBe(204);
    expect(await isFollowed('tag/rye')).toBe(false);
    expect(await followed(admin)).toEqual([]);
  });

  it('refuses unknown targets, and authors without posts', async () => {
    for (const path of ['tag/none', 'series/none', 'category/99', 'category/x', `author/${reader.id}`, 'author/a%2Fb'])
      expect([path, (await follow(path)).status]).toEqual([path, 404]);
    expect((await follow('post/1')).status).toBe(404);
    expect(await stored(`following/${reader.id}`)).toBeNull();
  });

  it('hides the names of tags and series without published posts', async () => {
    const { first } = await seedAll();
    await api.post('/api/posts', { title: 'Draft', content: 'Text', tags: ['Merger'] }, admin);
    await api.post('/api/admin/series', { name: 'Layoffs' }, admin);

    for (const path of ['tag/merger', 'series/layoffs'])
      expect([path, (await follow(path)).status]).toEqual([path, 404]);
    expect(await stored(`following/${reader.id}`)).toBeNull();

    for (const path of ['tag/rye', 'series/basics']) expect((await follow(path)).status).toBe(204);
    expect(await followed()).toHaveLength(2);
    await api.patch(`/api/posts/${first.id}`, { isPublished: false }, admin);
    clock.advance(31_000);
    expect(await followed()).toEqual([]);
    expect((await api.delete('/api/following/tag/rye', reader)).status).toBe(204);
    expect(await stored(`following/${reader.id}`)).toMatchObject({ tagIds: [] });
  });

  it('ends at 200, with deleted targets making room', async () => {
    await seedAll();
    const items = Array.from({ length: FOLLOW_LIMITS.followed }, (_, n) => ({
      kind: 'category',
      id: String(n + 1),
      at: clock.now(),
    }));
    for (let n = 1; n <= FOLLOW_LIMITS.followed; n += 1) await db.doc(`categories/${n}`).set({ id: n, name: `C${n}` });
    await db.doc(`following/${reader.id}`).set({ items, schemaVersion: 1 });

    const refused = await follow('tag/rye');
    expect([refused.status, refused.text]).toEqual([409, TOO_MANY_FOLLOWED]);

    await db.doc('categories/200').delete();
    clock.advance(31_000);
    expect((await follow('tag/rye')).status).toBe(204);
    expect(await followed()).toHaveLength(FOLLOW_LIMITS.followed);
  });

  it('keeps renamed targets, follows merged ones to their target, and drops deleted ones', async () => {
    const { category, first } = await seedAll();
    await publish('Two', { tags: ['Wheat'] });
    const other = await seedCategory('Baking');
    for (const path of [`category/${category.id}`, 'tag/rye', 'tag/wheat', 'series/basics']) await follow(path);
    await note();
    const tags = (await api.get('/api/admin/tags', admin)).body as { id: string; slug: string }[];
    const idOf = (slug: string) => tags.find((tag) => tag.slug === slug)?.id;
    const series = (await api.get('/api/admin/series', admin)).body;

    await api.patch(`/api/admin/tags/${idOf('wheat')}`, { name: 'Spelt', slug: 'spelt' }, admin);
    await api.post(`/api/admin/tags/${idOf('rye')}/merge`, { into: idOf('wheat') }, admin);
    await api.post(`/api/admin/categories/${category.id}/merge`, { into: other.id }, admin);
    await api.delete(`/api/admin/series/${series[0].id}`, admin);
    await createJobs(dependencies).runner.run(5_000);
    clock.advance(31_000);

    expect(await followed()).toEqual([
      { kind: 'tag', id: 'spelt', name: 'Spelt' },
      { kind: 'category', id: String(other.id), name: 'Baking' },
    ]);
    expect(await stored(`following/${reader.id}`)).toMatchObject({
      tagIds: [idOf('wheat')],
      categoryIds: [String(other.id)],
      seriesIds: [],
    });
    const noted = (await newPosts.find()).find(({ id }) => id === first.id);
    expect(noted).toMatchObject({ tagIds: [idOf('wheat')], categoryId: String(other.id) });
    expect(await isFollowed('tag/wheat')).toBe(true);
  });

  it('moves from a guest author to the account that the author is joined to', async () => {
    const guest = (await api.post('/api/admin/authors', { name: 'Guest' }, admin)).body;
    await publish('By a guest', { authorIds: [guest.id] });
    clock.advance(31_000);
    expect((await follow(`author/${guest.id}`)).status).toBe(204);

    await api.post(`/api/admin/authors/${guest.id}/join`, { userId: admin.id }, admin);
    await createJobs(dependencies).runner.run(5_000);
    clock.advance(31_000);

    expect(await followed()).toEqual([{ kind: 'author', id: admin.id, name: 'Grace Hopper' }]);
    expect(await isFollowed(`author/${guest.id}`)).toBe(true);
  });
});

describe('a look for new posts', () => {
  it('stores one notification for all of them, however often it is repeated', async () => {
    await seedAll();
    await note();
    await follow(`author/${admin.id}`);
    await follow('tag/rye');
    clock.advance(1_000);
    const ada = await signIn({ role: 'moderator', displayName: 'Ada Lovelace' });
    await publish('Two', { tags: ['Rye'] }, ada);
    clock.advance(1_000);
    await publish('Three');
    clock.advance(1_000);
    await publish('Four');
    await publish('Of nobody', {}, ada);
    expect(await look()).toBe(0);
    await note();

    expect(await Promise.all([look(), look(), look()])).toContain(3);
    expect(await look()).toBe(0);

    expect(await notified()).toMatchObject([
      {
        title: '3 new posts by Grace Hopper and 1 other',
        message: 'Four \u00b7 Three \u00b7 Two',
        kind: 'following',
        link: '/following',
        isRead: false,
      },
    ]);
  });

  it('adds to an unread notification, and names a single post', async () => {
    await seedAll();
    await follow('tag/rye');
    const two = await publish('Two', { tags: ['Rye'] });
    await note();
    await look();
    expect(await notified()).toMatchObject([
      { title: 'New post by Grace Hopper', message: 'Two', link: `/posts/${two.id}` },
    ]);

    await publish('Three', { tags: ['Rye'] });
    await note();
    await look();
    expect(await notified()).toMatchObject([{ title: '2 new posts by Grace Hopper', message: 'Three' }]);

    await api.patch('/api/notifications/read-all', undefined, reader);
    await publish('Four', { tags: ['Rye'] });
    await note();
    await look();
    expect(await notified()).toMatchObject([{ message: 'Four', isRead: false }, { isRead: true }]);
  });

  it('does not notify if that is not wanted', async () => {
    await seedAll();
    await follow('tag/rye');
    await api.patch('/api/notifications/choices', { following: false }, reader);
    await publish('Three', { tags: ['Rye'] });
    await note();
    await look();
    expect(await notified()).toEqual([]);
  });

  it('reads at most 7 documents, with everything that can be followed', { tags: 'thorough' }, async () => {
    await seedAll();
    await note();
    const items = Array.from({ length: 199 }, (_, n) => ({ kind: 'category', id: String(n + 1), at: clock.now() }));
    await db.doc(`following/${reader.id}`).set({ items, schemaVersion: 1 });
    await follow('tag/rye');
    const cost = async () => {
      const { reads, writes } = await api.post('/api/following/look', undefined, reader);
      return { reads, writes };
    };
    expect(await cost()).toEqual({ reads: 2, writes: 0 });

    for (let n = 0; n < 9; n += 1) await publish(`New ${n}`, { tags: ['Rye'] });
    await note();
    clock.advance(31_000);

    // The followed targets, the new posts, three of these again, their author, and the notifications.
    expect(await cost()).toEqual({ reads: 1 + 1 + 3 + 1 + 1, writes: 3 });
    expect(await cost()).toEqual({ reads: 2, writes: 0 });
    const poll = await api.get('/api/notifications', reader);
    expect(poll.reads).toBe(2);
  });
});

describe('posts for a reader', () => {
  it('are followed posts, then popular ones', async () => {
    const { first } = await seedAll();
    const popular = await seedPost({ title: 'Popular' });
    await db.doc(`posts/${popular.id}`).update({ popularity: 50 });
    await follow('tag/rye');
    await note();
    const titles = async (query = '') =>
      (await api.get(`/api/following/posts${query}`, reader)).body.map(({ title }: { title: string }) => title);

    expect(await titles()).toEqual(['One', 'Popular']);
    expect(await titles('?only=followed')).toEqual(['One']);
    expect(await titles(`?without=${first.id}`)).toEqual(['Popular']);
    expect(await titles(`?limit=1&without=${popular.id}`)).toEqual(['One']);
    const { body, reads } = await api.get(`/api/following/posts?limit=1&without=${first.id},${popular.id}`, reader);
    // A query for older posts that finds none counts as 1.
    expect({ body, reads }).toEqual({ body: [], reads: 3 + 1 + 2 });
    await api.patch(`/api/posts/${first.id}`, { isPublished: false }, admin);
    expect(await titles('?only=followed')).toEqual([]);
  });
});

it('posts for a reader continue with older followed ones, at the same cost', async () => {
  const { category, first } = await seedAll();
  const imported = await seedPost({ title: 'Imported', authorId: admin.id });
  await db.doc(`posts/${imported.id}`).update({ publishedAt: new Date('2001-01-01') });
  for (const path of [`author/${admin.id}`, `category/${category.id}`, 'tag/rye', 'series/basics']) await follow(path);
  await newPosts.note(clock.now());
  const rest = { notedAt: clock.now(), authorIds: ['x'], categoryId: null, tagIds: [], seriesId: null };
  await db.doc('feeds/newPosts').update({
    items: [{ ...rest, id: 'newest', publishedAt: clock.now() }],
  });
  const read = async (query = '') => {
    const { body, reads } = await api.get(`/api/following/posts${query}`, reader);
    return { titles: body.map(({ title }: { title: string }) => title), reads };
  };

  expect(await read('?only=followed')).toEqual({ titles: ['One', 'Imported'], reads: 2 + 2 });
  const at = clock.now().toISOString();
  await api.put('/api/reading', { places: [{ postId: first.id, block: 0, blocks: 1, isDone: true, at }] }, reader);
  expect(await read('?limit=2')).toEqual({ titles: ['Imported', 'One'], reads: 3 + 2 });
});

describe('the newest posts', () => {
  it('are noted once each, and cost 2 reads a minute if there are none', { tags: 'thorough' }, async () => {
    await seedPost({ title: 'Older' });
    await note();
    await seedPost({ title: 'Newer' });
    await Promise.all([note(), note()]);
    await note();

    expect(await newPosts.find()).toHaveLength(2);
    const [newest, older] = await newPosts.find();
    expect(newest?.notedAt.getTime()).toBeGreaterThan(older?.notedAt.getTime() ?? 0);
  });

  it('include edits within an hour; nobody is notified of edits or imported posts', {
    tags: 'thorough',
  }, async () => {
    const { first } = await seedAll();
    await follow(`author/${admin.id}`);
    await note();
    expect(await look()).toBe(0);
    const { notedAt } = (await newPosts.find())[0] ?? {};
    await api.patch(`/api/posts/${first.id}`, { tags: ['Oats'] }, admin);
    await follow('tag/oats');
    const imported = await seedPost({ title: 'Imported', authorId: admin.id });
    await db.doc(`posts/${imported.id}`).update({ publishedAt: new Date(clock.now().getTime() - 5 * 60_000) });
    const gone = await publish('Gone');
    await note();
    await look();
    await api.patch(`/api/posts/${gone.id}`, { isPublished: false }, admin);
    clock.advance(60 * 60_000);

    await note();

    expect(await newPosts.find()).toMatchObject([
      { id: first.id, tagIds: [expect.any(String)], notedAt },
      { id: imported.id },
    ]);
    expect(await look()).toBe(0);
    await api.delete(`/api/following/author/${admin.id}`, reader);
    const shown = (await api.get('/api/following/posts?only=followed', reader)).body;
    expect(shown.map(({ title }: { title: string }) => title)).toEqual(['One']);
  });
});
