import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJobs } from './compose/jobs.ts';
import { apiAlone as api, send } from './testing/api.ts';
import { costOf, costsOf } from './testing/costs.ts';
import { seedCategory, seedPost } from './testing/posts.ts';
import { clock, dependencies, resetFirestore } from './testing/server.ts';
import { signIn, type TestUser } from './testing/users.ts';

/*
 * What each call may read and write: Firestore bills by the document. The caller's own record and the cached names of authors
 * and categories (30 s) are not counted, and the response cache is bypassed. docs/costs.md and
 * publication-costs.ts contain the same numbers.
 */

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

  /** The cost of a call without caches. */
  const costs = async (path: string, user?: TestUser) =>
    costOf(await send('GET', path, { user, headers: { 'cache-control': 'no-cache' } }));

  it.each([
    ['a page of posts', '/api/posts?limit=15', 15 + 1],
    ['the default page', '/api/posts', 50 + 1],
    ['a page of a category', '/api/posts?limit=15&categoryId=1', 15 + 1],
    ['popular posts', '/api/posts/popular', 6],
    ['a search', '/api/posts/search?q=common', 28 + 11 + 1 + 8],
    ['a search of several words', '/api/posts/search?q=common%20words', 28 + 11 + 1 + 8],
    // And 6 of the posts whose words the instance has not learned yet.
    ['a search without results', '/api/posts/search?q=absent', 1 + 6],
    ['a search with filters', '/api/search?q=common&categoryId=1&sort=newest', 28 + 11 + 1 + 8],
    ['a search without words', '/api/posts/search?q=!!', 0],
    ['suggestions for a beginning', '/api/search/suggestions?q=com', 4 + 1 + 1],
    // Of 4 posts with one of the words, where none has both.
    ['suggestions for what was meant', '/api/search/suggestions?q=common%20wrods', 1 + 4 + 1 + 1],
    ['all categories', '/api/categories', 1],
    ['the redirect to sign-in', '/api/login', 0],
  ])('%s', async (_name, path, reads) => {
    expect(path.includes('login') ? { reads: (await api.get(path)).reads, writes: 0 } : await costs(path)).toEqual({
      reads,
      writes: 0,
    });
  });

  it('one post, its comments, similar posts, and the like of the caller', async () => {
    expect(await costs(`/api/posts/${post.id}`)).toEqual({ reads: 1, writes: 0 });
    expect(await costs(`/api/posts/${post.id}/comments`)).toEqual({ reads: 3 + 1, writes: 0 });
    expect(await costs(`/api/posts/${post.id}/similar`)).toEqual({ reads: 1 + 5, writes: 0 });
    expect(await costs(`/api/posts/${post.id}/like-status`, reader)).toEqual({ reads: 2, writes: 0 });
    expect(await costs('/api/admin/caller', await signIn({ role: 'admin' }))).toEqual({ reads: 0, writes: 0 });
    expect(await costs('/api/admin/posts?limit=15', moderator)).toEqual({ reads: 15 + 1, writes: 0 });
  });

  it('reads an author and a category once in 30 s', async () => {
    clock.advance(31_000);
    const other = await seedPost({ categoryId: (await seedCategory()).id, authorId: reader.id });

    expect((await costs(`/api/posts/${other.id}`)).reads).toBe(3);
    expect((await costs(`/api/posts/${other.id}`)).reads).toBe(1);
  });
});

describe('scheduling', () => {
  it('a calendar, and creating and ending a preview link', async () => {
    await resetFirestore();
    const moderator = await signIn({ role: 'moderator' });
    const [post] = [await seedPost(), await seedPost()];
    await api.get('/api/posts?limit=1');
    const [from, to] = [-3_600_000, 3_600_000].map((ms) => new Date(clock.now().getTime() + ms).toISOString());
    const path = `/api/posts/${post.id}/preview`;

    const calendar = await api.get(`/api/admin/calendar?from=${from}&to=${to}`, moderator);
    // Two published posts, and three queries that find no scheduled posts, and no pages.
    expect(costOf(calendar)).toEqual({ reads: 2 + 3, writes: 0 });
    expect(costOf(await api.post(path, undefined, moderator))).toEqual({ reads: 2, writes: 2 });
    expect(costOf(await api.get(path, moderator))).toEqual({ reads: 3, writes: 0 });
    expect(costOf(await api.delete(path, moderator))).toEqual({ reads: 2, writes: 2 });
  });
});

