import { beforeEach, describe, expect, it } from 'vitest';
import { api, send } from '../testing/api.ts';
import { recount } from '../testing/comments.ts';
import { emptyTrash, seedPost, storedAll, storedPost } from '../testing/posts.ts';
import { clock, db, responseCache } from '../testing/server.ts';
import { signIn, signInEach, signInMany, type TestUser } from '../testing/users.ts';

const AGED = { ageMs: 2 * 86_400_000 };

let post: { id: string };

beforeEach(() => clock.advance(61_000));
const { mary, percy } = signInEach({
  mary: { ...AGED, displayName: 'Mary Shelley' },
  percy: { ...AGED, displayName: 'Percy Shelley' },
});

beforeEach(async () => {
  post = await seedPost();
});

const path = () => `/api/posts/${post.id}/comments`;
const contentsOf = (items: readonly { content: string }[]) => items.map(({ content }) => content);

async function comment(content: string, { by = mary, parentId = null as string | null } = {}) {
  clock.advance(2_500);
  const { status, body } = await api.post(path(), { content, parentId }, by);
  expect(status).toBe(201);
  return body as { id: string; parentId: string | null };
}

describe('replies', () => {
  it('join the thread, name the person replied to, and are counted', async () => {
    const start = await comment('Start');
    const answer = await comment('Answer', { by: percy, parentId: start.id });
    const nested = await comment('Answer to the answer', { parentId: answer.id });

    expect(answer).toMatchObject({ parentId: start.id, replyTo: null });
    expect(nested).toMatchObject({ parentId: start.id, replyTo: { id: answer.id, name: 'Percy Shelley' } });
    const list = await api.get(path());
    expect(list.body).toMatchObject([{ id: start.id, answersCount: 2 }]);
    expect(contentsOf(list.body[0].answers)).toEqual(['Answer', 'Answer to the answer']);
    expect(list.headers.get('x-total-count')).toBe('3');
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 3, popularity: 9 });
  });

  it('are included three per thread, with at most four documents read per thread, and in pages on demand', async () => {
    const [first, second] = [await comment('First'), await comment('Second')];
    for (const content of ['a', 'b', 'c', 'd', 'e']) await comment(content, { parentId: first.id });

    const list = await api.get(path());

    expect(contentsOf(list.body)).toEqual(['Second', 'First']);
    expect(list.body[1]).toMatchObject({
      answersCount: 5,
      answers: [{ content: 'a' }, { content: 'b' }, { content: 'c' }],
    });
    // The post, two threads, and the replies to one.
    expect(list.reads).toBe(1 + 2 + 3);
    const page = await api.get(`/api/comments/${first.id}/answers?limit=3`);
    const rest = await api.get(page.next);
    expect([...contentsOf(page.body), '|', ...contentsOf(rest.body)]).toEqual(['a', 'b', 'c', '|', 'd', 'e']);
    expect(page.headers.get('x-total-count')).toBe('5');
    expect((await api.get(`/api/comments/${second.id}/answers`)).body).toEqual([]);
  });

  it('are found by their link, with the first comment of their thread', async () => {
    const start = await comment('Start');
    let last = start;
    for (const content of ['a', 'b', 'c', 'd', 'e']) last = await comment(content, { parentId: start.id });

    const { body } = await api.get(`/api/comments/${last.id}`);

    expect(body).toMatchObject({ id: start.id, content: 'Start', answersCount: 5 });
    expect(contentsOf(body.answers)).toEqual(['a', 'b', 'c', 'e']);
    expect((await api.get('/api/comments/unknown')).status).toBe(404);
    await db.doc(`posts/${post.id}`).update({ isPublished: false });
    responseCache.invalidate();
    expect((await api.get(`/api/comments/${last.id}`)).status).toBe(404);
  });

  it('are refused if the comment is missing, invisible or on another post', async () => {
    const start = await comment('Start');
    const other = await seedPost();

    const answer = (parentId: string, on = post) =>
      api.post(`/api/posts/${on.id}/comments`, { content: 'x', parentId }, percy);

    expect((await answer('unknown')).status).toBe(404);
    expect((await answer(start.id, other)).status).toBe(404);
    expect((await api.post(path(), { content: 'x', parentId: 7 }, percy)).status).toBe(400);
    await api.delete(`/api/comments/${start.id}`, mary);
    expect((await answer(start.id)).status).toBe(404);
    expect(await storedAll('comments')).toEqual({});
  });

  it('are counted exactly under parallel writes, and stored once per idempotency key', async () => {
    const people = await signInMany(10, AGED);
    const start = await comment('Start');
    const body = { content: 'Answer', parentId: start.id };

    const answers = await Promise.all([
      ...people.map((user) => api.post(path(), body, user)),
      ...[1, 2].map(() => send('POST', path(), { user: percy, body, headers: { 'idempotency-key': 'k' } })),
    ]);

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect((await api.get(path())).body[0].answersCount).toBe(11);
    expect(await recount()).toEqual([]);
  });
});

