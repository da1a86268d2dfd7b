import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api, send, type TestAnswer } from './testing/api.ts';
import { seedCategory, seedPost } from './testing/posts.ts';
import { clock, resetFirestore } from './testing/server.ts';
import { signIn, type TestUser } from './testing/users.ts';

/*
 * What each call may read and write: Firestore bills by the document. The caller's own record is not counted, and names of
 * authors and categories are known already (they are kept for 30 s), and what is kept for all is asked past. docs/costs.md holds the same numbers.
 */

const costOf = ({ status, reads, writes }: TestAnswer) => {
  expect(status).toBeLessThan(300);
  return { reads, writes };
};

describe('reading calls', () => {
  let reader: TestUser;
  let moderator: TestUser;
  let post: { id: string };

  beforeAll(async () => {
    await resetFirestore();
    reader = await signIn();
    moderator = await signIn({ role: 'moderator' });
    const category = await seedCategory();
    for (let n = 0; n < 60; n += 1)
      post = await seedPost({ categoryId: category.id, title: `Common words ${n}`, authorId: moderator.id });
    for (let n = 0; n < 3; n += 1) await api.post(`/api/posts/${post.id}/comments`, { content: 'Hello' }, reader);
    await Promise.all([api.get('/api/posts'), api.get(`/api/posts/${post.id}/comments`)]);
  });

  /** What a call costs that finds nothing kept. */
  const costs = async (path: string, user?: TestUser) =>
    costOf(await send('GET', path, { user, headers: { 'cache-control': 'no-cache' } }));

  it.each([
    ['a page of posts', '/api/posts?limit=15', 15 + 1],
    ['the default page', '/api/posts', 50 + 1],
    ['a page of a category', '/api/posts?limit=15&categoryId=1', 15 + 1],
    ['popular posts', '/api/posts/popular', 6],
    ['a search', '/api/posts/search?q=common', 40 + 8],
    ['a search of several words', '/api/posts/search?q=common%20words', 40 + 8],
    ['a search without a find', '/api/posts/search?q=absent', 1],
    ['a search without words', '/api/posts/search?q=!!', 0],
    ['all categories', '/api/categories', 1],
    ['the redirect to sign-in', '/api/login', 0],
  ])('%s', async (_name, path, reads) => {
    expect(path.includes('login') ? { reads: (await api.get(path)).reads, writes: 0 } : await costs(path)).toEqual({
      reads,
      writes: 0,
    });
  });

  it('one post, its comments, what is similar, and the like of the caller', async () => {
    expect(await costs(`/api/posts/${post.id}`)).toEqual({ reads: 1, writes: 0 });
    expect(await costs(`/api/posts/${post.id}/comments`)).toEqual({ reads: 3 + 1, writes: 0 });
    expect(await costs(`/api/posts/${post.id}/similar`)).toEqual({ reads: 1 + 5, writes: 0 });
    expect(await costs(`/api/posts/${post.id}/like-status`, reader)).toEqual({ reads: 2, writes: 0 });
    expect(await costs('/api/admin/caller', await signIn({ role: 'admin' }))).toEqual({ reads: 0, writes: 0 });
    expect(await costs('/api/admin/posts?limit=15', moderator)).toEqual({ reads: 15 + 1, writes: 0 });
  });

  it('reads an unknown author and category once in 30 s', async () => {
    clock.advance(31_000);
    const other = await seedPost({ categoryId: (await seedCategory()).id, authorId: reader.id });

    expect((await costs(`/api/posts/${other.id}`)).reads).toBe(3);
    expect((await costs(`/api/posts/${other.id}`)).reads).toBe(1);
  });
});

describe('planning', () => {
  it('a calendar, a preview link and its end', async () => {
    await resetFirestore();
    const moderator = await signIn({ role: 'moderator' });
    const [post] = [await seedPost(), await seedPost()];
    await api.get('/api/posts?limit=1');
    const [from, to] = [-3_600_000, 3_600_000].map((ms) => new Date(clock.now().getTime() + ms).toISOString());
    const path = `/api/posts/${post.id}/preview`;

    const calendar = await api.get(`/api/admin/calendar?from=${from}&to=${to}`, moderator);
    // Two published posts; and that nothing is scheduled.
    expect(costOf(calendar)).toEqual({ reads: 2 + 1, writes: 0 });
    expect(costOf(await api.post(path, undefined, moderator))).toEqual({ reads: 1, writes: 2 });
    expect(costOf(await api.get(path, moderator))).toEqual({ reads: 2, writes: 0 });
    expect(costOf(await api.delete(path, moderator))).toEqual({ reads: 2, writes: 2 });
  });
});