describe('writing calls', () => {
  let moderator: TestUser;

  beforeEach(async () => {
    await resetFirestore();
    // So that no call begins an upgrade.
    await createJobs(dependencies).dataVersion.noteNewest();
    moderator = await signIn({ role: 'moderator' });
  });

  it('likes, comments and views', async () => {
    const post = await seedPost();
    // The first of each also doubles the popularity in the search index: three more documents.
    for (let n = 0; n < 20; n += 1) await api.post(`/api/posts/${post.id}/view`);
    const like = () => api.post(`/api/posts/${post.id}/like`, undefined, moderator);
    const comment = await api.post(`/api/posts/${post.id}/comments`, { content: 'Hello' }, moderator);

    expect(costOf(await api.post(`/api/posts/${post.id}/view`))).toEqual({ reads: 1, writes: 1 });
    expect(costOf(await like())).toEqual({ reads: 2, writes: 2 });
    expect(costOf(await like())).toEqual({ reads: 2, writes: 2 });
    expect(costOf(await api.post(`/api/posts/${post.id}/comments`, { content: 'Hello' }, moderator))).toEqual({
      reads: 3,
      writes: 2,
    });
    expect(costOf(await api.delete(`/api/comments/${comment.body.id}`, moderator))).toEqual({ reads: 3, writes: 3 });
  });

  it('threads, reports and moderation', { tags: 'thorough' }, async () => {
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
      answer: { reads: 5, writes: 3 },
      list: { reads: 1 + 4, writes: 0 },
      'list of a caller': { reads: 1 + 4 + 3, writes: 0 },
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
      'hide all of a person': { reads: 9, writes: 6 },
      'access of a post': { reads: 1, writes: 2 },
      delete: { reads: 3, writes: 2 },
      restore: { reads: 5, writes: 2 },
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
    // Reads the category, to check that it exists, and the names of author and category.
    // Each change also writes a revision and an audit entry.
    expect(costOf(draft)).toEqual({ reads: 4, writes: 2 + 2 });
    expect(costOf(published)).toEqual({ reads: 4, writes: 6 + 2 });
    expect(costOf(await api.patch(path, { title: 'New' }, moderator))).toEqual({ reads: 1, writes: 1 + 2 });
    expect(costOf(await api.patch(path, { isPublished: true }, moderator))).toEqual({ reads: 3, writes: 6 + 2 });
    expect(costOf(await api.patch(path, { isPublished: true }, moderator))).toEqual({ reads: 1, writes: 0 });
    expect(costOf(await api.patch(path, { featuredImage: null }, moderator))).toEqual({ reads: 1, writes: 0 });
    expect(costOf(await api.patch(path, { isPublished: false }, moderator))).toEqual({ reads: 1, writes: 6 + 2 });
    expect(costOf(await api.get(`${path}/revisions`, moderator))).toEqual({ reads: 4 + 2, writes: 0 });
    // The post and the audit entry.
    const publishAt = new Date(clock.now().getTime() + 60_000).toISOString();
    expect(costOf(await api.patch(path, { publishAt }, moderator))).toEqual({ reads: 1, writes: 1 + 1 });
    expect(costOf(await api.patch(path, { publishAt: null }, moderator))).toEqual({ reads: 1, writes: 1 + 1 });
    const [, , , { id }] = (await api.get(`${path}/revisions`, moderator)).body;
    expect(costOf(await api.get(`${path}/revisions/${id}`, moderator))).toEqual({ reads: 2, writes: 0 });
    const restored = await api.post(`${path}/revisions/${id}/restore`, {}, moderator);
    expect(costOf(restored)).toEqual({ reads: 2, writes: 3 });
    expect(costOf(await api.delete(path, moderator))).toEqual({ reads: 1, writes: 5 });
    expect(costOf(await api.delete(path, moderator))).toEqual({ reads: 1, writes: 0 });
    // Four more: the counts of its category and author, its search entry and its address for sitemaps.
    expect(costOf(await api.delete(`/api/posts/${published.body.id}`, moderator))).toEqual({ reads: 1, writes: 9 });
    expect(costOf(await api.get('/api/admin/posts?status=trash', moderator))).toEqual({ reads: 2 + 1, writes: 0 });
    expect(costOf(await api.get(`${path}/trash`, moderator))).toEqual({ reads: 1, writes: 0 });
    expect(costOf(await api.post(`${path}/undelete`, undefined, moderator))).toEqual({ reads: 1, writes: 4 });
    expect(costOf(await api.post(`${path}/undelete`, undefined, moderator))).toEqual({ reads: 1, writes: 0 });
  });

  it('redirects', { tags: 'thorough' }, async () => {
    const base = '/api/admin/redirects';
    const admin = await signIn({ role: 'admin' });
    const made = await api.post(base, { from: '/old', to: '/tea' }, admin);
    const pattern = await api.post(base, { from: '/blog/*', to: '/posts' }, admin);
    const path = `${base}/${made.body.id}`;

    const costs = {
      create: made,
      pattern,
      list: await api.get(`${base}?limit=1`, admin),
      patterns: await api.get(`${base}/patterns`, admin),
      import: await api.post(`${base}/import`, { rows: [{ from: '/a', to: '/tea' }] }, admin),
      change: await api.patch(path, { to: '/green-tea' }, admin),
      'same again': await api.patch(path, { to: '/green-tea' }, admin),
      delete: await api.delete(path, admin),
    };

    expect(costsOf(costs)).toEqual({
      create: { reads: 5, writes: 2 },
      pattern: { reads: 3, writes: 2 },
      list: { reads: 2, writes: 0 },
      patterns: { reads: 1, writes: 0 },
      import: { reads: 4, writes: 2 },
      change: { reads: 6, writes: 2 },
      'same again': { reads: 2, writes: 0 },
      delete: { reads: 2, writes: 2 },
    });
  });

  it('pages', { tags: 'thorough' }, async () => {
    const base = '/api/admin/pages';
    const made = await api.post(base, { title: 'About', slug: 'about', content: 'C', isPublished: true }, moderator);
    const path = `${base}/${made.body.id}`;

    const costs = {
      create: made,
      read: await api.get('/api/pages/about'),
      'of staff': await api.get(path, moderator),
      list: await api.get(`${base}?limit=1`, moderator),
      'state of an address': await api.get('/api/admin/page-slugs/about', moderator),
      save: await api.patch(path, { content: 'D' }, moderator),
      rename: await api.patch(path, { slug: 'us' }, moderator),
      'same again': await api.patch(path, { slug: 'us' }, moderator),
      'preview link': await api.post(`${path}/preview`, undefined, moderator),
      'state of the link': await api.get(`${path}/preview`, moderator),
      'end of the link': await api.delete(`${path}/preview`, moderator),
      'begin editing': await api.put(`${path}/editing`, undefined, moderator),
      'end editing': await api.delete(`${path}/editing`, moderator),
      delete: await api.delete(path, moderator),
      undelete: await api.post(`${path}/undelete`, undefined, moderator),
    };

    expect(costsOf(costs)).toEqual({
      create: { reads: 2, writes: 4 },
      read: { reads: 2, writes: 0 },
      'of staff': { reads: 1, writes: 0 },
      list: { reads: 2, writes: 0 },
      'state of an address': { reads: 2, writes: 0 },
      save: { reads: 1, writes: 3 },
      rename: { reads: 2, writes: 4 },
      'same again': { reads: 1, writes: 0 },
      'preview link': { reads: 2, writes: 2 },
      'state of the link': { reads: 3, writes: 0 },
      'end of the link': { reads: 2, writes: 2 },
      'begin editing': { reads: 2, writes: 1 },
      'end editing': { reads: 1, writes: 1 },
      delete: { reads: 1, writes: 4 },
      undelete: { reads: 2, writes: 4 },
    });
  });

  it('categories', { tags: 'thorough' }, async () => {
    const admin = await signIn({ role: 'admin' });
    const [one, other, empty] = [await seedCategory(), await seedCategory(), await seedCategory()];
    await seedPost({ categoryId: one.id });
    const path = `/api/admin/categories/${one.id}`;
    const costs = {
      one: await api.get(`/api/categories/${one.id}`),
      'list of staff': await api.get('/api/admin/categories', moderator),
      describe: await api.patch(path, { description: 'Leaves' }, moderator),
      rename: await api.patch(`/api/admin/categories/${empty.id}`, { name: 'Nothing' }, moderator),
      order: await api.put('/api/admin/categories/order', { ids: [other.id] }, moderator),
      delete: await api.delete(`/api/admin/categories/${empty.id}`, moderator),
      merge: await api.post(`${path}/merge`, { into: other.id }, admin),
    };

    expect(costsOf(costs)).toEqual({
      one: { reads: 1, writes: 0 },
      'list of staff': { reads: 3, writes: 0 },
      describe: { reads: 1, writes: 2 },
      rename: { reads: 2, writes: 2 },
      order: { reads: 3, writes: 2 },
      delete: { reads: 4, writes: 2 },
      merge: { reads: 14, writes: 9 },
    });
  });

  it('authors', { tags: 'thorough' }, async () => {
    const base = '/api/admin/authors';
    const fresh = (path: string) => send('GET', path, { user: moderator, headers: { 'cache-control': 'no-cache' } });
    const admin = await signIn({ role: 'admin' });
    const made = await api.post(base, { name: 'Grace Hopper' }, moderator);
    const guest = made.body.id;
    const text = { title: 'T', content: 'C', isPublished: true };
    const post = await api.post('/api/posts', { ...text, authorIds: [moderator.id, guest] }, moderator);
    const path = `/api/posts/${post.body.id}`;
    await fresh(`/api/authors/${guest}`);

    const costs = {
      create: made,
      'post with a guest': post,
      'list of posts': await fresh(`/api/posts?authorId=${guest}`),
      one: await fresh(`/api/authors/${guest}`),
      'list of staff': await fresh(base),
      found: await fresh(`${base}?q=hop`),
      choices: await fresh(`${base}/choices`),
      'save that changes none': await api.patch(path, { title: 'New', authorIds: [moderator.id, guest] }, moderator),
      'one less': await api.patch(path, { authorIds: [guest] }, moderator),
      'one more': await api.patch(path, { authorIds: [guest, moderator.id] }, moderator),
      rename: await api.patch(`${base}/${guest}`, { name: 'G. Hopper' }, moderator),
      describe: await api.patch(`${base}/${guest}`, { text: 'Navy' }, moderator),
      join: await api.post(`${base}/${guest}/join`, { userId: admin.id }, admin),
    };

    expect(costsOf(costs)).toEqual({
      create: { reads: 1, writes: 2 },
      'post with a guest': { reads: 6, writes: 8 },
      'list of posts': { reads: 1 + 1, writes: 0 },
      one: { reads: 1, writes: 0 },
      'list of staff': { reads: 1 + 1, writes: 0 },
      found: { reads: 1 + 1, writes: 0 },
      choices: { reads: 2 + 1 + 2, writes: 0 },
      'save that changes none': { reads: 3, writes: 5 },
      'one less': { reads: 2, writes: 6 },
      'one more': { reads: 4, writes: 6 },
      rename: { reads: 9, writes: 6 },
      describe: { reads: 1, writes: 2 },
      join: { reads: 11, writes: 9 },
    });
  });

  it('tags', { tags: 'thorough' }, async () => {
    const base = '/api/admin/tags';
    const fresh = (path: string) => send('GET', path, { user: moderator, headers: { 'cache-control': 'no-cache' } });
    const admin = await signIn({ role: 'admin' });
    const text = { title: 'T', content: 'C', isPublished: true };
    const made = await api.post(base, { name: 'Tea' }, moderator);
    const path = `${base}/${made.body.id}`;
    const post = await api.post('/api/posts', { ...text, tags: ['Tea', 'Coffee'] }, moderator);
    const tagIds: string[] = post.body.tagIds;
    await fresh('/api/posts?tag=tea');

    const costs = {
      create: made,
      'post with a known and a new one': post,
      list: await fresh('/api/tags?limit=1'),
      'list of posts': await fresh('/api/posts?tag=tea'),
      one: await fresh('/api/tags/tea'),
      'list of staff': await fresh(base),
      found: await fresh(`${base}?q=te`),
      named: await fresh(`${base}/named?ids=${tagIds.join(',')}`),
      'save that changes none': await api.patch(`/api/posts/${post.body.id}`, { title: 'New', tagIds }, moderator),
      'one more': await api.patch(`/api/posts/${post.body.id}`, { tags: ['Tea', 'Coffee', 'Water'] }, moderator),
      'one less': await api.patch(`/api/posts/${post.body.id}`, { tagIds }, moderator),
      rename: await api.patch(path, { name: 'Green tea' }, moderator),
      'new address': await api.patch(path, { slug: 'green-tea' }, moderator),
      merge: await api.post(`${path}/merge`, { into: tagIds[1] }, admin),
      delete: await api.delete(`${base}/${tagIds[1]}`, moderator),
    };

    expect(costsOf(costs)).toEqual({
      create: { reads: 3, writes: 3 },
      'post with a known and a new one': { reads: 13, writes: 12 },
      list: { reads: 1 + 1, writes: 0 },
      'list of posts': { reads: 1 + 1, writes: 0 },
      one: { reads: 1, writes: 0 },
      'list of staff': { reads: 2 + 1, writes: 0 },
      found: { reads: 1 + 1, writes: 0 },
      named: { reads: 2, writes: 0 },
      'save that changes none': { reads: 4, writes: 5 },
      'one more': { reads: 12, writes: 9 },
      'one less': { reads: 4, writes: 6 },
      rename: { reads: 11, writes: 6 },
      'new address': { reads: 2, writes: 3 },
      merge: { reads: 16, writes: 8 },
      delete: { reads: 12, writes: 9 },
    });
  });

  it('series', { tags: 'thorough' }, async () => {
    const base = '/api/admin/series';
    const fresh = (path: string) => send('GET', path, { user: moderator, headers: { 'cache-control': 'no-cache' } });
    const text = { title: 'T', content: 'C', isPublished: true };
    const made = await api.post(base, { name: 'Winter' }, moderator);
    const seriesId = made.body.id;
    const path = `${base}/${seriesId}`;
    const first = await api.post('/api/posts', { ...text, seriesId }, moderator);
    const second = await api.post('/api/posts', { ...text, seriesId }, moderator);
    const other = (await api.post(base, { name: 'Summer' }, moderator)).body.id;
    const save = (change: object) => api.patch(`/api/posts/${second.body.id}`, change, moderator);
    await fresh('/api/posts?series=winter');

    const costs = {
      create: made,
      'first post': first,
      'second post': second,
      'the post': await fresh(`/api/posts/${second.body.id}`),
      list: await fresh('/api/series?limit=1'),
      'list of posts': await fresh('/api/posts?series=winter'),
      one: await fresh('/api/series/winter'),
      'list of staff': await fresh(base),
      'one of staff': await fresh(path),
      'posts of staff': await fresh(`${path}/posts`),
      'save that changes none': await save({ title: 'New', seriesId }),
      'other place': await save({ seriesPlace: 5 }),
      'other series': await save({ seriesId: other }),
      none: await save({ seriesId: null }),
      rename: await api.patch(path, { name: 'Deep winter' }, moderator),
      'new address': await api.patch(path, { slug: 'deep-winter' }, moderator),
      delete: await api.delete(path, moderator),
    };

    // Answers about one post read those beside it, once each.
    expect(costsOf(costs)).toEqual({
      create: { reads: 3, writes: 3 },
      'first post': { reads: 8, writes: 8 },
      'second post': { reads: 6, writes: 8 },
      'the post': { reads: 1 + 2, writes: 0 },
      list: { reads: 1 + 1, writes: 0 },
      'list of posts': { reads: 2 + 1, writes: 0 },
      one: { reads: 1, writes: 0 },
      'list of staff': { reads: 2 + 1, writes: 0 },
      'one of staff': { reads: 1, writes: 0 },
      'posts of staff': { reads: 2, writes: 0 },
      'save that changes none': { reads: 1 + 3, writes: 5 },
      'other place': { reads: 1 + 2, writes: 4 },
      'other series': { reads: 6, writes: 6 },
      none: { reads: 1, writes: 5 },
      rename: { reads: 2, writes: 2 },
      'new address': { reads: 2, writes: 3 },
      delete: { reads: 9, writes: 7 },
    });
  });

  it('an upload, and a post that shows it', { tags: 'thorough' }, async () => {
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
    await api.get('/api/admin/pictures', moderator);
    // The picture and its count; what shows it, at least 1 for each of eleven kinds.
    expect(costOf(await api.get('/api/admin/pictures', moderator))).toEqual({ reads: 2 + 11, writes: 0 });
    const [, name] = /images%2F([^?]+)/.exec(featuredImage) ?? [];
    const described = await api.patch(`/api/admin/pictures/${name}`, { description: 'Boats' }, moderator);
    expect(costOf(described)).toEqual({ reads: 1 + 11, writes: 2 });
    const other = /images%2F([^?]+)/.exec((await api.post('/api/upload', form, moderator)).body.imageUrl)?.[1];
    const removed = await api.delete(`/api/admin/pictures/${other}`, moderator);
    expect(costOf(removed)).toEqual({ reads: 1 + 11, writes: 3 });
    await seedCategory();
    const draft = await api.post('/api/posts', { title: 'T', content: 'C' }, moderator);
    const path = `/api/posts/${draft.body.id}`;
    // One of each for an added or removed picture, none for others.
    expect(costOf(await api.patch(path, { featuredImage }, moderator))).toEqual({ reads: 2, writes: 4 });
    expect(costOf(await api.patch(path, { content, featuredImage: null }, moderator))).toEqual({ reads: 1, writes: 3 });
    expect(costOf(await api.patch(path, { title: 'New' }, moderator))).toEqual({ reads: 1, writes: 3 });
    expect(costOf(await api.delete(path, moderator))).toEqual({ reads: 1, writes: 5 });
  });

  it('reviews and notes', { tags: 'thorough' }, async () => {
    const path = `/api/posts/${(await seedPost({ isPublished: false, authorId: moderator.id })).id}`;
    const step = async (end: string) => costOf(await api.post(`${path}/review${end}`, undefined, moderator));

    // Its author's name is known then.
    await api.get(path, moderator);
    expect(await step('')).toEqual({ reads: 3, writes: 3 });
    expect(await step('')).toEqual({ reads: 3, writes: 0 });
    expect(await step('/take')).toEqual({ reads: 3, writes: 3 });
    expect(costOf(await api.get(`${path}/review`, moderator))).toEqual({ reads: 2, writes: 0 });
    expect(costOf(await api.get('/api/admin/reviews', moderator))).toEqual({ reads: 1 + 1, writes: 0 });
    const { body: note } = await api.post(`${path}/notes`, { text: 'N' }, moderator);
    const answered = await api.post(`${path}/notes`, { text: 'A', parentId: note.id }, moderator);
    expect(costOf(answered)).toEqual({ reads: 4, writes: 3 });
    expect(costOf(await api.get(`${path}/notes`, moderator))).toEqual({ reads: 1 + 2, writes: 0 });
    expect(costOf(await api.patch(`${path}/notes/${note.id}`, { text: 'M' }, moderator))).toEqual({
      reads: 2,
      writes: 1,
    });
    expect(costOf(await api.delete(`${path}/notes/${note.id}`, moderator))).toEqual({ reads: 2 + 1, writes: 3 });
    // Publishing ends the review: 1 write more.
    expect(costOf(await api.patch(path, { isPublished: true }, moderator))).toEqual({ reads: 2, writes: 7 + 1 });
  });

  it("the comments on the caller's posts", { tags: 'thorough' }, async () => {
    for (let n = 0; n < 2; n += 1) {
      const { id } = await seedPost({ authorId: moderator.id });
      clock.advance(2_500);
      expect((await api.post(`/api/posts/${id}/comments`, { content: 'Hello' }, moderator)).status).toBe(201);
    }

    const list = await api.get('/api/me/posts/comments', moderator);
    expect(costOf(list)).toEqual({ reads: 2 + 2, writes: 0 });
  });

  it('drafts and editing leases', async () => {
    const post = await seedPost();
    const path = `/api/drafts/${post.id}`;

    const begun = await api.put(path, { content: 'Words', version: 0 }, moderator);
    expect(costOf(begun)).toEqual({ reads: 2, writes: 1 });
    const { version } = begun.body;
    const contentEdit = { from: 5, to: 5, text: '.' };
    const changed = await api.patch(path, { version, contentEdit }, moderator);
    expect(costOf(changed)).toEqual({ reads: 1, writes: 1 });
    const more = { content: 'More', version: changed.body.version, sitting: 'a'.repeat(20) };
    // Another device's draft becomes a discarded draft.
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
    // A save with its draft: 1 more of each.
    const draft = { key: post.id, version: 0, sitting: 'b'.repeat(20) };
    const saved = await api.patch(`/api/posts/${post.id}`, { content: 'Saved', draft }, moderator);
    expect(costOf(saved)).toEqual({ reads: 3 + 1, writes: 5 + 1 });

    const editing = () => api.put(`/api/posts/${post.id}/editing`, undefined, moderator);
    expect(costOf(await editing())).toEqual({ reads: 2, writes: 1 });
    expect(costOf(await editing())).toEqual({ reads: 1, writes: 0 });
    clock.advance(30_001);
    expect(costOf(await editing())).toEqual({ reads: 1, writes: 1 });
    expect(costOf(await api.delete(`/api/posts/${post.id}/editing`, moderator))).toEqual({ reads: 1, writes: 1 });
  });

  it("a new name, which changes the search entries of the author's published posts", { tags: 'thorough' }, async () => {
    const category = await seedCategory();
    for (let n = 0; n < 2; n += 1) await seedPost({ authorId: moderator.id, categoryId: category.id });

    const answer = await api.patch(`/api/users/${moderator.id}`, { displayName: 'Grace Hopper' }, moderator);

    // For each post: once in the query, then with its author and its category in the transaction.
    expect(costOf(answer)).toEqual({ reads: 2 + 4 + 2 * 4, writes: 1 + 3 + 2 });
  });
});