describe('a deleted comment', () => {
  it('with replies leaves a placeholder without its text', async () => {
    const start = await comment('Regretted');
    await comment('Answer', { by: percy, parentId: start.id });

    await api.delete(`/api/comments/${start.id}`, mary);

    const list = await api.get(path());
    expect(list.body).toMatchObject([
      { id: start.id, state: 'deleted', content: '', authorId: '', answersCount: 1, answers: [{ content: 'Answer' }] },
    ]);
    expect(list.text).not.toMatch(/Regretted|Mary/);
    expect(JSON.stringify(await storedAll('comments'))).not.toContain('Regretted');
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 1 });
  });

  it('can be restored for 10 s, completely', async () => {
    const start = await comment('Start');
    const answer = await comment('Answer', { by: percy, parentId: start.id });
    const before = await api.get(path());
    const restore = (id: string, by: TestUser) => api.post(`/api/comments/${id}/restore`, undefined, by);

    await api.delete(`/api/comments/${start.id}`, mary);
    await api.delete(`/api/comments/${answer.id}`, percy);
    expect((await api.get(path())).body).toEqual([]);
    expect((await restore(start.id, percy)).status).toBe(404);
    const restored = await Promise.all([restore(start.id, mary), restore(start.id, mary), restore(answer.id, percy)]);

    expect(restored.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await api.get(path())).body).toEqual(before.body);
    expect(await recount()).toEqual([]);
    await api.delete(`/api/comments/${answer.id}`, percy);
    clock.advance(10_500);
    expect((await restore(answer.id, percy)).status).toBe(404);
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 1, popularity: 3 });
  });

  it('that was hidden is restored as hidden', async () => {
    const { id } = await comment('Rude');
    await api.patch(`/api/admin/comments/${id}`, { state: 'hidden' }, await signIn({ role: 'admin' }));

    await api.delete(`/api/comments/${id}`, mary);
    const restored = await api.post(`/api/comments/${id}/restore`, undefined, mary);

    expect(restored.body.state).toBe('hidden');
    expect((await api.get(path())).body).toEqual([]);
    expect(await recount()).toEqual([]);
  });
});

describe('an edited comment', () => {
  it('is marked as edited, and keeps its position and replies', async () => {
    const start = await comment('Frist');
    await comment('Answer', { by: percy, parentId: start.id });

    const edited = await api.patch(`/api/comments/${start.id}`, { content: ' First ' }, mary);
    const again = await api.patch(`/api/comments/${start.id}`, { content: 'First' }, mary);

    expect(edited.body).toMatchObject({ content: 'First', answersCount: 1 });
    expect(Date.parse(edited.body.editedAt)).toBeGreaterThan(Date.parse(edited.body.createdAt));
    expect(again.body).toEqual(edited.body);
    expect((await api.get(path())).body).toMatchObject([{ content: 'First', editedAt: edited.body.editedAt }]);
    expect((await api.patch(`/api/comments/${start.id}`, { content: ' ' }, mary)).status).toBe(400);
  });
});

describe('threads', () => {
  it('are deleted with their post, including hidden ones', async () => {
    const moderator = await signIn({ role: 'moderator' });
    const start = await comment('New');
    await comment('Answer', { parentId: start.id });
    await api.patch(`/api/admin/comments/${start.id}`, { state: 'hidden' }, moderator);

    expect((await api.delete(`/api/posts/${post.id}`, moderator)).status).toBe(204);
    await emptyTrash();

    expect(await storedAll('comments')).toEqual({});
  });
});

describe('new accounts at one address', () => {
  it('can write 60 comments a minute in total, across all instances', async () => {
    const people = await signInMany(13);
    const write = (user: TestUser) =>
      send('POST', path(), { user, body: { content: 'Spam' }, headers: { 'x-forwarded-for': '203.0.113.9' } });

    const answers = await clock.stopped(() =>
      Promise.all(people.flatMap((user) => Array.from({ length: 6 }, () => write(user)))),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(18);
    expect(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