describe('writing calls', () => {
  let moderator: TestUser;

  beforeEach(async () => {
    await resetFirestore();
    moderator = await signIn({ role: 'moderator' });
  });

  it('likes, comments and views', async () => {
    const post = await seedPost();
    // The first ones also double the popularity in the search index: three documents more, rarely.
    for (let n = 0; n < 20; n += 1) await api.post(`/api/posts/${post.id}/view`);
    const like = () => api.post(`/api/posts/${post.id}/like`, undefined, moderator);
    const comment = await api.post(`/api/posts/${post.id}/comments`, { content: 'Hello' }, moderator);

    expect(costOf(await api.post(`/api/posts/${post.id}/view`))).toEqual({ reads: 1, writes: 1 });
    expect(costOf(await like())).toEqual({ reads: 2, writes: 2 });
    expect(costOf(await like())).toEqual({ reads: 2, writes: 2 });
    expect(costOf(await api.post(`/api/posts/${post.id}/comments`, { content: 'Hello' }, moderator))).toEqual({
      reads: 2,
      writes: 2,
    });
    expect(costOf(await api.delete(`/api/comments/${comment.body.id}`, moderator))).toEqual({ reads: 3, writes: 3 });
  });

  it('threads, reports and what staff do about them', async () => {
    const reader = await signIn({ ageMs: 2 * 86_400_000 });
    const post = await seedPost();
    for (let n = 0; n < 40; n += 1) await api.post(`/api/posts/${post.id}/view`);
    const path = `/api/posts/${post.id}/comments`;
    const start = (await api.post(path, { content: 'Start' }, reader)).body;
    const own = `/api/comments/${start.id}`;
    const answer = () => api.post(path, { content: 'Answer', parentId: start.id }, moderator);
    const staff = `/api/admin/comments/${start.id}`;

    const answers = [await answer(), await answer(), await answer(), await answer()];
    const costs = {
      answer: answers[1],
      list: await api.get(path),
      'list of a caller': await api.get(path, reader),
      thread: await api.get(own),
      'thread of an answer': await api.get(`/api/comments/${answers[3]?.body.id}`),
      'all answers': await api.get(`${own}/answers`),
      access: await api.get(`${path}/access`, reader),
      edit: await api.patch(own, { content: 'Begin' }, reader),
      report: await api.post(`${own}/report`, { reason: 'Rude' }, moderator),
      legalReport: await api.post(`${own}/legal-report`, { reason: 'Illegal' }),
      'list of staff': await api.get('/api/admin/comments?limit=3', moderator),
      queue: await api.get('/api/admin/comments/queue', moderator),
      case: await api.get(staff, moderator),
      hide: await api.patch(staff, { state: 'hidden' }, moderator),
      'hide again': await api.patch(staff, { state: 'hidden' }, moderator),
      'show many': await api.patch('/api/admin/comments', { ids: [start.id], state: 'visible' }, moderator),
      'hide all of a person': await api.post(`/api/admin/users/${reader.id}/comments/hide`, undefined, moderator),
      'access of a post': await api.patch(`/api/admin/posts/${post.id}/comments`, { access: 'all' }, moderator),
      delete: await api.delete(own, reader),
      restore: await api.post(`${own}/restore`, undefined, reader),
    };

    expect(Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, cost && costOf(cost)]))).toEqual({
      answer: { reads: 4, writes: 3 },
      list: { reads: 1 + 4, writes: 0 },
      'list of a caller': { reads: 1 + 4 + 2, writes: 0 },
      thread: { reads: 2 + 3, writes: 0 },
      'thread of an answer': { reads: 3 + 3, writes: 0 },
      'all answers': { reads: 2 + 4, writes: 0 },
      access: { reads: 1, writes: 0 },
      edit: { reads: 3, writes: 1 },
      report: { reads: 5, writes: 3 },
      legalReport: { reads: 5, writes: 3 },
      'list of staff': { reads: 3 + 1 + 1 + 1, writes: 0 },
      queue: { reads: 2, writes: 0 },
      case: { reads: 2 + 4 + 2 + 1 + 1, writes: 0 },
      hide: { reads: 4, writes: 3 },
      'hide again': { reads: 4, writes: 0 },
      'show many': { reads: 3, writes: 3 },
      'hide all of a person': { reads: 4, writes: 3 },
      'access of a post': { reads: 1, writes: 2 },
      delete: { reads: 3, writes: 2 },
      restore: { reads: 4, writes: 2 },
    });
  });

  it('posts and categories', async () => {
    clock.advance(31_000);
    const category = await api.post('/api/categories', { name: 'Travel' }, moderator);
    const draft = await api.post('/api/posts', { title: 'T', content: 'C', categoryId: category.body.id }, moderator);
    const published = await api.post(
      '/api/posts',
      { title: 'T', content: 'C', categoryId: 1, isPublished: true },
      moderator,
    );
    const path = `/api/posts/${draft.body.id}`;

    expect(costOf(category)).toEqual({ reads: 2, writes: 2 + 1 });
    // The category is read once, to see that it exists, and the author's name once.
    // Each change keeps a revision and is noted: two writes.
    expect(costOf(draft)).toEqual({ reads: 3, writes: 2 + 2 });
    expect(costOf(published)).toEqual({ reads: 3, writes: 4 + 2 });
    expect(costOf(await api.patch(path, { title: 'New' }, moderator))).toEqual({ reads: 1, writes: 1 + 2 });
    expect(costOf(await api.patch(path, { isPublished: true }, moderator))).toEqual({ reads: 3, writes: 4 + 2 });
    expect(costOf(await api.patch(path, { isPublished: true }, moderator))).toEqual({ reads: 1, writes: 0 });
    expect(costOf(await api.patch(path, { featuredImage: null }, moderator))).toEqual({ reads: 1, writes: 0 });
    expect(costOf(await api.patch(path, { isPublished: false }, moderator))).toEqual({ reads: 1, writes: 4 + 2 });
    expect(costOf(await api.get(`${path}/revisions`, moderator))).toEqual({ reads: 4 + 2, writes: 0 });
    // The post, and what was done.
    const publishAt = new Date(clock.now().getTime() + 60_000).toISOString();
    expect(costOf(await api.patch(path, { publishAt }, moderator))).toEqual({ reads: 1, writes: 1 + 1 });
    expect(costOf(await api.patch(path, { publishAt: null }, moderator))).toEqual({ reads: 1, writes: 1 + 1 });
    const [, , , { id }] = (await api.get(`${path}/revisions`, moderator)).body;
    expect(costOf(await api.get(`${path}/revisions/${id}`, moderator))).toEqual({ reads: 2, writes: 0 });
    const restored = await api.post(`${path}/revisions/${id}/restore`, {}, moderator);
    expect(costOf(restored)).toEqual({ reads: 2, writes: 3 });
    // What hangs on it: five revisions.
    expect(costOf(await api.delete(path, moderator))).toEqual({ reads: 5 + 5, writes: 5 + 5 });
    // Two more: the count of its category and its search entry.
    expect(costOf(await api.delete(`/api/posts/${published.body.id}`, moderator))).toEqual({
      reads: 5 + 1,
      writes: 7 + 1,
    });
  });

  it('an upload, for its limit and the table of pictures; and what shows it', async () => {
    const form = new FormData();
    const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3b4cca' } })
      .png()
      .toBuffer();
    form.append('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'harbour.png');

    const upload = await api.post('/api/upload', form, moderator);
    const featuredImage = upload.body.imageUrl;
    const content = `![](${featuredImage})`;

    expect(costOf(upload)).toEqual({ reads: 1, writes: 2 });
    expect(costOf(await api.get('/api/users/me/pictures', moderator))).toEqual({ reads: 1, writes: 0 });
    await seedCategory();
    const draft = await api.post('/api/posts', { title: 'T', content: 'C' }, moderator);
    const path = `/api/posts/${draft.body.id}`;
    // One of each for a picture that comes or goes, and nothing for one that stays.
    expect(costOf(await api.patch(path, { featuredImage }, moderator))).toEqual({ reads: 2, writes: 4 });
    expect(costOf(await api.patch(path, { content, featuredImage: null }, moderator))).toEqual({ reads: 1, writes: 3 });
    expect(costOf(await api.patch(path, { title: 'New' }, moderator))).toEqual({ reads: 1, writes: 3 });
    expect(costOf(await api.delete(path, moderator))).toEqual({ reads: 6 + 4, writes: 6 + 4 });
  });

  it('drafts, and who edits a post', async () => {
    const post = await seedPost();
    const path = `/api/drafts/${post.id}`;

    const begun = await api.put(path, { content: 'Words', version: 0 }, moderator);
    expect(costOf(begun)).toEqual({ reads: 2, writes: 1 });
    const { version } = begun.body;
    const contentEdit = { from: 5, to: 5, text: '.' };
    const changed = await api.patch(path, { version, contentEdit }, moderator);
    expect(costOf(changed)).toEqual({ reads: 1, writes: 1 });
    const more = { content: 'More', version: changed.body.version, sitting: 'a'.repeat(20) };
    // Another device's words become a discarded draft.
    const replaced = await api.put(path, more, moderator);
    expect(costOf(replaced)).toEqual({ reads: 2, writes: 2 });
    expect(costOf(await api.put(path, more, moderator))).toEqual({ reads: 1, writes: 0 });
    expect(costOf(await api.get('/api/discarded-drafts', moderator))).toEqual({ reads: 1, writes: 0 });
    const emptied = { content: 'Words', reason: 'emptied', draftKey: post.id, sitting: more.sitting };
    expect(costOf(await api.put('/api/discarded-drafts/copy', emptied, moderator))).toEqual({ reads: 3, writes: 1 });
    const thrown = { ...emptied, reason: 'discarded', draftVersion: replaced.body.version };
    expect(costOf(await api.put('/api/discarded-drafts/thrown', thrown, moderator))).toEqual({ reads: 3, writes: 2 });
    expect(costOf(await api.get('/api/discarded-drafts/thrown', moderator))).toEqual({ reads: 1, writes: 0 });
    expect(costOf(await api.delete('/api/discarded-drafts/thrown', moderator))).toEqual({ reads: 1, writes: 1 });
    await api.put(path, { content: 'More' }, moderator);
    expect(costOf(await api.get('/api/drafts', moderator))).toEqual({ reads: 1, writes: 0 });
    expect(costOf(await api.get(path, moderator))).toEqual({ reads: 1, writes: 0 });
    expect(costOf(await api.delete(path, moderator))).toEqual({ reads: 1, writes: 1 });
    // A save that carries its draft: 1 more of each.
    const draft = { key: post.id, version: 0, sitting: 'b'.repeat(20) };
    const saved = await api.patch(`/api/posts/${post.id}`, { content: 'Saved', draft }, moderator);
    expect(costOf(saved)).toEqual({ reads: 3 + 1, writes: 4 + 1 });

    const editing = () => api.put(`/api/posts/${post.id}/editing`, undefined, moderator);
    expect(costOf(await editing())).toEqual({ reads: 2, writes: 1 });
    expect(costOf(await editing())).toEqual({ reads: 1, writes: 0 });
    clock.advance(30_001);
    expect(costOf(await editing())).toEqual({ reads: 1, writes: 1 });
    expect(costOf(await api.delete(`/api/posts/${post.id}/editing`, moderator))).toEqual({ reads: 1, writes: 1 });
  });

  it("a new name reaches the search entries of the author's published posts", async () => {
    const category = await seedCategory();
    for (let n = 0; n < 2; n += 1) await seedPost({ authorId: moderator.id, categoryId: category.id });

    const answer = await api.patch(`/api/users/${moderator.id}`, { displayName: 'Grace Hopper' }, moderator);

    // Of each post: once in the query, then with its author and its category in the transaction.
    expect(costOf(answer)).toEqual({ reads: 2 + 2 * 4, writes: 1 + 2 });
  });
});