describe('staff lists and bulk actions', () => {
  it('staff searches and bulk actions', { tags: 'thorough' }, async () => {
    await resetFirestore();
    const admin = await signIn({ role: 'admin' });
    const moderator = await signIn({ role: 'moderator' });
    let post = { id: '' };
    for (let n = 0; n < 20; n += 1) post = await seedPost({ title: `Common words ${n}`, authorId: moderator.id });
    const find = async (query: string) => costOf(await api.get(`/api/admin/posts?limit=15&${query}`, moderator));
    await find('sort=views');

    expect(await find('q=comm')).toEqual({ reads: 15 + 1, writes: 0 });
    expect(await find('status=published&sort=views')).toEqual({ reads: 15 + 1, writes: 0 });
    // The index finds the documents that contain the rarer of the two words; these are then checked for the other.
    expect(await find('q=common%2019')).toEqual({ reads: 2 + 1 + 1, writes: 0 });
    // Nothing has it: an empty list, the words of the 20 posts, those that the instance has not learned yet; then what was meant.
    expect(await find('q=commno')).toEqual({ reads: 2 + 20 + 6 + 15 + 1, writes: 0 });
    const comment = async (content: string) => api.post(`/api/posts/${post.id}/comments`, { content }, moderator);
    for (const content of ['Green tea', 'Black tea']) expect((await comment(content)).status).toBe(201);
    const findComments = async (q: string) => costOf(await api.get(`/api/admin/comments?q=${q}`, moderator));
    // The comments and their count, and their post.
    expect(await findComments('teas')).toEqual({ reads: 2 + 1 + 1, writes: 0 });
    expect(await findComments('green%20tea')).toEqual({ reads: 1 + 1 + 1, writes: 0 });
    expect(costOf(await api.get('/api/admin/users?role=admin', admin))).toEqual({ reads: 1 + 1, writes: 0 });
    expect(costOf(await api.get('/api/admin/activity?limit=15', admin))).toEqual({ reads: 15 + 1, writes: 0 });
    const draft = { isPublished: false, authorId: moderator.id };
    const [one, two] = [await seedPost(draft), await seedPost(draft)];
    const bulk = await api.post('/api/admin/posts/bulk', { action: 'publish', ids: [one.id, two.id] }, moderator);
    expect(costOf(bulk)).toEqual({ reads: 2 * 2, writes: 2 * 7 });

    // Which posts match; the run, its shard and its owner; then each post, and one more write, which keeps its earlier state.
    await api.patch(`/api/posts/${one.id}`, { isPublished: false }, moderator);
    const filter = { status: 'draft' } as const;
    const begun = await api.post('/api/admin/posts/bulk/runs', { action: 'publish', filter, count: 1 }, moderator);
    expect(costOf(begun)).toEqual({ reads: 1 + 8 + 2, writes: 3 + 7 + 1 });
    const path = `/api/admin/posts/bulk/runs/${begun.body.id}`;
    expect(costOf(await api.get(path, moderator))).toEqual({ reads: 2, writes: 0 });
    expect(costOf(await api.patch(path, { wanted: 'undone' }, moderator))).toEqual({ reads: 8 + 2, writes: 2 + 7 });
  });
});
