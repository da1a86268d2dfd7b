import { beforeEach, describe, expect, it } from 'vitest';
import { api, send } from '../testing/api.ts';
import { seedPost, storedAll, storedPost } from '../testing/posts.ts';
import { clock, resetFirestore } from '../testing/server.ts';
import { signIn, signInMany } from '../testing/users.ts';

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
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await api.get(next);

    expect([...first.body, ...second.body].map(({ content }) => content)).toEqual(['c', 'b', 'a']);
    expect(second.headers.get('link')).toBeNull();
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

  it('can be deleted only by their author, not even by admins', async () => {
    const [author, other, admin] = [await signIn(), await signIn(), await signIn({ role: 'admin' })];
    const post = await seedPost();
    const comment = (await api.post(pathOf(post), { content: 'Mine' }, author)).body;
    const path = `/api/comments/${comment.id}`;

    expect((await api.delete(path, other)).status).toBe(403);
    expect((await api.delete(path, admin)).status).toBe(403);
    expect(Object.keys(await storedAll('comments'))).toHaveLength(1);
    expect((await api.delete(path, author)).status).toBe(204);
    expect((await api.delete(path, author)).status).toBe(404);
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 0, popularity: 0 });
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

  it('are counted exactly under parallel and repeated writes and deletions', { tags: 'thorough' }, async () => {
    const readers = await signInMany(10);
    const post = await seedPost();

    const created = await Promise.all(
      readers.flatMap((reader) => [1, 2].map(() => api.post(pathOf(post), { content: 'Hello' }, reader))),
    );
    const deletions = await Promise.all(
      created.slice(0, 10).flatMap(({ body }, n) => {
        const author = readers[Math.floor(n / 2)];
        return [api.delete(`/api/comments/${body.id}`, author), api.delete(`/api/comments/${body.id}`, author)];
      }),
    );

    expect(deletions.filter(({ status }) => status === 204)).toHaveLength(10);
    expect(deletions.filter(({ status }) => status === 404)).toHaveLength(10);
    expect(Object.keys(await storedAll('comments'))).toHaveLength(10);
    expect(await storedPost(post.id)).toMatchObject({ commentsCount: 10, popularity: 30 });
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