describe('lists and bulk actions of staff', () => {
  it('what staff look for among many, and many posts at once', async () => {
    await resetFirestore();
    const admin = await signIn({ role: 'admin' });
    const moderator = await signIn({ role: 'moderator' });
    for (let n = 0; n < 20; n += 1) await seedPost({ title: `Common words ${n}`, authorId: moderator.id });
    const find = async (query: string) => costOf(await api.get(`/api/admin/posts?limit=15&${query}`, moderator));
    await find('sort=views');

    expect(await find('q=comm')).toEqual({ reads: 15 + 1, writes: 0 });
    expect(await find('status=published&sort=views')).toEqual({ reads: 15 + 1, writes: 0 });
    // The rarer of two words is looked for, then all that have it are compared.
    expect(await find('q=common%2019')).toEqual({ reads: 2 + 1 + 1, writes: 0 });
    expect(costOf(await api.get('/api/admin/users?role=admin', admin))).toEqual({ reads: 1 + 1, writes: 0 });
    expect(costOf(await api.get('/api/admin/activity?limit=15', admin))).toEqual({ reads: 15 + 1, writes: 0 });
    const draft = { isPublished: false, authorId: moderator.id };
    const [one, two] = [await seedPost(draft), await seedPost(draft)];
    const bulk = await api.post('/api/admin/posts/bulk', { action: 'publish', ids: [one.id, two.id] }, moderator);
    expect(costOf(bulk)).toEqual({ reads: 2 * 2, writes: 2 * 5 });
  });
});
