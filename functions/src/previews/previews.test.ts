import { PREVIEW_DAYS } from '@inkwell/shared/previews';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '../testing/api.ts';
import { seedPost, stored, storedAll } from '../testing/posts.ts';
import { clock, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';

let moderator: TestUser;

beforeEach(async () => {
  await resetFirestore();
  moderator = await signIn({ role: 'moderator' });
});

describe('a preview link', () => {
  it('is made, replaced and ended by staff, and each of it noted', async () => {
    const { id } = await seedPost({ isPublished: false });
    const path = `/api/posts/${id}/preview`;

    const first = await api.post(path, undefined, moderator);
    const second = await api.post(path, undefined, moderator);
    const open = await api.get(path, moderator);
    const ended = await api.delete(path, moderator);
    const again = await api.delete(path, moderator);

    expect(first.status).toBe(201);
    expect(first.body.url).toMatch(/^http:\/\/localhost:3000\/preview\/[\w-]{43}$/);
    expect(second.body.url).not.toBe(first.body.url);
    expect(open.body).toEqual({ expiresAt: second.body.expiresAt });
    const days = (Date.parse(second.body.expiresAt) - clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(PREVIEW_DAYS);
    expect([ended.status, again.status]).toEqual([204, 204]);
    expect((await api.get(path, moderator)).body).toEqual({ expiresAt: null });
    expect(await storedAll('previews')).toEqual({});
    const actions = Object.values(await storedAll('audit')).map(({ action }) => action);
    expect(actions.sort()).toEqual(['post.create', 'post.preview', 'post.preview', 'post.preview-end']);
  });

  it('is not for others, and nothing is stored where it is refused', async () => {
    const { id } = await seedPost({ isPublished: false });
    const path = `/api/posts/${id}/preview`;
    await api.post(path, undefined, moderator);
    const before = await stored(`previews/${id}`);

    for (const [user, status] of [
      [undefined, 401],
      [await signIn(), 403],
    ] as const) {
      expect((await api.get(path, user)).status).toBe(status);
      expect((await api.post(path, undefined, user)).status).toBe(status);
      expect((await api.delete(path, user)).status).toBe(status);
    }

    expect(await stored(`previews/${id}`)).toEqual(before);
  });

  it('is for posts that are there', async () => {
    const { id } = await seedPost();
    await api.delete(`/api/posts/${id}`, moderator);

    for (const gone of [id, 'unknown']) {
      expect((await api.post(`/api/posts/${gone}/preview`, undefined, moderator)).status).toBe(404);
      expect((await api.get(`/api/posts/${gone}/preview`, moderator)).status).toBe(404);
      expect((await api.delete(`/api/posts/${gone}/preview`, moderator)).status).toBe(404);
    }
    expect(await storedAll('previews')).toEqual({});
  });
});
