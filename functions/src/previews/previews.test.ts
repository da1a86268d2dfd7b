import { PREVIEW_DAYS } from '@inkwell/shared/previews';
import { beforeEach, describe, expect, it } from 'vitest';
import { createContent } from '../compose/content.ts';
import { createPictureTable } from '../pictures/pictures.repository.ts';
import { api, send } from '../testing/api.ts';
import { seedPost, stored, storedAll } from '../testing/posts.ts';
import { clock, db, resetFirestore } from '../testing/server.ts';
import { signIn, type TestUser } from '../testing/users.ts';
import { createUserRepository } from '../users/users.repository.ts';
import { createPreviewRepository } from './previews.repository.ts';
import { createPreviewService } from './previews.service.ts';

let moderator: TestUser;

beforeEach(async () => {
  await resetFirestore();
  moderator = await signIn({ role: 'moderator' });
});

describe('a preview link', () => {
  it('is created, replaced and ended by staff, with audit entries', async () => {
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

  it('is not for others, and refused calls store nothing', async () => {
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

  it('is created and counted once per idempotency key', async () => {
    const { id } = await seedPost({ isPublished: false });
    const make = (key: string) =>
      send('POST', `/api/posts/${id}/preview`, { user: moderator, headers: { 'idempotency-key': key } });

    const answers = await Promise.all([make('k'), make('k'), make('k')]);
    const before = await stored(`previews/${id}`);
    const again = await make('k');
    const other = await make('other');

    expect(new Set([...answers, again].map(({ text }) => text)).size).toBe(1);
    expect(before).not.toEqual(await stored(`previews/${id}`));
    expect(other.body.url).not.toBe(again.body.url);
    const actions = Object.values(await storedAll('audit')).map(({ action }) => action);
    expect(actions.filter((action) => action === 'post.preview')).toHaveLength(2);
  });

  it.each([
    ['block', 'unblock', undefined],
    ['role', 'role', 'moderator'],
  ])('ends permanently with the %s of its creator', async (end, again, role) => {
    const [admin, other] = [await signIn({ role: 'admin' }), await signIn({ role: 'moderator' })];
    const users = createUserRepository(db, createPictureTable(db));
    const { posts } = createContent({ db, clock });
    const previews = createPreviewRepository(db);
    const service = createPreviewService({ previews, posts, users, siteUrl: '', secret: 's', clock });
    const { id } = await seedPost({ isPublished: false });
    const { body } = await api.post(`/api/posts/${id}/preview`, undefined, moderator);
    const token = body.url.split('/').at(-1);
    const change = (name: string, to?: string) =>
      name === 'role'
        ? api.patch(`/api/admin/users/${moderator.id}/role`, { role: to ?? 'user' }, admin)
        : api.post(`/api/admin/users/${moderator.id}/${name}`, undefined, admin);
    const isOpen = async () => {
      const { expiresAt } = (await api.get(`/api/posts/${id}/preview`, other)).body;
      expect((await service.open(token)) !== null).toBe(expiresAt !== null);
      return expiresAt !== null;
    };
    expect(await isOpen()).toBe(true);

    expect((await change(end)).status).toBe(200);
    expect(await isOpen()).toBe(false);
    expect((await change(again, role)).status).toBe(200);
    expect(await isOpen()).toBe(false);

    clock.advance(5);
    await api.post(`/api/posts/${id}/preview`, undefined, moderator);
    expect((await api.get(`/api/posts/${id}/preview`, other)).body.expiresAt).not.toBeNull();
  });

  it('requires an existing post', async () => {
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
