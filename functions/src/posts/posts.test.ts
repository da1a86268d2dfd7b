import { FieldValue } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { api, pagesOf, send } from '../testing/api.ts';
import { seedCategory, seedPost, stored, storedAll, storedPost } from '../testing/posts.ts';
import { clock, db } from '../testing/server.ts';
import { signIn, signInEach, type TestUser } from '../testing/users.ts';

const { moderator } = signInEach({ moderator: { role: 'moderator', displayName: 'Mary Shelley' } });

const idsOf = (res: { body: { id: string }[] }) => res.body.map(({ id }) => id);
const totals = () => stored('counters/posts');
const postCountOf = async (id: number) => (await stored(`categories/${id}`))?.postCount;

describe('GET /api/posts', () => {
  it('lists published posts, newest first, without their texts', async () => {
    const first = await seedPost({ title: 'First', content: 'x'.repeat(300) });
    clock.advance(10);
    const second = await seedPost({ title: 'Second', excerpt: 'In short' });
    await seedPost({ title: 'Draft', isPublished: false });

    const res = await api.get('/api/posts');

    expect(idsOf(res)).toEqual([second.id, first.id]);
    expect(res.body[0]).not.toHaveProperty('content');
    expect(res.body.map((post: { preview: string }) => post.preview)).toEqual(['In short', `${'x'.repeat(120)}...`]);
    expect(res.headers.get('x-total-count')).toBe('2');
    expect(res.headers.get('link')).toBeNull();
  });

  it('contains the reading time, which changes with the text', async () => {
    const minutes = async () => (await api.get('/api/posts')).body[0].readingMinutes;
    const { body } = await api.post(
      '/api/posts',
      { title: 'Long', content: 'word '.repeat(2_380), isPublished: true },
      moderator,
    );
    const before = [body.readingMinutes, await minutes()];

    clock.advance(11_000);
    await api.patch(`/api/posts/${body.id}`, { content: '雨'.repeat(1_500) }, moderator);

    expect([...before, await minutes()]).toEqual([10, 10, 3]);
  });

  it('lists posts even if a damaged one has no author', async () => {
    const damaged = await seedPost();
    await db.doc(`posts/${damaged.id}`).update({ authorId: FieldValue.delete() });

    const res = await api.get('/api/posts');

    expect(idsOf(res)).toEqual([damaged.id]);
    expect(res.body[0].author.displayName).toBeNull();
  });

  it('hides unpublished posts even from staff', async () => {
    await seedPost({ isPublished: false });

    expect((await api.get('/api/posts', moderator)).body).toEqual([]);
  });

  it('pages through all posts once, even with equal times', async () => {
    const at = new Date();
    const seeded = [];
    for (let n = 0; n < 5; n += 1) seeded.push((await seedPost()).id);
    await Promise.all(seeded.map((id) => db.doc(`posts/${id}`).update({ createdAt: at })));

    const pages = await pagesOf('/api/posts?limit=2');
    const seen = pages.flatMap(idsOf);

    expect(pages.map(({ headers }) => headers.get('x-total-count'))).toEqual(['5', '5', '5']);
    expect(seen.length).toBe(5);
    expect(new Set(seen)).toEqual(new Set(seeded));
  });

  it('filters by category, and counts only that category', async () => {
    const category = await seedCategory();
    const inside = await seedPost({ categoryId: category.id });
    await seedPost();

    const res = await api.get(`/api/posts?categoryId=${category.id}`);

    expect(idsOf(res)).toEqual([inside.id]);
    expect(res.body[0].category).toEqual({ id: category.id, name: category.name, icon: null, color: null });
    expect(res.headers.get('x-total-count')).toBe('1');
    expect((await api.get('/api/posts?categoryId=999')).body).toEqual([]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=1e3',
    'limit=1&limit=2',
    'cursor=',
    'cursor=abc',
    'cursor=a&cursor=b',
    'categoryId=x',
  ])('refuses ?%s', async (query) => {
    expect((await api.get(`/api/posts?${query}`)).status).toBe(400);
  });

  it('ignores unknown parameters', async () => {
    expect((await api.get('/api/posts?limit[]=1&__proto__=1&constructor[prototype][x]=1')).status).toBe(200);
  });
});

describe('GET /api/posts/:id', () => {
  it('returns the post with its text, and its author without an email address', async () => {
    const author = await signIn({ role: 'moderator', displayName: 'Grace Hopper' });
    const post = await seedPost({ authorId: author.id, content: '# Hello' });

    const res = await api.get(`/api/posts/${post.id}`);

    expect(res.body).toMatchObject({ content: '# Hello', views: 0, viewCount: 0, likesCount: 0, commentsCount: 0 });
    expect(res.body.author).toEqual({
      id: author.id,
      firstName: 'Grace',
      displayName: 'Grace Hopper',
      email: null,
      profileImageUrl: null,
    });
  });

  it('shows the email address only to admins and its owner', async () => {
    const author = await signIn({ role: 'moderator' });
    const post = await seedPost({ authorId: author.id });
    const emailFor = async (user?: TestUser) => (await api.get(`/api/posts/${post.id}`, user)).body.author.email;

    expect(await emailFor(await signIn())).toBeNull();
    expect(await emailFor(await signIn({ role: 'moderator' }))).toBeNull();
    expect(await emailFor(await signIn({ role: 'admin' }))).toBe(author.email);
    expect(await emailFor(author)).toBe(author.email);
  });

  it.each(['nope', '__proto__', '__name__', 'a%2Fb', '..', '%00', 'x'.repeat(200), '%F0%9F%98%80'])(
    'does not find post %s',
    async (id) => {
      expect((await api.get(`/api/posts/${id}`)).status).toBe(404);
    },
  );
});

describe('GET /api/posts/popular and /similar', () => {
  it('orders by views + 2 likes + 3 comments', async () => {
    const [quiet, liked, discussed] = [await seedPost(), await seedPost(), await seedPost()];
    const reader = await signIn();
    await api.post(`/api/posts/${quiet.id}/view`);
    await api.post(`/api/posts/${liked.id}/like`, undefined, reader);
    await api.post(`/api/posts/${discussed.id}/comments`, { content: 'So true' }, reader);

    expect(idsOf(await api.get('/api/posts/popular'))).toEqual([discussed.id, liked.id, quiet.id]);
    expect(idsOf(await api.get('/api/posts/popular?limit=1'))).toEqual([discussed.id]);
  });

  it('finds at most 4 other posts of the category', async () => {
    const category = await seedCategory();
    const posts = [];
    for (let n = 0; n < 6; n += 1) posts.push(await seedPost({ categoryId: category.id }));
    await seedPost({ categoryId: category.id, isPublished: false });
    await seedPost();
    const [post] = posts;

    const res = await api.get(`/api/posts/${post?.id}/similar`);

    expect(res.body).toHaveLength(4);
    expect(idsOf(res)).not.toContain(post?.id);
    expect(posts.map(({ id }) => id)).toEqual(expect.arrayContaining(idsOf(res)));
  });

  it('finds nothing for an unpublished post or one without a category', async () => {
    const draft = await seedPost({ isPublished: false });
    const lone = await seedPost();

    expect((await api.get(`/api/posts/${draft.id}/similar`)).status).toBe(404);
    expect((await api.get(`/api/posts/${lone.id}/similar`)).body).toEqual([]);
  });
});

describe('POST /api/posts', () => {
  const input = { title: 'Title', content: 'Content' };

  it('creates an unpublished post by default', async () => {
    const draft = await api.post('/api/posts', input, moderator);
    const published = await api.post('/api/posts', { ...input, isPublished: true }, moderator);

    expect(draft.status).toBe(201);
    expect(draft.body).toMatchObject({ isPublished: false, publishedAt: null, authorId: moderator.id });
    // The answer equals later reads, including the teaser.
    expect(draft.body).toEqual((await api.get(`/api/posts/${draft.body.id}`, moderator)).body);
    expect(published.body.isPublished).toBe(true);
    expect(published.body.publishedAt).toBe(published.body.createdAt);
    expect(await totals()).toEqual({ total: 2, published: 1 });
    expect(Object.keys(await storedAll('searchIndex'))).toEqual([published.body.id]);
  });

  it.each([
    [{}, 'Title is required'],
    [{ title: ' ', content: 'c' }, 'Title is required'],
    [{ title: 't'.repeat(201), content: 'c' }, 'Title too long'],
    [{ title: 't' }, 'Content is required'],
    [{ ...input, excerpt: 'e'.repeat(501) }, 'Excerpt too long'],
    [{ ...input, categoryId: 12345 }, 'Unknown category'],
    [{ ...input, categoryId: '1' }, 'Invalid input'],
    [{ ...input, featuredImage: 'javascript:alert(1)' }, 'Invalid image URL'],
    [[], 'Invalid input'],
    ['"text"', 'Invalid input'],
    ['null', 'Invalid input'],
  ])('refuses %j: %s', async (body, text) => {
    const headers = { 'content-type': 'application/json' };
    const res = await send('POST', '/api/posts', {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers,
      user: await signIn({ role: 'admin' }),
    });

    expect(res.status).toBe(400);
    expect(res.text).toContain(text);
    expect(await storedAll('posts')).toEqual({});
  });

  it('ignores fields that callers cannot set', async () => {
    const body = `{"title":"T","content":"C","authorId":"x","views":99,"likesCount":9,"id":"mine","__proto__":{"views":5},"createdAt":"2001-01-01T00:00:00Z"}`;

    const res = await send('POST', '/api/posts', {
      body,
      headers: { 'content-type': 'application/json' },
      user: moderator,
    });

    expect(res.status).toBe(201);
    expect(res.body).toMatchObject({ authorId: moderator.id, views: 0, likesCount: 0 });
    expect(res.body.id).not.toBe('mine');
    expect(({} as { views?: number }).views).toBeUndefined();
  });

  it('creates one post per idempotency key, even under parallel calls', async () => {
    const headers = { 'idempotency-key': 'tab 1, try "a"' };

    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        send('POST', '/api/posts', { user: moderator, headers, body: { ...input, isPublished: true } }),
      ),
    );

    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(Object.keys(await storedAll('posts'))).toHaveLength(1);
    expect(await totals()).toEqual({ total: 1, published: 1 });
    expect(
      (
        await send('POST', '/api/posts', {
          user: moderator,
          headers: { 'idempotency-key': 'x'.repeat(129) },
          body: input,
        })
      ).status,
    ).toBe(400);
  });

  it('counts exactly under parallel calls', async () => {
    const category = await seedCategory();
    const body = { ...input, categoryId: category.id, isPublished: true };

    const answers = await Promise.all(Array.from({ length: 30 }, () => api.post('/api/posts', body, moderator)));

    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
    expect(await postCountOf(category.id)).toBe(30);
    expect(await totals()).toEqual({ total: 30, published: 30 });
  });
});

