import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobs } from './compose/jobs.ts';
import { fetchPicture } from './imports/fetch-picture.ts';
import { apiAlone as api, send, type TestAnswer } from './testing/api.ts';
import { costOf, expectCost } from './testing/costs.ts';
import { seedCategory, seedPost } from './testing/posts.ts';
import { clock, dependencies, resetFirestore } from './testing/server.ts';
import { signIn, type TestUser } from './testing/users.ts';

/*
 * What each call reads and writes: Firestore bills by the document. The numbers are those of costs/costs.ts. The caller's own record and the
 * cached names of authors and categories (30 s) are not counted, and the response cache is bypassed.
 */

vi.mock('./imports/fetch-picture.ts', { spy: true });

const THREADS = (count: number) => ({ 'each thread, and each of its first 3 replies': count });

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

  /** A call without caches. */
  const fresh = (path: string, user?: TestUser) =>
    send('GET', path, { user, headers: { 'cache-control': 'no-cache' } });

  it('searches and suggestions', async () => {
    const found = { 'each result': 8 };
    expectCost(await fresh('/api/posts/search?q=common'), 'words of more posts', found);
    expectCost(await fresh('/api/posts/search?q=common%20words'), 'words of more posts', found);
    expectCost(await fresh('/api/posts/search?q=absent'), 'unknown words');
    expectCost(await fresh('/api/search?q=common&categoryId=1&sort=newest'), 'words of more posts', found);
    expect(costOf(await fresh('/api/posts/search?q=!!'))).toEqual({ reads: 0, writes: 0 });
    expect(costOf(await fresh('/api/search/suggestions?q=com'))).toEqual({ reads: 4 + 1 + 1, writes: 0 });
    // Of 4 posts with one of the words, none has both.
    const meant = await fresh('/api/search/suggestions?q=common%20wrods');
    expect(costOf(meant)).toEqual({ reads: 1 + 4 + 1 + 1, writes: 0 });
  });

  it('posts, their comments, similar posts, and the like of the caller', async () => {
    expectCost(await fresh('/api/posts?limit=15'), { 'each entry': 15 });
    expectCost(await fresh('/api/posts'), { 'each entry': 50 });
    expectCost(await fresh('/api/posts?limit=15&categoryId=1'), { 'each entry': 15 });
    expectCost(await fresh('/api/posts/popular'), { 'each entry': 6 });
    expectCost(await fresh('/api/categories'), { 'each category': 1 });
    expect(await api.get('/api/login')).toMatchObject({ status: 302, reads: 0 });
    expectCost(await fresh(`/api/posts/${post.id}`), 'in no series');
    expectCost(await fresh(`/api/posts/${post.id}/comments`), 'usually', THREADS(3));
    expectCost(await fresh(`/api/posts/${post.id}/similar`));
    expectCost(await fresh(`/api/posts/${post.id}/like-status`, reader), 'usually');
    expectCost(await fresh('/api/admin/caller', await signIn({ role: 'admin' })));
    expectCost(await fresh('/api/admin/posts?limit=15', moderator), 'usually', { 'each entry': 15 });
  });

  it('reads an author and a category once in 30 s', async () => {
    clock.advance(31_000);
    const other = await seedPost({ categoryId: (await seedCategory()).id, authorId: reader.id });

    expectCost(await fresh(`/api/posts/${other.id}`), 'in no series', [2]);
    expectCost(await fresh(`/api/posts/${other.id}`), 'in no series');
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
    // Two published posts, no scheduled posts, and no pages.
    expectCost(calendar, { 'each entry': 2, 'each of four queries that finds nothing': 3 });
    expectCost(await api.post(path, undefined, moderator));
    expectCost(await api.get(path, moderator));
    expectCost(await api.delete(path, moderator));
  });
});

