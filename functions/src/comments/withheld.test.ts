import { beforeEach, describe, expect, it } from 'vitest';
import { api, send, type TestAnswer } from '../testing/api.ts';
import { aComment, storeComments } from '../testing/comments.ts';
import { seedPost } from '../testing/posts.ts';
import { anotherInstance, clock, db, dependencies } from '../testing/server.ts';
import { signInEach } from '../testing/users.ts';

/* Comments that only their author sees are listed like all others: in order, within the page, at the same cost. */

const AGED = { ageMs: 2 * 86_400_000 };

let post: { id: string };

beforeEach(() => clock.advance(61_000));
const { mary } = signInEach({ mary: AGED });

beforeEach(async () => {
  post = await seedPost();
});

const timeOf = (n: number) => new Date(clock.now().getTime() - 1_000_000 + n * 1_000);
const idsOf = ({ body }: TestAnswer): string[] => body.map(({ id }: { id: string }) => id);

/** All pages from `path` on, each with at most `limit` items. */
async function pagesFrom(path: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let next = `${path}?limit=${limit}`; next; ) {
    const page: TestAnswer = await api.get(next, mary);
    expect(page.body.length).toBeLessThanOrEqual(limit);
    ids.push(...idsOf(page));
    next = page.next;
  }
  return ids;
}

const numbered = (n: number) => String(n).padStart(3, '0');

/** A thread for each number: every third is somebody else's and visible; the caller's own are alternately held and hidden. */
async function storeThreads(count: number): Promise<string[]> {
  const threads = Array.from({ length: count }, (_, n) =>
    aComment({
      id: `c${numbered(n)}`,
      postId: post.id,
      authorId: n % 3 === 0 ? 'somebody' : mary.id,
      createdAt: timeOf(n),
      state: n % 3 === 0 ? 'visible' : n % 3 === 1 ? 'held' : 'hidden',
    }),
  );
  await storeComments(threads);
  await db.doc(`posts/${post.id}`).update({ commentsCount: Math.ceil(count / 3) });
  return threads.map(({ id }) => id).reverse();
}

describe('held and hidden comments of the caller', () => {
  it('count towards the limit and follow the cursor, each once and in order', async () => {
    const ids = await storeThreads(60);

    expect(idsOf(await api.get(`/api/posts/${post.id}/comments?limit=1`, mary))).toEqual(ids.slice(0, 1));
    expect(await pagesFrom(`/api/posts/${post.id}/comments`, 7)).toEqual(ids);
    expect(await pagesFrom(`/api/posts/${post.id}/comments`, 60)).toEqual(ids);
    expect(idsOf(await api.get(`/api/posts/${post.id}/comments?limit=100`))).toEqual(
      ids.filter((_, index) => (59 - index) % 3 === 0),
    );
  });

  it('occur once if they begin a thread with visible replies', async () => {
    await storeComments([
      aComment({
        id: 'start',
        postId: post.id,
        authorId: mary.id,
        state: 'hidden',
        answersCount: 1,
        hasHadAnswers: true,
      }),
      aComment({ id: 'answer', postId: post.id, authorId: 'somebody', parentId: 'start' }),
    ]);

    const { body } = await api.get(`/api/posts/${post.id}/comments`, mary);

    expect(body).toMatchObject([{ id: 'start', state: 'hidden', answers: [{ id: 'answer' }] }]);
  });

  it('are found under a first comment that the caller sees, only', async () => {
    const start = { id: 'start', postId: post.id, authorId: 'somebody' };
    await storeComments([
      aComment(start),
      aComment({ id: 'own', postId: post.id, authorId: mary.id, parentId: 'start', state: 'held' }),
    ]);
    const statuses = async () => {
      const answers = [await api.get('/api/comments/own', mary), await api.get('/api/comments/own/answers', mary)];
      return answers.map(({ status }) => status);
    };

    expect(await statuses()).toEqual([200, 200]);
    await storeComments([aComment({ ...start, state: 'hidden' })]);
    expect(await statuses()).toEqual([404, 404]);
  });

  it('occur among the replies of a thread, at most twenty in a list of threads', async () => {
    const answers = Array.from({ length: 50 }, (_, n) =>
      aComment({
        id: `a${numbered(n)}`,
        postId: post.id,
        authorId: n < 5 ? 'somebody' : mary.id,
        createdAt: timeOf(n),
        parentId: 'start',
        state: n < 5 ? 'visible' : 'held',
      }),
    );
    const start = { id: 'start', postId: post.id, authorId: 'somebody', answersCount: 5, hasHadAnswers: true };
    await storeComments([aComment(start), ...answers]);
    const ids = answers.map(({ id }) => id);

    expect(idsOf(await api.get('/api/comments/start/answers?limit=1', mary))).toEqual(['a000']);
    expect(await pagesFrom('/api/comments/start/answers', 7)).toEqual(ids);
    const [thread] = (await api.get(`/api/posts/${post.id}/comments?limit=1`, mary)).body;
    expect(thread.answers.map(({ id }: { id: string }) => id)).toEqual([...ids.slice(0, 3), ...ids.slice(5, 25)]);
  });

  it('cost no more than the page, and count towards the read quota', async () => {
    await storeThreads(99);
    const path = `/api/posts/${post.id}/comments?limit=10`;
    await api.get(path, mary);
    const { reads } = await api.get(path, mary);
    // The check for withheld comments, the post, ten listed comments and ten of the caller's own.
    expect(reads).toBe(1 + 1 + 10 + 10);

    const config = { ...dependencies.config, showCosts: false, documentsPerMinute: 10 * (1 + reads) };
    const url = await anotherInstance({ config });
    const headers = { authorization: `Bearer ${mary.token}` };

    await clock.stopped(async () => {
      const statuses: number[] = [];
      for (let call = 0; call < 11; call += 1) statuses.push((await fetch(`${url}${path}`, { headers })).status);
      expect(statuses).toEqual([...Array(10).fill(200), 429]);
    });
  });

  it('are read once for parallel calls', { tags: 'thorough' }, async () => {
    await storeThreads(300);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send('GET', `/api/posts/${post.id}/comments?limit=1`, { user: mary })),
    );

    expect(answers.map(({ body }) => body.length)).toEqual(answers.map(() => 1));
  });
});
