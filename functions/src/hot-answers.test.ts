import { createServer, type Server } from 'node:http';
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from './compose/api.ts';
import { api, send, type TestAnswer } from './testing/api.ts';
import { originOf } from './testing/origin.ts';
import { seedCategory, seedPost } from './testing/posts.ts';
import { clock, db, dependencies, resetFirestore } from './testing/server.ts';
import { signIn } from './testing/users.ts';

/* Answers that are the same for everybody are produced once and cached for 10 s (docs/decisions/0014-hot-answers.md). */

const readsOf = (answers: readonly TestAnswer[]) => answers.map(({ reads }) => reads);
const titles = ({ body }: TestAnswer): string[] => body.map(({ title }: { title: string }) => title);
const asking = { 'cache-control': 'no-cache' };

beforeEach(async () => {
  await resetFirestore();
  // The version of the data is read once per instance.
  await api.get('/api/posts?limit=1');
});

describe('a public answer', () => {
  it('is read from Firestore once in ten seconds, even if the query has unknown parameters', async () => {
    for (let n = 0; n < 3; n += 1) await seedPost();

    const answers = [];
    for (const query of ['', '&x=1', '&utm_source=y']) answers.push(await api.get(`/api/posts?limit=3${query}`));
    clock.advance(10_001);
    answers.push(await api.get('/api/posts?limit=3'));

    expect(readsOf(answers)).toEqual([3 + 1 + 1, 0, 0, 3 + 1]);
    const [first, ...others] = answers;
    for (const { headers, text } of others) {
      expect(text).toBe(first?.text);
      for (const name of ['etag', 'cache-control', 'content-type', 'x-total-count', 'vary'])
        expect([name, headers.get(name)]).toEqual([name, first?.headers.get(name)]);
    }
    const known = await send('GET', '/api/posts?limit=3', {
      // Without this header, `fetch` itself bypasses caches (Fetch standard, HTTP-network-or-cache fetch).
      headers: { 'if-none-match': first?.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect([known.status, known.text, known.reads]).toEqual([304, '', 0]);
  });

  it('links to the next page with the parameters of its own address', async () => {
    for (let n = 0; n < 3; n += 1) await seedPost();

    await api.get('/api/posts?limit=2');
    const { headers, reads } = await api.get('/api/posts?limit=2&x=1');

    expect(reads).toBe(0);
    expect(headers.get('link')).toMatch(/^<\/api\/posts\?limit=2&x=1&cursor=[\w-]+>; rel="next"$/);
  });

  it('is shared with readers, unless it contains their own account', async () => {
    const [reader, other] = [await signIn(), await signIn()];
    const post = await seedPost();
    const comments = `/api/posts/${post.id}/comments`;
    await api.post(comments, { content: 'Hello' }, reader);
    for (const path of ['/api/posts', comments]) await api.get(path);

    const list = await api.get('/api/posts', reader);
    const own = await api.get(comments, reader);
    const others = await api.get(comments, other);

    // One to check that the reader has no held or hidden comments.
    expect([list.reads, others.reads]).toEqual([0, 1]);
    expect(list.headers.get('cache-control')).toBe('private, no-cache');
    expect(own.body[0].author.email).toBe(reader.email);
    expect(others.body[0].author.email).toBeNull();
    expect((await api.get(comments)).body[0].author.email).toBeNull();
  });

  it('is not shared with staff, and answers for staff are not shared at all', async () => {
    const admin = await signIn({ role: 'admin' });
    const author = await signIn({ role: 'moderator' });
    const post = await seedPost({ authorId: author.id });
    const draft = await seedPost({ isPublished: false });

    expect((await api.get(`/api/posts/${post.id}`)).body.author.email).toBeNull();
    expect((await api.get(`/api/posts/${post.id}`, admin)).body.author.email).toBe(author.email);
    expect((await api.get(`/api/posts/${post.id}`)).body.author.email).toBeNull();
    expect((await api.get(`/api/posts/${draft.id}`, admin)).status).toBe(200);
    expect((await api.get(`/api/posts/${draft.id}`, await signIn())).status).toBe(404);
    expect((await api.get(`/api/posts/${draft.id}`)).status).toBe(404);
  });

  it('is never a cached "not found"', async () => {
    const draft = await seedPost({ isPublished: false });
    const path = `/api/posts/${draft.id}`;

    const missing = [await api.get(path), await api.get(path)];

    expect(missing.map(({ status, reads }) => [status, reads])).toEqual([
      [404, 1],
      [404, 1],
    ]);
  });

  it('can be bypassed after a change in another instance', async () => {
    const reader = await signIn();
    await seedPost();
    await api.get('/api/posts');

    const past = await send('GET', '/api/posts', { user: reader, headers: asking });

    expect(past.reads).toBeGreaterThan(0);
  });
});

describe('a change made through the same instance', () => {
  it('is visible at once', async () => {
    const staff = await signIn({ role: 'moderator' });
    const reader = await signIn();
    const category = await seedCategory();
    const post = await seedPost({ title: 'First', categoryId: category.id, authorId: staff.id });
    const path = `/api/posts/${post.id}`;
    const paths = [
      '/api/posts',
      '/api/posts/popular',
      '/api/posts/search?q=first',
      '/api/categories',
      path,
      `${path}/comments`,
    ];
    const all = async () => {
      const answers = [];
      for (const one of paths) answers.push(await api.get(one));
      return answers;
    };
    await all();
    await all();

    await api.patch(path, { title: 'First and last' }, staff);
    const [edited, popular, found, , whole] = await all();
    for (const answer of [edited, popular, found]) expect(titles(answer as TestAnswer)).toEqual(['First and last']);
    expect(whole?.body.title).toBe('First and last');

    await api.patch(`/api/users/${staff.id}`, { displayName: 'Grace Hopper' }, staff);
    expect((await api.get(path)).body.author.displayName).toBe('Grace Hopper');

    const comment = await api.post(`${path}/comments`, { content: 'Hello' }, reader);
    expect((await api.get(`${path}/comments`)).body).toHaveLength(1);
    expect((await api.get(path)).body.commentsCount).toBe(1);
    await api.delete(`/api/comments/${comment.body.id}`, reader);
    expect((await api.get(`${path}/comments`)).body).toEqual([]);

    await api.post(`${path}/like`, { liked: true }, reader);
    expect((await api.get(path)).body.likesCount).toBe(1);

    await api.post('/api/categories', { name: 'Travel' }, staff);
    expect((await api.get('/api/categories')).body).toHaveLength(2);

    await all();
    await api.patch(path, { isPublished: false }, staff);
    expect((await all()).map(({ status, body }) => [status, body?.length])).toEqual([
      [200, 0],
      [200, 0],
      [200, 0],
      [200, 2],
      [404, undefined],
      [404, undefined],
    ]);

    await api.patch(path, { isPublished: true }, staff);
    expect((await api.get('/api/posts')).body).toHaveLength(1);
    await api.delete(path, staff);
    expect((await api.get('/api/posts')).body).toEqual([]);
    expect((await api.get(path)).status).toBe(404);
  });

  it('is visible in the thread of a comment at once, and keeps answers that show other posts', async () => {
    const reader = await signIn();
    const [post, other] = [await seedPost(), await seedPost()];
    const start = await api.post(`/api/posts/${post.id}/comments`, { content: 'Start' }, reader);
    const [thread, answers] = [`/api/comments/${start.body.id}`, `/api/comments/${start.body.id}/answers`];
    const others = ['/api/posts', `/api/posts/${other.id}`, `/api/posts/${other.id}/comments`];
    for (const path of [thread, answers, ...others]) await api.get(path);

    const answer = await api.post(
      `/api/posts/${post.id}/comments`,
      { content: 'Answer', parentId: start.body.id },
      reader,
    );
    expect((await api.get(answers)).body).toMatchObject([{ content: 'Answer' }]);
    expect((await api.get(thread)).body.answers).toMatchObject([{ content: 'Answer' }]);
    await api.patch(`/api/comments/${answer.body.id}`, { content: 'Edited' }, reader);
    expect((await api.get(answers)).body).toMatchObject([{ content: 'Edited' }]);
    expect((await api.get(thread)).body.answers).toMatchObject([{ content: 'Edited' }]);
    await api.post(`/api/posts/${post.id}/like`, { liked: true }, reader);

    expect(readsOf(await Promise.all(others.map((path) => api.get(path))))).toEqual([0, 0, 0]);
  });

  it('keeps answers that it does not affect, e.g. after a new telephone number', async () => {
    const reader = await signIn();
    await seedPost();
    await api.get('/api/posts');

    const answer = await api.patch(
      `/api/users/${reader.id}`,
      { mobileNumber: '+44 20 7946 0000', lastName: 'Walker' },
      reader,
    );

    expect(answer.status).toBe(200);
    expect((await api.get('/api/posts')).reads).toBe(0);
  });

  it('keeps answers with older view counts and presence', async () => {
    const reader = await signIn();
    const post = await seedPost();
    await api.get(`/api/posts/${post.id}`);

    await api.post(`/api/posts/${post.id}/view`);
    clock.advance(1_000);
    await db.doc(`users/${reader.id}`).update({ lastSeenAt: clock.now() });

    expect((await api.get(`/api/posts/${post.id}`)).reads).toBe(0);
  });
});

describe('another instance', () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    const elsewhere = getFirestore(initializeApp({ projectId: dependencies.config.projectId }, 'other'), db.databaseId);
    const config = { ...dependencies.config, documentsPerMinute: 50 };
    server = createServer(createApp({ ...dependencies, db: elsewhere, config }));
    url = await originOf(server);
  });
  beforeEach(() => clock.advance(60_000));
  afterAll(() => void server.close());

  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers });

  it('shows hidden content for at most ten seconds, and never to calls that bypass the cache', async () => {
    const staff = await signIn({ role: 'moderator' });
    const reader = await signIn();
    const post = await seedPost();
    const path = `/api/posts/${post.id}`;
    expect((await get(path)).status).toBe(200);

    await api.patch(path, { isPublished: false }, staff);

    expect((await api.get(path)).status).toBe(404);
    expect((await get(path, { authorization: `Bearer ${reader.token}`, ...asking })).status).toBe(404);
    clock.advance(10_001);
    expect((await get(path)).status).toBe(404);
  });

  it('limits the documents read per minute for one address, and answers how long to wait', async () => {
    for (let n = 0; n < 12; n += 1) await seedPost();
    const attacker = { 'x-forwarded-for': '203.0.113.9' };
    const neighbour = { 'x-forwarded-for': '203.0.113.10' };
    const attack = (limit: number) => get(`/api/posts?limit=${limit}&x=${limit}`, attacker);

    await clock.stopped(async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => attack(10 + n)));
      const refused = answers.filter(({ status }) => status === 429);
      const read = answers.reduce((sum, { headers }) => sum + Number(headers.get('x-firestore-reads')), 0);

      expect(refused.length).toBeGreaterThan(20);
      expect(await refused[0]?.text()).toBe('Too many requests. Please try again later.');
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(read).toBeLessThan(80);
      // Cached answers are free, and other addresses are not limited.
      expect((await get('/api/posts?limit=10', attacker)).status).toBe(200);
      expect((await get('/api/posts?limit=11', neighbour)).status).toBe(200);
    });
    clock.advance(60_000);
    expect((await attack(40)).status).toBe(200);
  });

  it("counts the caller's account for every call, even a refused one", async () => {
    const [reader, post] = [await signIn(), await seedPost()];
    const headers = { 'x-forwarded-for': '203.0.113.11', authorization: `Bearer ${reader.token}` };

    await clock.stopped(async () => {
      expect((await get('/api/posts', headers)).status).toBe(200);
      const refused = await Promise.all(Array.from({ length: 60 }, () => get('/api/admin/users', headers)));

      expect(refused.filter(({ status }) => status === 403).length).toBeGreaterThan(20);
      expect(refused.filter(({ status }) => status === 403).length).toBeLessThan(50);
      expect((await get('/api/posts', headers)).status).toBe(429);
      // Saves are never refused because of this quota.
      const liked = await fetch(`${url}/api/posts/${post.id}/like`, { method: 'POST', headers });
      expect(liked.status).toBe(200);
      // Visitors at the same address get cached answers.
      expect((await get('/api/posts', { 'x-forwarded-for': '203.0.113.11' })).status).toBe(200);
    });
  });

  it('serves the same answer to any number of readers at one address', async () => {
    const post = await seedPost();
    const office = { 'x-forwarded-for': '198.51.100.1' };
    const paths = ['/api/posts?limit=15', `/api/posts/${post.id}`, `/api/posts/${post.id}/comments`];

    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => get(paths[n % 3] ?? '', office)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
