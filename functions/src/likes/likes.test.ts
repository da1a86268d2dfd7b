import { popularityOf } from '@inkwell/shared/posts';
import { describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { seedPost, storedAll, storedPost } from '../testing/posts.ts';
import { clock } from '../testing/server.ts';
import { signIn, signInEach, signInMany } from '../testing/users.ts';

const { reader } = signInEach({ reader: {} });

const likesOf = async (id: string) => Object.keys(await storedAll(`posts/${id}/likes`));

describe('POST /api/posts/:id/like', () => {
  it('toggles', async () => {
    const post = await seedPost();

    const first = await api.post(`/api/posts/${post.id}/like`, undefined, reader);
    expect(first.body).toEqual({ liked: true, count: 1 });
    expect((await api.get(`/api/posts/${post.id}/like-status`, reader)).body).toEqual({ liked: true, count: 1 });
    expect(await storedPost(post.id)).toMatchObject({ likesCount: 1, popularity: 2 });

    const second = await api.post(`/api/posts/${post.id}/like`, {}, reader);
    expect(second.body).toEqual({ liked: false, count: 0 });
    expect(await likesOf(post.id)).toEqual([]);
    expect(await storedPost(post.id)).toMatchObject({ likesCount: 0, popularity: 0 });
  });

  it('sets with `liked`, however often', async () => {
    const post = await seedPost();
    const set = async (liked: boolean) => (await api.post(`/api/posts/${post.id}/like`, { liked }, reader)).body;

    expect(await set(true)).toEqual({ liked: true, count: 1 });
    expect(await set(true)).toEqual({ liked: true, count: 1 });
    expect(await set(false)).toEqual({ liked: false, count: 0 });
    expect(await set(false)).toEqual({ liked: false, count: 0 });
  });

  it('is exact under 200 parallel toggles by 50 people', { tags: 'thorough' }, async () => {
    const readers = await signInMany(50);
    const post = await seedPost();

    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => api.post(`/api/posts/${post.id}/like`, undefined, readers[n % 50])),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const likes = await likesOf(post.id);
    expect(await storedPost(post.id)).toMatchObject({ likesCount: likes.length, popularity: 2 * likes.length });
    // Each toggled four times.
    expect(likes).toEqual([]);
    expect(answers.filter(({ body }) => body.liked)).toHaveLength(100);
  });

  it('is exact under concurrent likes, comments and views', async () => {
    const readers = await signInMany(15);
    const post = await seedPost();

    const answers = await Promise.all(
      readers.flatMap((reader) => [
        api.post(`/api/posts/${post.id}/like`, undefined, reader),
        api.post(`/api/posts/${post.id}/comments`, { content: 'Hello' }, reader),
        api.post(`/api/posts/${post.id}/view`, undefined, reader),
        api.post(`/api/posts/${post.id}/view`),
      ]),
    );

    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    expect(await storedPost(post.id)).toMatchObject({
      likesCount: 15,
      commentsCount: 15,
      views: 30,
      popularity: popularityOf({ views: 30, likesCount: 15, commentsCount: 15 }),
    });
  });

  it('refuses unpublished and unknown posts', async () => {
    const draft = await seedPost({ isPublished: false });
    const post = await seedPost();

    expect((await api.post(`/api/posts/${draft.id}/like`, undefined, reader)).status).toBe(404);
    expect((await api.get(`/api/posts/${draft.id}/like-status`, reader)).status).toBe(404);
    expect((await api.post('/api/posts/unknown/like', undefined, reader)).status).toBe(404);
    expect((await api.get('/api/posts/unknown/like-status', reader)).status).toBe(404);
    expect((await api.post(`/api/posts/${post.id}/like`, { liked: 'yes' }, reader)).status).toBe(400);
    expect(await likesOf(draft.id)).toEqual([]);
    expect(await storedPost(post.id)).toMatchObject({ likesCount: 0, popularity: 0 });
  });

  it('allows 60 a minute', async () => {
    const other = await signIn();
    const post = await seedPost();
    const like = (user: typeof reader) => api.post(`/api/posts/${post.id}/like`, { liked: true }, user);

    const answers = await clock.stopped(() => Promise.all(Array.from({ length: 61 }, () => like(reader))));

    const [refused, ...others] = answers.filter(({ status }) => status !== 200);
    expect(others).toEqual([]);
    expect(refused?.status).toBe(429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await like(other)).status).toBe(200);
  });
});
