import { beforeEach, describe, expect, it } from 'vitest';
import { api, send } from '../testing/api.ts';
import { seedPost, storedAll, storedPost } from '../testing/posts.ts';
import { clock, resetFirestore } from '../testing/server.ts';
import { signIn } from '../testing/users.ts';

beforeEach(resetFirestore);

const pathOf = (post: { id: string }) => `/api/posts/${post.id}/comments`;

describe('comments', () => {
  it('are stored trimmed and listed newest first', async () => {
    const reader = await signIn({ displayName: 'Mary Shelley' });
    const post = await seedPost();

    const first = await api.post(pathOf(post), { content: '  First  ' }, reader);
    clock.advance(10);
    await api.post(pathOf(post), { content: 'Second' }, reader);
    const res = await api.get(pathOf(post));

    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ content: 'First', postId: post.id, authorId: reader.id });
    expect(first.body.author).toMatchObject({ displayName: 'Mary Shelley', firstName: 'Mary', email: reader.email });
    expect(res.body.map(({ content }: { content: string }) => content)).toEqual(['Second', 'First']);
    expect(res.body[0].author.email).toBeNull();
    expect(res.headers.get('x-total-count')).toBe('2');
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 2, popularity: 6 });
  });

  it('are listed in pages', async () => {
    const reader = await signIn();
    const post = await seedPost();
    for (const content of ['a', 'b', 'c']) {
      await api.post(pathOf(post), { content }, reader);
      clock.advance(3);
    }

    const first = await api.get(`${pathOf(post)}?limit=2`);
    const second = await api.get(first.next);

    expect([...first.body, ...second.body].map(({ content }) => content)).toEqual(['c', 'b', 'a']);
    expect(second.next).toBe('');
  });

  it.each([
    [{ content: '   ' }, 'Please enter a comment'],
    [{}, 'Please enter a comment'],
    [{ content: 'x'.repeat(2001) }, 'Comment too long'],
    [{ content: ['a'] }, 'Invalid input'],
  ])('cannot be %j', async (body, text) => {
    const post = await seedPost();

    const res = await api.post(pathOf(post), body, await signIn());

    expect(res.status).toBe(400);
    expect(res.text).toContain(text);
    expect(await storedAll('comments')).toEqual({});
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 0 });
  });

  it('are refused on unpublished posts and on unknown posts', async () => {
    const reader = await signIn();
    const draft = await seedPost({ isPublished: false });

    expect((await api.post(pathOf(draft), { content: 'x' }, reader)).status).toBe(404);
    expect((await api.get(pathOf(draft), reader)).status).toBe(404);
    expect((await api.get(pathOf({ id: 'unknown' }))).status).toBe(404);
    expect((await api.post(pathOf({ id: 'unknown' }), { content: 'x' }, reader)).status).toBe(404);
    expect(await storedAll('comments')).toEqual({});
  });

  it('can be deleted by their author after the post was unpublished, and stay hidden from others', async () => {
    const [author, other, moderator] = [await signIn(), await signIn(), await signIn({ role: 'moderator' })];
    const post = await seedPost();
    const comment = (await api.post(pathOf(post), { content: 'Mine' }, author)).body;
    await api.patch(`/api/posts/${post.id}`, { isPublished: false }, moderator);
    const path = `/api/comments/${comment.id}`;

    expect((await api.delete(path, other)).status).toBe(404);
    expect((await api.delete(path, moderator)).status).toBe(403);
    expect((await api.delete(path, author)).status).toBe(204);
    expect(await storedAll('comments')).toEqual({});
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 0 });
  });

  it('are stored once per idempotency key', async () => {
    const user = await signIn();
    const [post, other] = [await seedPost(), await seedPost()];
    const write = (path: string) =>
      send('POST', path, { user, body: { content: 'Once' }, headers: { 'idempotency-key': 'k' } });

    const answers = await Promise.all([1, 2, 3].map(() => write(pathOf(post))));
    await write(pathOf(other));

    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(Object.keys(await storedAll('comments'))).toHaveLength(2);
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 1 });
  });

  it('are limited to 30 a minute', async () => {
    const reader = await signIn({ ageMs: 24 * 60 * 60_000 });
    const post = await seedPost();

    const comment = () => api.post(pathOf(post), { content: 'x' }, reader);
    const answers = await clock.stopped(() => Promise.all(Array.from({ length: 31 }, comment)));

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 30 });
  });
});