describe('writing calls', () => {
  let moderator: TestUser;

  beforeEach(async () => {
    await resetFirestore();
    // Keeps calls from starting an upgrade.
    await createJobs(dependencies).dataVersion.noteNewest();
    moderator = await signIn({ role: 'moderator' });
  });

  it('likes, comments and views', async () => {
    const post = await seedPost();
    // The first of each also doubles the post's popularity in the search index: three more documents.
    for (let n = 0; n < 20; n += 1) await api.post(`/api/posts/${post.id}/view`);
    const like = () => api.post(`/api/posts/${post.id}/like`, undefined, moderator);
    const comment = await api.post(`/api/posts/${post.id}/comments`, { content: 'Hello' }, moderator);

    expectCost(await api.post(`/api/posts/${post.id}/view`), 'together with those of the same second');
    expectCost(await like(), 'usually');
    expectCost(await like(), 'usually');
    const other = await api.post(`/api/posts/${post.id}/comments`, { content: 'Hello' }, moderator);
    expectCost(other, 'a comment');
    expectCost(await api.delete(`/api/comments/${comment.body.id}`, moderator), 'a comment');
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
    expectCost(answers[1] as TestAnswer, 'a reply');
    expectCost(await api.get(path), 'usually', THREADS(4));
    expectCost(await api.get(path, reader), 'signed in, and named in it', THREADS(4));
    const replies = { 'each of its first 3 replies': 3 };
    expectCost(await api.get(own), 'of a first comment', replies);
    expectCost(await api.get(`/api/comments/${answers[3]?.body.id}`), 'of a reply', replies);
    expectCost(await api.get(`${own}/answers`), 'of a first comment', { 'each entry': 4 });
    expectCost(await api.get(`${path}/access`, reader));
    expectCost(await api.patch(own, { content: 'Begin' }, reader), 'a comment');
    expectCost(await api.post(`${own}/report`, { reason: 'Rude' }, moderator), 'usually');
    expectCost(await api.post(`${own}/legal-report`, { reason: 'Illegal' }), 'usually');
    const around = (count: number) => ({ 'each post, first comment and answered comment': count });
    const list = await api.get('/api/admin/comments?limit=3', moderator);
    expectCost(list, 'usually', { 'each entry': 3, ...around(2) });
    expectCost(await api.get('/api/admin/comments/queue', moderator));
    expectCost(await api.get(staff, moderator), {
      'each comment of the thread, at most 100': 4,
      'each report, at most 50': 2,
    });
    const change = (state: string) => api.patch(staff, { state }, moderator);
    expectCost(await change('hidden'), 'a comment');
    expectCost(await change('hidden'), 'a repeat');
    const shown = await api.patch('/api/admin/comments', { ids: [start.id], state: 'visible' }, moderator);
    expectCost(shown, { 'each comment': 1, 'each post, and each thread of a reply': 1 });
    const ofPerson = { 'each comment': 1, 'each that changes': 1, 'each post': 1 };
    expectCost(await api.post(`/api/admin/users/${reader.id}/comments/hide`, undefined, moderator), ofPerson);
    expectCost(await api.patch(`/api/admin/posts/${post.id}/comments`, { access: 'all' }, moderator));
    expectCost(await api.delete(own, reader), 'a hidden one');
    expectCost(await api.post(`${own}/restore`, undefined, reader), 'a hidden one');
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

    expectCost(category, 'usually');
    // The author's name, and in lists also the category's name.
    expectCost(draft, 'unpublished', { 'its category': 1 });
    expectCost(published, 'published', { 'its category': 1 });
    expectCost(await api.patch(path, { title: 'New' }, moderator), 'unpublished');
    expectCost(await api.patch(path, { isPublished: true }, moderator), 'to publish, at most');
    expectCost(await api.patch(path, { isPublished: true }, moderator), 'no change');
    expectCost(await api.patch(path, { featuredImage: null }, moderator), 'no change');
    expectCost(await api.patch(path, { isPublished: false }, moderator), 'to unpublish, at most');
    expectCost(await api.get(`${path}/revisions`, moderator), { 'each entry': 4 });
    const publishAt = new Date(clock.now().getTime() + 60_000).toISOString();
    expectCost(await api.patch(path, { publishAt }, moderator), 'a time to publish at');
    expectCost(await api.patch(path, { publishAt: null }, moderator), 'a time to publish at');
    const [, , , { id }] = (await api.get(`${path}/revisions`, moderator)).body;
    expectCost(await api.get(`${path}/revisions/${id}`, moderator));
    expectCost(await api.post(`${path}/revisions/${id}/restore`, {}, moderator), 'unpublished');
    expectCost(await api.delete(path, moderator), 'unpublished');
    expectCost(await api.delete(path, moderator), 'in the trash');
    expectCost(await api.delete(`/api/posts/${published.body.id}`, moderator), 'published');
    expectCost(await api.get('/api/admin/posts?status=trash', moderator), 'usually', { 'each entry': 2 });
    expectCost(await api.get(`${path}/trash`, moderator));
    expectCost(await api.post(`${path}/undelete`, undefined, moderator), 'usually');
    expectCost(await api.post(`${path}/undelete`, undefined, moderator), 'a repeat');
  });

  it('redirects', { tags: 'thorough' }, async () => {
    const base = '/api/admin/redirects';
    const admin = await signIn({ role: 'admin' });
    const made = await api.post(base, { from: '/old', to: '/tea' }, admin);
    const pattern = await api.post(base, { from: '/blog/*', to: '/posts' }, admin);
    const path = `${base}/${made.body.id}`;

    expectCost(made, 'of a path');
    expectCost(pattern, 'of a prefix');
    expectCost(await api.get(`${base}?limit=1`, admin), { 'each entry': 1 });
    expectCost(await api.get(`${base}/patterns`, admin));
    const imported = await api.post(`${base}/import`, { rows: [{ from: '/a', to: '/tea' }] }, admin);
    expectCost(imported, { 'each row': 1, 'each 30 rows': 1 });
    expectCost(await api.patch(path, { to: '/green-tea' }, admin), 'usually');
    expectCost(await api.patch(path, { to: '/green-tea' }, admin), 'a repeat');
    expectCost(await api.delete(path, admin));
  });

  it('pages', { tags: 'thorough' }, async () => {
    const base = '/api/admin/pages';
    const made = await api.post(base, { title: 'About', slug: 'about', content: 'C', isPublished: true }, moderator);
    const path = `${base}/${made.body.id}`;

    expectCost(made, 'usually');
    expectCost(await api.get('/api/pages/about'));
    expectCost(await api.get(path, moderator));
    expectCost(await api.get(`${base}?limit=1`, moderator), 'usually', { 'each entry': 1 });
    expectCost(await api.get('/api/admin/page-slugs/about', moderator));
    expectCost(await api.patch(path, { content: 'D' }, moderator), 'text');
    expectCost(await api.patch(path, { slug: 'us' }, moderator), 'a new address');
    expectCost(await api.patch(path, { slug: 'us' }, moderator), 'no change');
    expectCost(await api.post(`${path}/preview`, undefined, moderator));
    expectCost(await api.get(`${path}/preview`, moderator));
    expectCost(await api.delete(`${path}/preview`, moderator));
    expectCost(await api.put(`${path}/editing`, undefined, moderator), 'to begin');
    expectCost(await api.delete(`${path}/editing`, moderator));
    expectCost(await api.delete(path, moderator));
    expectCost(await api.post(`${path}/undelete`, undefined, moderator));
  });

  it('categories', { tags: 'thorough' }, async () => {
    const admin = await signIn({ role: 'admin' });
    const [one, other, empty] = [await seedCategory(), await seedCategory(), await seedCategory()];
    await seedPost({ categoryId: one.id });
    const path = `/api/admin/categories/${one.id}`;
    expectCost(await api.get(`/api/categories/${one.id}`), 'usually');
    expectCost(await api.get('/api/admin/categories', moderator), { 'each category': 3 });
    expectCost(await api.patch(path, { description: 'Leaves' }, moderator), 'usually');
    const renamed = await api.patch(`/api/admin/categories/${empty.id}`, { name: 'Nothing' }, moderator);
    expectCost(renamed, 'a new name without posts');
    const ordered = await api.put('/api/admin/categories/order', { ids: [other.id] }, moderator);
    expectCost(ordered, { 'each category': 3, 'each that moves': 1 });
    const removed = await api.delete(`/api/admin/categories/${empty.id}`, moderator);
    expectCost(removed, { 'each document that may have it, at most 20': 3 });
    expectCost(await api.post(`${path}/merge`, { into: other.id }, admin), 'usually', [10, 6]);
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

    expectCost(made, 'usually');
    expectCost(post, 'published', [3]);
    expectCost(await fresh(`/api/posts?authorId=${guest}`), { 'each entry': 1 });
    expectCost(await fresh(`/api/authors/${guest}`), 'a guest author');
    expectCost(await fresh(base), 'usually', { 'each entry': 1 });
    expectCost(await fresh(`${base}?q=hop`), 'usually', { 'each entry': 1 });
    expectCost(await fresh(`${base}/choices`), { 'each, at most 250': 3 });
    // The names of both authors.
    const authorIds = [moderator.id, guest];
    expectCost(await api.patch(path, { title: 'New', authorIds }, moderator), 'published', [2]);
    // One read for each added author, one write for each added or removed author.
    expectCost(await api.patch(path, { authorIds: [guest] }, moderator), 'published', [1, 1]);
    expectCost(await api.patch(path, { authorIds: [guest, moderator.id] }, moderator), 'published', [3, 1]);
    const rename = await api.patch(`${base}/${guest}`, { name: 'G. Hopper' }, moderator);
    expectCost(rename, 'usually', { 'a new name, as that of an account': 1 }, [4, 1]);
    expectCost(await api.patch(`${base}/${guest}`, { text: 'Navy' }, moderator), 'usually');
    expectCost(await api.post(`${base}/${guest}/join`, { userId: admin.id }, admin), [3, 3]);
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

    expectCost(made, 'usually');
    // An added tag is one read if it exists; a new tag is five reads and three writes. Search reads one more for each.
    expectCost(post, 'published', [10, 4]);
    expectCost(await fresh('/api/tags?limit=1'), { 'each entry': 1 });
    // The tag in the address.
    expectCost(await fresh('/api/posts?tag=tea'), { 'each entry': 1 }, [1]);
    expectCost(await fresh('/api/tags/tea'), 'usually');
    expectCost(await fresh(base), 'usually', { 'each entry': 2 });
    expectCost(await fresh(`${base}?q=te`), 'usually', { 'each entry': 1 });
    expectCost(await fresh(`${base}/named?ids=${tagIds.join(',')}`), { 'each tag': 2 });
    expectCost(await api.patch(`/api/posts/${post.body.id}`, { title: 'New', tagIds }, moderator), 'published', [3]);
    const more = await api.patch(`/api/posts/${post.body.id}`, { tags: ['Tea', 'Coffee', 'Water'] }, moderator);
    expectCost(more, 'published', [11, 4]);
    expectCost(await api.patch(`/api/posts/${post.body.id}`, { tagIds }, moderator), 'published', [3, 1]);
    const renamed = await api.patch(path, { name: 'Green tea' }, moderator);
    expectCost(renamed, 'a new name', { 'each post of a new name, besides its names': 1 }, [2, 2]);
    expectCost(await api.patch(path, { slug: 'green-tea' }, moderator), 'a new address');
    expectCost(await api.post(`${path}/merge`, { into: tagIds[1] }, admin), 'usually', [8, 2]);
    expectCost(await api.delete(`${base}/${tagIds[1]}`, moderator), [4, 3]);
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

    expectCost(made, 'usually');
    // The series, its last place, and names that are not cached.
    expectCost(first, 'published', [5]);
    expectCost(second, 'published', [3]);
    // Reads the adjacent posts once each.
    expectCost(await fresh(`/api/posts/${second.body.id}`), 'in a series');
    expectCost(await fresh('/api/series?limit=1'), { 'each entry': 1 });
    // The series in the address.
    expectCost(await fresh('/api/posts?series=winter'), { 'each entry': 2 }, [1]);
    expectCost(await fresh('/api/series/winter'), 'usually');
    expectCost(await fresh(base), 'usually', { 'each entry': 2 });
    expectCost(await fresh(path));
    expectCost(await fresh(`${path}/posts`), { 'each entry': 2 });
    expectCost(await save({ title: 'New', seriesId }), 'published', [3]);
    expectCost(await save({ seriesPlace: 5 }), 'published', [2, -1]);
    expectCost(await save({ seriesId: other }), 'published', [5, 1]);
    expectCost(await save({ seriesId: null }), 'published');
    expectCost(await api.patch(path, { name: 'Deep winter' }, moderator), 'usually');
    expectCost(await api.patch(path, { slug: 'deep-winter' }, moderator), 'a new address');
    expectCost(await api.delete(path, moderator), [2, 1]);
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

    expectCost(upload);
    expectCost(await api.get('/api/users/me/pictures', moderator), { 'each entry': 1 });
    await api.get('/api/admin/pictures', moderator);
    expectCost(await api.get('/api/admin/pictures', moderator), 'usually', {
      'each entry': 1,
      'each that shows them, at least 1 of each of eleven kinds, at most 100': 11,
    });
    const shown = { 'each that shows it, at least 1 of each of eleven kinds': 11 };
    const [, name] = /images%2F([^?]+)/.exec(featuredImage) ?? [];
    expectCost(await api.patch(`/api/admin/pictures/${name}`, { description: 'Boats' }, moderator), shown);
    vi.mocked(fetchPicture).mockResolvedValueOnce(png);
    const fetched = await api.post('/api/upload/from-address', { address: 'https://a.example/b.png' }, moderator);
    expectCost(fetched);
    const other = /images%2F([^?]+)/.exec(fetched.body.imageUrl)?.[1];
    expectCost(await api.delete(`/api/admin/pictures/${other}`, moderator), shown);
    await seedCategory();
    const draft = await api.post('/api/posts', { title: 'T', content: 'C' }, moderator);
    const path = `/api/posts/${draft.body.id}`;
    // One of each for an added or removed picture, none for an unchanged one.
    expectCost(await api.patch(path, { featuredImage }, moderator), 'unpublished', [1, 1]);
    expectCost(await api.patch(path, { content, featuredImage: null }, moderator), 'unpublished');
    expectCost(await api.patch(path, { title: 'New' }, moderator), 'unpublished');
    expectCost(await api.delete(path, moderator), 'unpublished');
  });

  it('reviews and notes', { tags: 'thorough' }, async () => {
    const path = `/api/posts/${(await seedPost({ isPublished: false, authorId: moderator.id })).id}`;
    const step = (end: string) => api.post(`${path}/review${end}`, undefined, moderator);

    // The author's name is cached by then.
    await api.get(path, moderator);
    expectCost(await step(''), 'usually');
    expectCost(await step(''), 'a repeat');
    expectCost(await step('/take'), 'usually');
    expectCost(await api.get(`${path}/review`, moderator));
    expectCost(await api.get('/api/admin/reviews', moderator), { 'each entry': 1 });
    const { body: note } = await api.post(`${path}/notes`, { text: 'N' }, moderator);
    expectCost(await api.post(`${path}/notes`, { text: 'A', parentId: note.id }, moderator), 'an answer');
    expectCost(await api.get(`${path}/notes`, moderator), { 'each note': 2 });
    expectCost(await api.patch(`${path}/notes/${note.id}`, { text: 'M' }, moderator));
    expectCost(await api.delete(`${path}/notes/${note.id}`, moderator), { 'each answer': 1 });
    // Without a category.
    const published = await api.patch(path, { isPublished: true }, moderator);
    expectCost(published, 'to publish, at most', { 'the end of a review': 1 }, [-1, -1]);
  });

  it("the comments on the caller's posts", { tags: 'thorough' }, async () => {
    for (let n = 0; n < 2; n += 1) {
      const { id } = await seedPost({ authorId: moderator.id });
      clock.advance(2_500);
      expect((await api.post(`/api/posts/${id}/comments`, { content: 'Hello' }, moderator)).status).toBe(201);
    }

    const list = await api.get('/api/me/posts/comments', moderator);
    expectCost(list, { 'each entry': 2, 'each comment shown, at most 3 of an entry': 2 });
  });

  it('drafts and editing leases', async () => {
    const post = await seedPost();
    const path = `/api/drafts/${post.id}`;

    const begun = await api.put(path, { content: 'Words', version: 0 }, moderator);
    expectCost(begun, 'new');
    const { version } = begun.body;
    const contentEdit = { from: 5, to: 5, text: '.' };
    const changed = await api.patch(path, { version, contentEdit }, moderator);
    expectCost(changed);
    const more = { content: 'More', version: changed.body.version, sitting: 'a'.repeat(20) };
    // Another device's draft becomes a discarded draft.
    const replaced = await api.put(path, more, moderator);
    expectCost(replaced, "over another sitting's");
    expectCost(await api.put(path, more, moderator), 'a repeat');
    expectCost(await api.get('/api/discarded-drafts', moderator), { 'each entry': 1 });
    const emptied = { content: 'Words', reason: 'emptied', draftKey: post.id, sitting: more.sitting };
    expectCost(await api.put('/api/discarded-drafts/copy', emptied, moderator), 'a copy');
    const thrown = { ...emptied, reason: 'discarded', draftVersion: replaced.body.version };
    expectCost(await api.put('/api/discarded-drafts/thrown', thrown, moderator), 'a draft');
    expectCost(await api.get('/api/discarded-drafts/thrown', moderator));
    expectCost(await api.delete('/api/discarded-drafts/thrown', moderator));
    await api.put(path, { content: 'More' }, moderator);
    expectCost(await api.get('/api/drafts', moderator), { 'each entry': 1 });
    expectCost(await api.get(path, moderator));
    expectCost(await api.delete(path, moderator));
    // Plus the names of its author and category.
    const draft = { key: post.id, version: 0, sitting: 'b'.repeat(20) };
    const saved = await api.patch(`/api/posts/${post.id}`, { content: 'Saved', draft }, moderator);
    expectCost(saved, 'published', { 'its draft': 1 }, [2]);

    const editing = () => api.put(`/api/posts/${post.id}/editing`, undefined, moderator);
    expectCost(await editing(), 'to begin');
    expectCost(await editing(), 'within 30 s');
    clock.advance(30_001);
    expectCost(await editing(), 'later');
    expectCost(await api.delete(`/api/posts/${post.id}/editing`, moderator));
  });

  it("a new name, which changes the search entries of the author's published posts", { tags: 'thorough' }, async () => {
    const category = await seedCategory();
    for (let n = 0; n < 2; n += 1) await seedPost({ authorId: moderator.id, categoryId: category.id });

    const answer = await api.patch(`/api/users/${moderator.id}`, { displayName: 'Grace Hopper' }, moderator);

    expectCost(answer, 'usually', { 'a new name': 1, 'each published post of a new name': 2 });
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

    // All matches, which are sorted by relevance.
    expect(await find('q=comm')).toEqual({ reads: 20 + 1, writes: 0 });
    expect(await find('q=comm&sort=created')).toEqual({ reads: 15 + 1, writes: 0 });
    expect(await find('status=published&sort=views')).toEqual({ reads: 15 + 1, writes: 0 });
    // The index finds the documents that contain the rarer of the two words; these are then checked for the other.
    expect(await find('q=common%2019')).toEqual({ reads: 2 + 1 + 1, writes: 0 });
    // No match: an empty list, then the words of the 20 posts that the instance has not learned yet, then the posts for the suggestion.
    expect(await find('q=commno')).toEqual({ reads: 2 + 20 + 6 + 20 + 1, writes: 0 });
    const comment = async (content: string) => api.post(`/api/posts/${post.id}/comments`, { content }, moderator);
    for (const content of ['Green tea', 'Black tea']) expect((await comment(content)).status).toBe(201);
    const findComments = (q: string) => api.get(`/api/admin/comments?q=${q}`, moderator);
    const around = { 'each post, first comment and answered comment': 1 };
    expectCost(await findComments('teas'), 'usually', { 'each entry': 2, ...around });
    expectCost(await findComments('green%20tea'), 'usually', { 'each entry': 1, ...around });
    expectCost(await api.get('/api/admin/users?role=admin', admin), 'usually', { 'each entry': 1 });
    expectCost(await api.get('/api/admin/activity?limit=15', admin), { 'each entry': 15 });
    const draft = { isPublished: false, authorId: moderator.id };
    const [one, two] = [await seedPost(draft), await seedPost(draft)];
    const bulk = await api.post('/api/admin/posts/bulk', { action: 'publish', ids: [one.id, two.id] }, moderator);
    expect(costOf(bulk)).toEqual({ reads: 2 * 2, writes: 2 * 7 });

    // The ids of matching posts; the run, its shard and its owner; then each post, with one more write for its earlier state.
    await api.patch(`/api/posts/${one.id}`, { isPublished: false }, moderator);
    const filter = { status: 'draft' } as const;
    const begun = await api.post('/api/admin/posts/bulk/runs', { action: 'publish', filter, count: 1 }, moderator);
    expect(costOf(begun)).toEqual({ reads: 1 + 8 + 2, writes: 3 + 7 + 1 });
    const path = `/api/admin/posts/bulk/runs/${begun.body.id}`;
    expectCost(await api.get(path, moderator));
    expect(costOf(await api.patch(path, { wanted: 'undone' }, moderator))).toEqual({ reads: 8 + 2, writes: 2 + 7 });
  });
});