describe('PATCH /api/posts/:id', () => {
  it('changes the given fields only', async () => {
    const category = await seedCategory();
    const post = await seedPost({
      excerpt: 'Short',
      categoryId: category.id,
      featuredImage: 'https://example.com/a.png',
    });

    const res = await api.patch(`/api/posts/${post.id}`, { title: 'New', excerpt: '' }, moderator);

    expect(res.body).toMatchObject({
      title: 'New',
      excerpt: null,
      content: post.content,
      categoryId: category.id,
      featuredImage: 'https://example.com/a.png',
      isPublished: true,
      createdAt: post.createdAt,
    });
    expect(Date.parse(res.body.updatedAt)).toBeGreaterThan(Date.parse(post.updatedAt));
  });

  it('updates counters and search entry on publication and change of category', async () => {
    const [a, b] = [await seedCategory(), await seedCategory()];
    const post = await seedPost({ categoryId: a.id, isPublished: false });
    const path = `/api/posts/${post.id}`;
    const counts = async () => [await postCountOf(a.id), await postCountOf(b.id), (await totals())?.published];

    expect(await counts()).toEqual([0, 0, 0]);
    await api.patch(path, { isPublished: true }, moderator);
    await api.patch(path, { isPublished: true }, moderator);
    expect(await counts()).toEqual([1, 0, 1]);
    expect(idsOf(await api.get('/api/posts/search?q=harbour'))).toEqual([post.id]);
    await api.patch(path, { categoryId: b.id }, moderator);
    expect(await counts()).toEqual([0, 1, 1]);
    await api.patch(path, { isPublished: false, categoryId: a.id }, moderator);
    expect(await counts()).toEqual([0, 0, 0]);
    expect((await api.get('/api/posts/search?q=harbour')).body).toEqual([]);
    expect((await api.get(path)).status).toBe(404);
    await api.patch(path, { categoryId: null, isPublished: true }, moderator);
    expect(await counts()).toEqual([0, 0, 1]);
  });

  it('counts exactly under parallel publishing and unpublishing', async () => {
    const category = await seedCategory();
    const post = await seedPost({ categoryId: category.id, isPublished: false });

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => api.patch(`/api/posts/${post.id}`, { isPublished: n % 2 === 0 }, moderator)),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const isPublished = (await storedPost(post.id))?.isPublished;
    expect(await postCountOf(category.id)).toBe(Number(isPublished));
    expect((await totals())?.published).toBe(Number(isPublished));
    expect(Object.keys(await storedAll('searchIndex'))).toHaveLength(Number(isPublished));
  });

  it('answers 409 with the stored post and its last editor if it was saved in the meantime', async () => {
    const post = await seedPost();
    const path = `/api/posts/${post.id}`;
    const mine = { title: 'Mine', baseUpdatedAt: post.updatedAt };

    expect((await api.patch(path, { title: 'Theirs', baseUpdatedAt: post.updatedAt }, moderator)).status).toBe(200);
    const refused = await api.patch(path, mine, moderator);

    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ id: post.id, title: 'Theirs', content: post.content });
    expect(refused.body.author.id).not.toBe(moderator.id);
    expect(refused.body.lastEditedBy).toMatchObject({ id: moderator.id, displayName: 'Mary Shelley' });
    expect((await storedPost(post.id))?.title).toBe('Theirs');
    const retried = await api.patch(path, { ...mine, baseUpdatedAt: refused.body.updatedAt }, moderator);
    expect(retried.body.title).toBe('Mine');
  });

  it('refuses unknown categories and unknown posts', async () => {
    const post = await seedPost();

    expect((await api.patch(`/api/posts/${post.id}`, { categoryId: 77 }, moderator)).status).toBe(400);
    expect((await api.patch(`/api/posts/${post.id}`, { title: '' }, moderator)).status).toBe(400);
    expect((await api.patch(`/api/posts/${post.id}`, { baseUpdatedAt: 'yesterday' }, moderator)).status).toBe(400);
    expect((await api.patch('/api/posts/unknown', { title: 'T' }, moderator)).status).toBe(404);
  });
});

describe('GET /api/admin/posts', () => {
  it("lists unpublished posts too, for staff only, with the caller's own email address", async () => {
    const draft = await seedPost({ isPublished: false, authorId: moderator.id });
    clock.advance(5);
    const post = await seedPost();

    const res = await api.get('/api/admin/posts', moderator);

    expect(idsOf(res)).toEqual([post.id, draft.id]);
    expect(res.headers.get('x-total-count')).toBe('2');
    expect(res.headers.get('cache-control')).toBe('no-store');
    expect(res.body[1].author.email).toBe(moderator.email);
  });
});
